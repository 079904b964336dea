//! The tests of a batch that are the same for every family of values.

/// The tests of a machine that has `equal`, `less`, `member`, `texts` and `each_text`.
macro_rules! alike {
    () => {
        alike! { pairs
            eq_text(left, right) => equal(left, right);
            eq_number(left, right) => equal(left, right);
            eq_boolean(left, right) => equal(left, right);
            eq_datetime(left, right) => equal(left, right);
            lt_number(left, right) => less(left, right);
            gt_number(left, right) => less(right, left);
            lt_datetime(left, right) => less(left, right);
            gt_datetime(left, right) => less(right, left);
            contains(text, within) => texts(text, within, semantics::contains);
            starts(text, with) => texts(text, with, |text, with| text.starts_with(with));
            ends(text, with) => texts(text, with, |text, with| text.ends_with(with));
        }
        alike! { members in_text in_number in_boolean in_datetime }

        fn negate(&mut self, mut truths: Vec<Truth>) -> Vec<Truth> {
            truths.iter_mut().for_each(|truth| *truth = truth.not());
            truths
        }

        fn matches(&mut self, text: Operand, pattern: PatternId) -> Vec<Truth> {
            let pattern = self.verified.prepared.patterns.get(pattern.index());
            self.each_text(text, Truth::Indeterminate, |text| match (text, pattern) {
                (Value::Text(text), Some(pattern)) => Truth::from(pattern.is_match(text)),
                _ => Truth::Indeterminate,
            })
        }
    };
    (pairs $($test:ident($a:ident, $b:ident) => $method:ident($($given:expr),+);)+) => {$(
        fn $test(&mut self, $a: Operand, $b: Operand) -> Vec<Truth> {
            self.$method($($given),+)
        }
    )+};
    (members $($test:ident)+) => {$(
        fn $test(&mut self, value: Operand, list: ListId) -> Vec<Truth> {
            self.member(value, list)
        }
    )+};
}

pub(super) use alike;
