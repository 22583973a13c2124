//! The YAML files of a canonical source, typed. Their JSON Schemas, which editors
//! use and which loading validates against, are derived from these types.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A person or a group.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Name as it should be shown.
    #[schemars(length(min = 1))]
    pub name: String,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// An agent host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HostName {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
}

impl From<HostName> for cvg_hooks::Host {
    fn from(name: HostName) -> Self {
        match name {
            HostName::Claude => Self::Claude,
            HostName::Codex => Self::Codex,
        }
    }
}

/// A loss that the author has weighed and accepts.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptedLoss {
    /// Code of the loss, such as `CVG130`.
    #[schemars(length(min = 6, max = 6))]
    pub code: String,
    /// The host that loses something.
    pub host: HostName,
    /// Glob over source files, relative to the plugin's canonical folder; every file if left out.
    pub file: Option<String>,
    /// The key, event or tool that is lost; any if left out.
    pub key: Option<String>,
    /// Why this is acceptable.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// A rule that is silenced for files which cannot carry a comment.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// Code of the rule.
    #[schemars(length(min = 6, max = 6))]
    pub code: String,
    /// Glob over source files, relative to the plugin's canonical folder.
    #[schemars(length(min = 1))]
    pub file: String,
    /// Why.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// `plugin.yaml`: the plugin's identity, once for all hosts.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "plugin.yaml")]
pub struct PluginConfig {
    /// Kebab-case name, at most 64 characters.
    #[schemars(length(min = 1, max = 64))]
    pub name: String,
    /// Name for people; the name itself if left out.
    pub display_name: Option<String>,
    /// Semantic version.
    #[schemars(length(min = 1))]
    pub version: String,
    /// One sentence.
    #[schemars(length(min = 1))]
    pub description: String,
    /// Who made it.
    pub author: Person,
    /// SPDX expression.
    pub license: Option<String>,
    /// Home page, a URL.
    pub homepage: Option<String>,
    /// Source repository, a URL.
    pub repository: Option<String>,
    /// Words to find it by.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The hosts to render for.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub hosts: Vec<HostName>,
    /// Compiled programs that a release bundle brings along, in `bin/<target>/`.
    #[serde(default)]
    #[schemars(inner(length(min = 1)), extend("uniqueItems" = true))]
    pub programs: Vec<String>,
    /// Further keys of Claude Code's plugin.json.
    #[serde(default)]
    pub claude: Map<String, Value>,
    /// Further keys of Codex's plugin.json.
    #[serde(default)]
    pub codex: Map<String, Value>,
    /// Losses that are known and accepted.
    #[serde(default)]
    pub accepted_losses: Vec<AcceptedLoss>,
    /// Rules that are silenced for whole files.
    #[serde(default)]
    pub allow: Vec<Allow>,
}

/// `marketplace.yaml`: the catalogue that lists the plugins of this repository.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "marketplace.yaml")]
pub struct MarketplaceConfig {
    /// Letters, digits, `_` and `-` only: Codex accepts nothing else.
    #[schemars(length(min = 1, max = 64))]
    pub name: String,
    /// Name for people; the name itself if left out.
    pub display_name: Option<String>,
    /// One sentence.
    #[schemars(length(min = 1))]
    pub description: String,
    /// Who keeps it.
    pub owner: Person,
    /// Category of the plugins.
    pub category: Option<String>,
    /// Where a plugin's tree goes, with `{host}` and, for several plugins, `{plugin}`.
    pub out: Option<String>,
}

/// `hosts/<host>.yaml`: the words of one host.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "hosts/<host>.yaml")]
pub struct HostConfig {
    /// Words for `{{vocab.…}}`.
    #[serde(default)]
    pub vocab: IndexMap<String, String>,
    /// Model tiers for an agent's `model:`; null leaves the choice to the host.
    #[serde(default)]
    pub models: IndexMap<String, Option<String>>,
    /// Tool names for `{{tool "…"}}`, by tool class; they go before the built-in ones.
    #[serde(default)]
    pub tools: IndexMap<String, String>,
}

/// One hook.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HookConfig {
    /// Unique, kebab-case.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Event, by the name that the hosts use: `PreToolUse`.
    #[schemars(length(min = 1))]
    pub event: String,
    /// Tool classes, for events about tools; every tool if left out.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Matcher, for events about something else than tools (`startup|resume`).
    pub matcher: Option<String>,
    /// Program, a path in the plugin's root: `bin/enforce-worktree`.
    #[schemars(length(min = 1))]
    pub run: String,
    /// Arguments; `{host}` stands for the host. `["--host", "{host}"]` if left out.
    pub args: Option<Vec<String>>,
    /// Seconds after which the host gives up; the host's own default if left out.
    #[schemars(range(min = 1, max = 3600))]
    pub timeout: Option<u32>,
    /// What it does, for people.
    pub description: Option<String>,
    /// The hosts to register it on; every host of the plugin if left out.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub hosts: Option<Vec<HostName>>,
}

/// `hooks.yaml`: the hooks of the plugin.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "hooks.yaml")]
pub struct HooksConfig {
    /// The hooks, in the order in which hosts are told of them.
    #[serde(default)]
    pub hooks: Vec<HookConfig>,
}

/// Keys of a skill that only Claude Code knows.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaudeSkill {
    /// Hint for the arguments, shown while typing.
    pub argument_hint: Option<String>,
    /// Names for the arguments.
    pub arguments: Option<Value>,
    /// Tools that run without asking while the skill is active.
    pub allowed_tools: Option<Value>,
    /// Tools that are refused while the skill is active.
    pub disallowed_tools: Option<Value>,
    /// Only the user may start it.
    pub disable_model_invocation: Option<bool>,
    /// False hides it from the user's menu.
    pub user_invocable: Option<bool>,
    /// Listed behind the description.
    #[serde(rename = "when_to_use")]
    pub when_to_use: Option<String>,
    /// Model alias.
    pub model: Option<String>,
    /// Reasoning effort.
    pub effort: Option<Value>,
    /// `fork` runs it as a subagent.
    pub context: Option<String>,
    /// Agent type for a fork.
    pub agent: Option<String>,
    /// Globs of files that bring it up.
    pub paths: Option<Value>,
    /// Hooks that run while it is active.
    pub hooks: Option<Value>,
    /// Shell for `` !`…` `` passages.
    pub shell: Option<String>,
}

/// Keys of a skill that only Codex knows; they go to `agents/openai.yaml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodexSkill {
    /// How the skill is shown.
    pub interface: Option<CodexInterface>,
    /// When it may be used.
    pub policy: Option<CodexPolicy>,
    /// What it needs.
    pub dependencies: Option<Value>,
}

/// `interface` of `agents/openai.yaml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodexInterface {
    /// Name for people.
    pub display_name: Option<String>,
    /// A few words.
    pub short_description: Option<String>,
    /// A prompt to start with.
    pub default_prompt: Option<String>,
    /// Icon, a path.
    pub icon_small: Option<String>,
    /// Icon, a path.
    pub icon_large: Option<String>,
    /// Colour as `#RRGGBB`.
    pub brand_color: Option<String>,
}

/// `policy` of `agents/openai.yaml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodexPolicy {
    /// May the model use it unasked?
    pub allow_implicit_invocation: Option<bool>,
}

/// Frontmatter of `skills/<name>/SKILL.md`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "skill frontmatter")]
pub struct SkillFront {
    /// The folder's name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// What it does and when to use it, at most 1,024 characters.
    #[schemars(length(min = 1))]
    pub description: String,
    /// Licence of the skill.
    pub license: Option<String>,
    /// What it needs around it.
    pub compatibility: Option<String>,
    /// Further keys.
    pub metadata: Option<Map<String, Value>>,
    /// Tools that run without asking.
    pub allowed_tools: Option<Value>,
    /// The hosts to render for; every host of the plugin if left out.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub hosts: Option<Vec<HostName>>,
    /// Keys for Claude Code alone.
    pub claude: Option<ClaudeSkill>,
    /// Keys for Codex alone.
    pub codex: Option<CodexSkill>,
}

/// Frontmatter of `agents/<name>.md`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "agent frontmatter")]
pub struct AgentFront {
    /// The file's name without its ending.
    #[schemars(length(min = 1))]
    pub name: String,
    /// When to use the agent.
    #[schemars(length(min = 1))]
    pub description: String,
    /// Tool classes that it may use; all if left out.
    #[schemars(length(min = 1))]
    pub tools: Option<Vec<String>>,
    /// A tier of `hosts/<host>.yaml`.
    pub model: Option<String>,
    /// The hosts to render for.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub hosts: Option<Vec<HostName>>,
    /// Keys for Claude Code alone (`color`, `effort`, `maxTurns`, `skills` …).
    pub claude: Option<Map<String, Value>>,
    /// Keys for Codex alone (`model_reasoning_effort`, `sandbox_mode` …).
    pub codex: Option<Map<String, Value>>,
}

/// Frontmatter of `commands/<name>.md`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "command frontmatter")]
pub struct CommandFront {
    /// The file's name without its ending, if given at all.
    pub name: Option<String>,
    /// What it does.
    #[schemars(length(min = 1))]
    pub description: String,
    /// Hint for the arguments.
    pub argument_hint: Option<String>,
    /// Tools that run without asking.
    pub allowed_tools: Option<Value>,
    /// Model alias.
    pub model: Option<String>,
    /// The hosts to render for.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub hosts: Option<Vec<HostName>>,
    /// Keys for Claude Code alone.
    pub claude: Option<Map<String, Value>>,
    /// Keys for Codex alone; they go to `agents/openai.yaml`.
    pub codex: Option<CodexSkill>,
}

/// Every schema by the name that `cvg-gen schema` knows it by.
pub fn schemas() -> [(&'static str, schemars::Schema); 7] {
    use schemars::schema_for;
    [
        ("plugin", schema_for!(PluginConfig)),
        ("marketplace", schema_for!(MarketplaceConfig)),
        ("host", schema_for!(HostConfig)),
        ("hooks", schema_for!(HooksConfig)),
        ("skill", schema_for!(SkillFront)),
        ("agent", schema_for!(AgentFront)),
        ("command", schema_for!(CommandFront)),
    ]
}
