//! Names as messages list them.

/// The first of many words, and how many more there are.
pub(crate) fn listed_to<'n>(most: usize, words: impl IntoIterator<Item = &'n str>) -> String {
    let words: Vec<_> = words.into_iter().collect();
    match words.get(..most).filter(|shown| shown.len() < words.len()) {
        Some(shown) => {
            let shown: Vec<_> = shown.iter().map(|word| format!("`{word}`")).collect();
            format!("{} and {} more", shown.join(", "), words.len() - most)
        }
        None => listed(words),
    }
}

/// Words in backticks, joined by commas and an `and`.
pub(crate) fn listed<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing".to_owned(),
    }
}

/// Words in backticks, joined by commas and an `or`.
pub(crate) fn either<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing".to_owned(),
    }
}
