//! What the configuration adds.

use crate::Setup;

#[test]
fn pushes_of_images_count_by_configuration() {
    let mut setup = Setup::new();
    setup.gate.docker_push = true;
    setup.check(
        &[
            "docker push o/r:1.0",
            "docker --context x push o/r:1.0",
            "docker image push o/r",
            "docker compose push",
            "docker compose -f x.yml push web",
            "docker-compose push",
            "docker buildx build --push -t x .",
            "docker build --push .",
            "podman push x",
            "docker build -t x . && docker push x",
            "crane push x.tar r/x",
            "skopeo copy docker-archive:x docker://r/x",
        ],
        &[
            "docker pull o/r",
            "docker build -t push .",
            "docker push --help",
            "docker images",
            "docker run push",
            "docker exec x git tag v1",
            "docker compose up",
            "docker compose --dry-run push",
            "docker buildx build --load .",
        ],
    );
}

#[test]
fn commands_that_the_configuration_names() {
    let patterns = [
        "make release",
        "./scripts/ship *",
        "npm run release",
        "git tag-it",
        "just publish *",
        "pwsh -File ship.ps1",
    ];
    let setup = Setup::new().naming(&patterns);
    setup.check(
        &[
            "make release",
            "/usr/bin/make release",
            "sudo make release",
            "cd packages && make release",
            "./scripts/ship",
            "./scripts/ship --prod $X",
            "npm run release",
            "git tag-it",
            "just publish all",
            "pwsh -File ship.ps1",
            "bash -c 'make release'",
            "make test && make release",
        ],
        &[
            "make",
            "make release-notes",
            "make -n release",
            "make release DRY=1",
            "make \"$X\"",
            "scripts/ship",
            "npm run release -- --dry-run",
            "echo make release",
            "just test publish",
        ],
    );
    setup.tells(&[(
        "cd packages && make release",
        &["is named in `[gate] milestones` in /repo/packages"],
    )]);
}
