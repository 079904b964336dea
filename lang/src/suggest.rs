//! The nearest name to one that is not there.

/// The nearest of `names` to `typed`, where one is near enough to be what was meant.
///
/// Near is a third of the letters changed at most, and one at least; letter case counts as nothing. Of two that are as
/// near, the first.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if typed.len() > LONGEST {
        return None;
    }
    let lower = typed.to_lowercase();
    let letters = lower.chars().count();
    let reach = (letters / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for name in names.into_iter().take(MOST).filter(|name| name.len() <= LONGEST) {
        let other = name.to_lowercase();
        // Two texts are at least as far apart as their lengths are.
        if other.chars().count().abs_diff(letters) > reach {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &other);
        let near = distance <= reach && distance < name.chars().count();
        if near && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The longest name, in bytes, that is compared: the distance costs the product of two lengths.
const LONGEST: usize = 128;

/// The most names that are compared: a list without end is no list to choose from.
const MOST: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::nearest;

    const NAMES: [&str; 5] = ["category", "price", "x", "région", "sku-code"];

    #[test]
    fn a_slip_is_mended() {
        for (typed, meant) in [
            ("catgory", Some("category")),
            ("Category", Some("category")),
            ("pirce", Some("price")),
            ("region", Some("région")),
            ("sku_code", Some("sku-code")),
            ("colour", None),
            ("y", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, NAMES), meant, "{typed}");
        }
    }

    #[test]
    fn a_name_without_end_is_not_compared() {
        assert_eq!(nearest(&"x".repeat(1 << 20), NAMES), None);
    }
}
