//! The quantities of a line: the rule of a skill, a kind or a profile, and the intersection of two rules.
use vm::Decimal;

use crate::raw::Spanned;
use crate::raw::guard::RawQuantity;
use crate::raw::keys::Given;
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::scope::context::Context;
use crate::station::Quantity;
use crate::text::file::quote;

pub(crate) fn resolve(raw: &RawQuantity<'_>, context: &mut Context<'_, '_>) -> Option<Quantity> {
    let number = |given: &Given<Spanned<'_>>, context: &mut Context<'_, '_>| match given {
        Given::Absent => Some(None),
        Given::Refused => None,
        Given::Value(word) => {
            let found = Decimal::parse(word.text).ok();
            if found.is_none() {
                let message = format!("{} is no number", quote(word.text));
                let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
                context.usage.add(remark.help("write a number, such as `2` or `0.5`"));
            }
            found.map(Some)
        }
    };
    let (min, max) = (number(&raw.min, context), number(&raw.max, context));
    let (step, min, max) = (number(&raw.step, context)?, min?, max?);
    if step.is_none() && min.is_none() && max.is_none() {
        return None;
    }
    let step = step.or_else(|| Decimal::new(1, 0))?;
    let min_or_step = min.unwrap_or(step);
    let wrong = if step <= Decimal::ZERO {
        Some((&raw.step, "the step is not over 0", "write a step over 0"))
    } else if min_or_step < Decimal::ZERO {
        Some((&raw.min, "the least quantity is below 0", "write a `min` from 0"))
    } else if min.is_none() && max.is_some_and(|max| max < step) {
        let message = "no quantity fits: the least is one step, which is over `max`";
        Some((&raw.max, message, "write a `step` below `max`, such as `step: 0.5`"))
    } else if max.is_some_and(|max| max < min_or_step) {
        Some((&raw.max, "no quantity fits: `min` is over `max`", "write a `max` from `min`"))
    } else if max.is_some_and(|max| min_or_step == Decimal::ZERO && max < step) {
        Some((&raw.max, "no quantity over 0 fits below `max`", "write a `max` from `step`"))
    } else {
        None
    };
    if let Some((given, message, help)) = wrong {
        let place = given.value().map_or(raw.key, |word| word.place);
        context.usage.add(Remark::new(codes::SELECT_QUANTITY, place, message).help(help));
        return None;
    }
    Some(Quantity { min: min_or_step, max, step })
}

/// Whether some quantity above 0 satisfies two rules; `None` if that cannot be computed.
pub(crate) fn meet(one: Quantity, other: Quantity) -> Option<bool> {
    let scale = [one.min, one.step, other.min, other.step].iter().map(|n| n.scale()).max()?;
    let whole = |number: Decimal| {
        let zeros = u32::from(scale.checked_sub(number.scale())?);
        number.mantissa().checked_mul(10_i128.checked_pow(zeros)?)
    };
    let (step, other_step) = (whole(one.step)?, whole(other.step)?);
    let (min, other_min) = (whole(one.min)?, whole(other.min)?);
    let (common, factor) = bezout(step, other_step);
    let apart = other_min.checked_sub(min)?;
    if apart.checked_rem(common)? != 0 {
        return Some(false);
    }
    // The common quantities start at `least`, in steps of `both`.
    let both = step.checked_mul(other_step.checked_div(common)?)?;
    let times = (apart / common).checked_mul(factor)?.rem_euclid(other_step / common);
    let met = min.checked_add(step.checked_mul(times)?)?;
    let floor = min.max(other_min).max(1);
    let short = floor.checked_sub(met)?;
    let steps = short.checked_add(both - 1)?.div_euclid(both);
    let least = met.checked_add(steps.checked_mul(both)?)?;
    let least = Decimal::new(least, scale)?;
    Some([one.max, other.max].into_iter().flatten().all(|max| least <= max))
}

/// Returns the greatest common divisor of two positive numbers, and the Bézout coefficient of the first.
fn bezout(one: i128, other: i128) -> (i128, i128) {
    let (mut divisor, mut rest) = (one, other);
    let (mut factor, mut next) = (1_i128, 0_i128);
    while rest != 0 {
        let times = divisor / rest;
        (divisor, rest) = (rest, divisor - times * rest);
        (factor, next) = (next, factor - times * next);
    }
    (divisor, factor)
}

#[cfg(test)]
mod tests {
    use super::{Decimal, Quantity, meet};

    fn rule(min: i128, max: Option<i128>, step: i128) -> Quantity {
        let number = |tenths| Decimal::new(tenths, 1).unwrap();
        Quantity { min: number(min), max: max.map(number), step: number(step) }
    }

    /// Decides by counting, in tenths, for quantities up to some hundreds.
    fn counted(one: Quantity, other: Quantity) -> bool {
        let allows = |rule: Quantity, tenths: i128| {
            let tenth = |number: Decimal| {
                number.mantissa() * 10_i128.pow(1 - u32::from(number.scale().min(1)))
            };
            let (min, step) = (tenth(rule.min), tenth(rule.step));
            tenths >= min
                && (tenths - min) % step == 0
                && rule.max.is_none_or(|m| tenths <= tenth(m))
        };
        (1..=600).any(|tenths| allows(one, tenths) && allows(other, tenths))
    }

    #[test]
    fn two_rules_meet_where_a_count_finds_a_quantity_of_both() {
        let rules: Vec<Quantity> = [0, 1, 3, 10, 25]
            .into_iter()
            .flat_map(|min| [1, 2, 4, 5, 6, 10, 15].map(|step| (min, step)))
            .flat_map(|(min, step)| {
                [None, Some(7), Some(30), Some(31)].map(|max| rule(min, max, step))
            })
            .collect();
        for &one in &rules {
            for &other in &rules {
                assert_eq!(meet(one, other), Some(counted(one, other)), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_is_too_great_to_compute_is_left_open() {
        let great = |step| Quantity {
            min: Decimal::new(step, 0).unwrap(),
            max: None,
            step: Decimal::new(step, 0).unwrap(),
        };
        let (one, other) = (10_i128.pow(37) + 1, 10_i128.pow(37) + 3);
        assert_eq!(meet(great(one), great(other)), None);
    }
}
