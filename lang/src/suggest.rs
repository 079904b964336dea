//! The nearest name to one that is not there.

/// The nearest of `names` to `typed`, where one is near enough to be what was meant.
///
/// Near is a third of the letters changed at most, and one at least; letter case counts as nothing. Of names in steps,
/// such as `$item.fields.price`, each step is near by itself: what leads to it makes a word no nearer to another. Of two
/// that are as near, the first.
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
        if near && are_near(&lower, &other) && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Whether the steps of two names are near, each to the one that stands where it does; of names of more and fewer steps,
/// the last.
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
