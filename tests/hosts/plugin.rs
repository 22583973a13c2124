//! A throw-away plugin whose hooks are shell scripts: it shows what the hosts make of an answer,
//! with none of our programs in between. It carries our plugin's name, so that it installs alike.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::NAME;

/// A marketplace with the one plugin, readable for every host.
pub(crate) struct ScriptedPlugin {
    root: TempDir,
}

impl ScriptedPlugin {
    /// Runs scripts with `/bin/sh`, each given as event, matcher (empty for all) and text.
    pub(crate) fn with(hooks: &[(&str, &str, &str)]) -> Self {
        let root = tempfile::tempdir().expect("a temporary folder can be made");
        let plugin = Self { root };
        let entry = json!({ "name": NAME, "source": "./plugin" });
        plugin.write(
            ".claude-plugin/marketplace.json",
            &json!({ "name": NAME, "owner": { "name": "Tests" }, "plugins": [entry] }).to_string(),
        );
        plugin.write(
            "plugin/.claude-plugin/plugin.json",
            &json!({ "name": NAME, "version": "0.0.1", "description": "A test's" }).to_string(),
        );
        let mut events = Map::new();
        for (index, (event, matcher, script)) in hooks.iter().enumerate() {
            let file = format!("hook-{index}.sh");
            plugin.write(&format!("plugin/{file}"), script);
            // The shell form, and the one variable that both hosts know.
            let command = format!("/bin/sh \"${{CLAUDE_PLUGIN_ROOT}}/{file}\"");
            let handler = json!({ "type": "command", "command": command, "timeout": 30 });
            let groups = events.entry(*event).or_insert_with(|| Value::Array(Vec::new()));
            groups
                .as_array_mut()
                .expect("made above")
                .push(json!({ "matcher": matcher, "hooks": [handler] }));
        }
        plugin.write("plugin/hooks/hooks.json", &json!({ "hooks": events }).to_string());
        plugin
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("inside the root")).expect("the folder is ours");
        fs::write(path, text).expect("the folder is ours");
    }
}

/// A script that prints one JSON document.
pub(crate) fn printing(document: &Value) -> String {
    format!("cat <<'END'\n{document}\nEND\n")
}
