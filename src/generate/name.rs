//! Names of plugins, skills and agents.

/// A name in kebab-case made from any text; empty if nothing of it can be kept.
pub fn kebab(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            out.push(character.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::kebab;

    #[test]
    fn any_text_gives_a_name_or_nothing() {
        assert_eq!(kebab("My Plugin_2"), "my-plugin-2");
        assert_eq!(kebab("--ä--"), "");
    }
}
