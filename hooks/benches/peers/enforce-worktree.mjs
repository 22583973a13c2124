// The Edit part of enforce-worktree for Node: what the bench measures beside ours. It starts no
// process and reads the same facts from the file system.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const event = JSON.parse(readFileSync(0, 'utf8'))
const target = ['Edit', 'Write'].includes(event.tool_name) && event.tool_input?.file_path
if (target) {
  let folder = dirname(target)
  while (!existsSync(folder)) folder = dirname(folder)
  const path = join(realpathSync(folder), basename(target))
  for (let root = dirname(path); root !== dirname(root); root = dirname(root)) {
    // In a linked worktree `.git` is a file.
    const git = join(root, '.git')
    if (!existsSync(git)) continue
    if (!statSync(git).isDirectory()) break
    const config = join(root, 'convergo.toml')
    if (!existsSync(config) || !/^\s*enforce\s*=\s*true/m.test(readFileSync(config, 'utf8'))) break
    process.stdout.write(JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: `\`${path}\` lies in the main checkout: git worktree add .worktrees/NAME`
      }
    }))
    break
  }
}
