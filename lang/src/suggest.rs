//! Finds the known name that is nearest to a misspelled one.

/// The nearest of `names` to `typed`; `None` if every name is too different.
///
/// A name is near if at most a third of its letters differ; one letter may always differ. Letter case is ignored. Names
/// with several steps, such as `$item.fields.price`, must be near in each step, so that a shared prefix does not bring
/// two names closer. The first of equally near names wins.
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
        // The edit distance is at least the difference in length.
        if other.chars().count().abs_diff(letters) > reach {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &other);
        let near = distance <= reach && distance < name.chars().count();
        if near && are_near(&lower, &other) && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Whether two names are near in each step. If the numbers of steps differ, only the last steps are compared.
fn are_near(typed: &str, name: &str) -> bool {
    let steps = |text| -> Vec<&str> {
        str::split(text, ['.', '[', ']']).filter(|step| !step.is_empty()).collect()
    };
    let (typed, name) = (steps(typed), steps(name));
    if typed.len() == name.len() {
        return typed.iter().zip(&name).all(|(typed, name)| is_near(typed, name));
    }
    typed.last().zip(name.last()).is_some_and(|(typed, name)| is_near(typed, name))
}

fn is_near(typed: &str, name: &str) -> bool {
    typed == name || {
        let distance = strsim::damerau_levenshtein(typed, name);
        distance <= (typed.chars().count() / 3).max(1) && distance < name.chars().count()
    }
}

/// The longest name to compare, in bytes; the cost grows with the product of both lengths.
const LONGEST: usize = 128;

/// The most names to compare, which bounds the time.
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
    fn what_leads_to_a_name_makes_it_no_nearer() {
        let names = ["$line.fields.name", "$line.form.adult", "$item.fields.category", "$item.ref"];
        for (typed, meant) in [
            ("$line.fields.nmae", Some("$line.fields.name")),
            ("$lines.fields.name", Some("$line.fields.name")),
            ("$line.fields.size", None),
            ("$line.form.card", None),
            ("$fields.category", Some("$item.fields.category")),
            ("$item.price", None),
            ("$item.id", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
    }

    #[test]
    fn a_name_without_end_is_not_compared() {
        assert_eq!(nearest(&"x".repeat(1 << 20), NAMES), None);
    }
}
