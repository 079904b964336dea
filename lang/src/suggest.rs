//! The nearest name.

/// The name that a word was most likely meant to be.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let near = names.into_iter().map(|name| (strsim::osa_distance(word, name), name));
    near.filter(|(far, _)| *far <= limit).min_by_key(|(far, _)| *far).map(|(_, name)| name)
}
