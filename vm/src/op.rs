//! The instruction set as one table, from which macros generate enums, visitors, operand walks and the listing.
//!
//! An instruction is one row of `ops!`. A test is true, false or indeterminate for a row, and has two forms: a jump
//! ([`Op::Jump`]), or a store of its truth ([`Op::Weigh`]). [`Op::Compute`] stores a value in a register.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::types::Family;

/// The source of a value: a slot of the row, a constant of the program, or a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Operand(u32);

/// The decoded form of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The index of a slot of the row.
    Slot(usize),
    /// The index of a constant of the program.
    Constant(usize),
    /// The index of a register that an earlier instruction sets.
    Register(usize),
}

impl Operand {
    const INDEX: u32 = (1 << 30) - 1;
    const CONSTANT: u32 = 1 << 30;
    const REGISTER: u32 = 2 << 30;

    /// Replaces an operand whose index does not fit.
    pub(crate) const FIRST_SLOT: Operand = Operand(0);

    /// Creates the operand of a place; `None` if the index needs more than 30 bits.
    pub fn new(place: Place) -> Option<Operand> {
        let (kind, index) = match place {
            Place::Slot(index) => (0, index),
            Place::Constant(index) => (Operand::CONSTANT, index),
            Place::Register(index) => (Operand::REGISTER, index),
        };
        let index = u32::try_from(index).ok().filter(|&i| i <= Operand::INDEX)?;
        Some(Operand(kind | index))
    }

    /// Returns the decoded form of the operand.
    #[inline]
    pub fn place(self) -> Place {
        let index = (self.0 & Operand::INDEX) as usize;
        match self.0 & !Operand::INDEX {
            0 => Place::Slot(index),
            Operand::CONSTANT => Place::Constant(index),
            _ => Place::Register(index),
        }
    }

    /// Returns whether [`Operand::new`] can produce this operand.
    pub(crate) fn is_canonical(self) -> bool {
        self.0 >> 30 != 3
    }
}

/// The destination of a jump: a later instruction, or the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target(pub(crate) u32);

impl Target {
    /// The answer that the condition is known true.
    pub const YES: Target = Target(u32::MAX);
    /// The answer that the condition is not known true.
    pub const NO: Target = Target(u32::MAX - 1);

    /// Returns the index of the instruction; `None` for an answer.
    pub fn index(self) -> Option<usize> {
        (self != Target::YES && self != Target::NO).then_some(self.0 as usize)
    }
}

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident $letter:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub(crate) u16);

        impl $name {
            /// Returns the index as a number.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            /// Creates an index; `None` if it needs more than 16 bits.
            pub fn new(index: usize) -> Option<$name> {
                u16::try_from(index).ok().map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    )*};
}

index! {
    /// A part of the condition: the register that holds its truth.
    Part "p";
    /// A register that holds a value.
    Register "r";
    /// A list of constants, for `in`.
    ListId "l";
    /// A pattern, for `matches`.
    PatternId "m";
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Place::Slot(index) => write!(f, "s{index}"),
            Place::Constant(index) => write!(f, "c{index}"),
            Place::Register(index) => write!(f, "r{index}"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Target::YES => f.write_str("true"),
            Target::NO => f.write_str("false"),
            Target(index) => write!(f, "{index}"),
        }
    }
}

/// The type that an instruction requires of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A value of the text family.
    Text,
    /// A value of the number family.
    Number,
    /// A value of the boolean family.
    Boolean,
    /// A value of the datetime family.
    Datetime,
    /// A value of any family.
    Any,
    /// A list of texts.
    Texts,
    /// A list of numbers.
    Numbers,
    /// A list of booleans.
    Booleans,
    /// A list of datetimes.
    Datetimes,
    /// A pattern.
    Pattern,
    /// The truth of a part.
    Truth,
}

/// An operand of an instruction, in any form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A value.
    Value(Operand),
    /// A list.
    List(ListId),
    /// A pattern.
    Pattern(PatternId),
    /// The truth of a part.
    Truth(Part),
}

macro_rules! fields {
    ($($ty:ident $variant:ident;)*) => {$(
        impl From<$ty> for Field {
            fn from(field: $ty) -> Field {
                Field::$variant(field)
            }
        }
    )*};
}

fields! { Operand Value; ListId List; PatternId Pattern; Part Truth; }

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Field::Value(operand) => operand.fmt(f),
            Field::List(list) => list.fmt(f),
            Field::Pattern(pattern) => pattern.fmt(f),
            Field::Truth(part) => part.fmt(f),
        }
    }
}

/// A row of the instruction table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The name in a listing.
    pub name: &'static str,
    /// The name and the required type of each operand.
    pub operands: &'static [(&'static str, Kind)],
    /// The family of the computed value; `None` for a test.
    pub gives: Option<Family>,
    /// The description of the instruction.
    pub prose: &'static str,
}

macro_rules! operand {
    (Texts) => {
        ListId
    };
    (Numbers) => {
        ListId
    };
    (Booleans) => {
        ListId
    };
    (Datetimes) => {
        ListId
    };
    (Pattern) => {
        PatternId
    };
    (Truth) => {
        Part
    };
    ($value:ident) => {
        Operand
    };
}

macro_rules! ops {
    (
        pairs { $(
            $test:ident $test_fn:ident $test_name:literal not $anti:ident $anti_fn:ident $anti_name:literal
            ($($ta:ident: $tk:ident),+) $test_prose:literal;
        )+ }
        tests { $($one:ident $one_fn:ident $one_name:literal ($($oa:ident: $ok:ident),+) $one_prose:literal;)+ }
        values { $($value:ident $value_fn:ident $value_name:literal ($($va:ident: $vk:ident),+) gives $gives:ident $value_prose:literal;)+ }
    ) => {
        /// A test of a row: true, false or indeterminate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Test {
            $(
                #[doc = concat!("`", $test_name, "`: ", $test_prose, ".")]
                $test($(operand!($tk)),+),
                #[doc = concat!("`", $anti_name, "`: not `", $test_name, "`.")]
                $anti($(operand!($tk)),+),
            )+
            $(#[doc = concat!("`", $one_name, "`: ", $one_prose, ".")] $one($(operand!($ok)),+),)+
        }

        /// A computation on a row: unreadable if an operand is absent or unreadable, or if the result does not fit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Compute {
            $(#[doc = concat!("`", $value_name, "`: ", $value_prose, ".")] $value($(operand!($vk)),+),)+
        }

        /// A machine that evaluates tests: one method per instruction. The default methods negate their opposite test.
        pub trait TestVisitor {
            /// The result of a test: a truth, or a column of truths.
            type Truth;

            /// Returns Kleene's `not` of a result.
            fn negate(&mut self, truth: Self::Truth) -> Self::Truth;
            $(
                #[doc = concat!("`", $test_name, "`: ", $test_prose, ".")]
                fn $test_fn(&mut self, $($ta: operand!($tk)),+) -> Self::Truth;

                #[doc = concat!("`", $anti_name, "`: not `", $test_name, "`.")]
                #[inline]
                fn $anti_fn(&mut self, $($ta: operand!($tk)),+) -> Self::Truth {
                    let truth = self.$test_fn($($ta),+);
                    self.negate(truth)
                }
            )+
            $(#[doc = concat!("`", $one_name, "`: ", $one_prose, ".")]
            fn $one_fn(&mut self, $($oa: operand!($ok)),+) -> Self::Truth;)+
        }

        /// A machine that computes values: one method per instruction.
        pub trait ComputeVisitor {
            /// The result of a computation: a value, or a column of values.
            type Value;
            $(#[doc = concat!("`", $value_name, "`: ", $value_prose, ".")]
            fn $value_fn(&mut self, $($va: operand!($vk)),+) -> Self::Value;)+
        }

        impl Test {
            /// Calls the visitor's method for this test.
            #[inline]
            pub fn visit<V: TestVisitor>(self, visitor: &mut V) -> V::Truth {
                match self {
                    $(Test::$test($($ta),+) => visitor.$test_fn($($ta),+),
                    Test::$anti($($ta),+) => visitor.$anti_fn($($ta),+),)+
                    $(Test::$one($($oa),+) => visitor.$one_fn($($oa),+),)+
                }
            }

            /// Calls `each` with every operand and its required type, in order.
            pub fn walk(self, mut each: impl FnMut(Kind, Field)) {
                match self {
                    $(Test::$test($($ta),+) | Test::$anti($($ta),+) => { $(each(Kind::$tk, Field::from($ta));)+ })+
                    $(Test::$one($($oa),+) => { $(each(Kind::$ok, Field::from($oa));)+ })+
                }
            }

            /// Returns the name in a listing.
            pub fn name(self) -> &'static str {
                match self {
                    $(Test::$test(..) => $test_name, Test::$anti(..) => $anti_name,)+
                    $(Test::$one(..) => $one_name,)+
                }
            }

            /// Returns the opposite test, which is indeterminate for the same rows; `None` for `and` and `or`.
            pub fn negated(self) -> Option<Test> {
                match self {
                    $(Test::$test($($ta),+) => Some(Test::$anti($($ta),+)),
                    Test::$anti($($ta),+) => Some(Test::$test($($ta),+)),)+
                    $(Test::$one(..) => None,)+
                }
            }
        }

        impl Compute {
            /// Calls the visitor's method for this computation.
            #[inline]
            pub fn visit<V: ComputeVisitor>(self, visitor: &mut V) -> V::Value {
                match self { $(Compute::$value($($va),+) => visitor.$value_fn($($va),+),)+ }
            }

            /// Calls `each` with every operand and its required type, in order.
            pub fn walk(self, mut each: impl FnMut(Kind, Field)) {
                match self { $(Compute::$value($($va),+) => { $(each(Kind::$vk, Field::from($va));)+ })+ }
            }

            /// Returns the name in a listing.
            pub fn name(self) -> &'static str {
                match self { $(Compute::$value(..) => $value_name,)+ }
            }

            /// Returns the family of the computed value.
            pub fn gives(self) -> Family {
                match self { $(Compute::$value(..) => Family::$gives,)+ }
            }
        }

        /// All instructions, in the order of their variants.
        pub const TABLE: &[Instruction] = &[
            $(Instruction {
                name: $test_name, operands: &[$((stringify!($ta), Kind::$tk)),+], gives: None, prose: $test_prose,
            },
            Instruction {
                name: $anti_name, operands: &[$((stringify!($ta), Kind::$tk)),+], gives: None,
                prose: concat!("not `", $test_name, "`"),
            },)+
            $(Instruction {
                name: $one_name, operands: &[$((stringify!($oa), Kind::$ok)),+], gives: None, prose: $one_prose,
            },)+
            $(Instruction {
                name: $value_name, operands: &[$((stringify!($va), Kind::$vk)),+],
                gives: Some(Family::$gives), prose: $value_prose,
            },)+
        ];
    };
}

ops! {
    pairs {
        EqText eq_text "eq.text" not NeText ne_text "ne.text"
            (left: Text, right: Text) "both are the same text, or both are absent";
        EqNumber eq_number "eq.number" not NeNumber ne_number "ne.number"
            (left: Number, right: Number) "both are the same number, or both are absent";
        EqBoolean eq_boolean "eq.boolean" not NeBoolean ne_boolean "ne.boolean"
            (left: Boolean, right: Boolean) "both are the same boolean, or both are absent";
        EqDatetime eq_datetime "eq.datetime" not NeDatetime ne_datetime "ne.datetime"
            (left: Datetime, right: Datetime) "both are the same instant, or both are absent";
        LtNumber lt_number "lt.number" not GeNumber ge_number "ge.number"
            (left: Number, right: Number) "the left number is less; indeterminate if either is absent";
        GtNumber gt_number "gt.number" not LeNumber le_number "le.number"
            (left: Number, right: Number) "the left number is greater; indeterminate if either is absent";
        LtDatetime lt_datetime "lt.datetime" not GeDatetime ge_datetime "ge.datetime"
            (left: Datetime, right: Datetime) "the left instant is earlier; indeterminate if either is absent";
        GtDatetime gt_datetime "gt.datetime" not LeDatetime le_datetime "le.datetime"
            (left: Datetime, right: Datetime) "the left instant is later; indeterminate if either is absent";
        InText in_text "in.text" not NotInText not_in_text "not_in.text"
            (value: Text, list: Texts) "the text is in the list; an absent value is in a list with null";
        InNumber in_number "in.number" not NotInNumber not_in_number "not_in.number"
            (value: Number, list: Numbers) "the number is in the list; an absent value is in a list with null";
        InBoolean in_boolean "in.boolean" not NotInBoolean not_in_boolean "not_in.boolean"
            (value: Boolean, list: Booleans) "the boolean is in the list; an absent value is in a list with null";
        InDatetime in_datetime "in.datetime" not NotInDatetime not_in_datetime "not_in.datetime"
            (value: Datetime, list: Datetimes) "the instant is in the list; an absent value is in a list with null";
        Contains contains "contains" not NotContains not_contains "not_contains"
            (text: Text, within: Text) "the text contains the other; indeterminate if either is absent";
        Starts starts "starts" not NotStarts not_starts "not_starts"
            (text: Text, with: Text) "the text starts with the other; indeterminate if either is absent";
        Ends ends "ends" not NotEnds not_ends "not_ends"
            (text: Text, with: Text) "the text ends with the other; indeterminate if either is absent";
        Matches matches "matches" not NotMatches not_matches "not_matches"
            (text: Text, pattern: Pattern) "the pattern matches in the text; indeterminate if the text is absent";
        Null null "null" not NotNull not_null "not_null"
            (value: Any) "the value is absent; indeterminate if it is unreadable";
        Known known "known" not Unknown unknown "unknown"
            (value: Any) "the value is neither absent nor unreadable; never indeterminate";
        Yes yes "yes" not No no "no"
            (value: Boolean) "the boolean is true; indeterminate if it is absent";
        Is is "is" not Not not "not"
            (part: Truth) "the truth of the part";
        Settled settled "settled" not Unsettled unsettled "unsettled"
            (part: Truth) "the part is true or false; never indeterminate";
    }
    tests {
        And and "and" (left: Truth, right: Truth) "known false wins, else unknown stays unknown";
        Or or "or" (left: Truth, right: Truth) "known true wins, else unknown stays unknown";
    }
    values {
        Add add "add" (left: Number, right: Number) gives Number "the exact sum";
        Sub sub "sub" (left: Number, right: Number) gives Number "the exact difference";
        Mul mul "mul" (left: Number, right: Number) gives Number "the exact product";
        Neg neg "neg" (number: Number) gives Number "the number with the other sign";
        Lower lower "lower" (text: Text) gives Text "the text in Unicode's full lower case";
        Length length "length" (text: Text) gives Number "the number of Unicode scalar values in the text";
    }
}

/// One instruction of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Op {
    /// Jumps to `yes` if the test is known true, otherwise to `no`. Only *decide* contains jumps.
    Jump {
        /// The test.
        test: Test,
        /// The target if the test is known true.
        yes: Target,
        /// The target otherwise.
        no: Target,
    },
    /// Stores the truth of a test in a part and continues.
    Weigh {
        /// The test.
        test: Test,
        /// The part that receives the truth.
        into: Part,
    },
    /// Stores a value in a register and continues.
    Compute {
        /// The computation.
        value: Compute,
        /// The register that receives the value.
        into: Register,
    },
}

/// Constructors that choose the test by the family of its operands.
impl Test {
    /// Returns `eq` for the family.
    pub fn eq(family: Family, left: Operand, right: Operand) -> Test {
        match family {
            Family::Text => Test::EqText(left, right),
            Family::Number => Test::EqNumber(left, right),
            Family::Boolean => Test::EqBoolean(left, right),
            Family::Datetime => Test::EqDatetime(left, right),
        }
    }

    /// Returns `ne` for the family.
    pub fn ne(family: Family, left: Operand, right: Operand) -> Test {
        match family {
            Family::Text => Test::NeText(left, right),
            Family::Number => Test::NeNumber(left, right),
            Family::Boolean => Test::NeBoolean(left, right),
            Family::Datetime => Test::NeDatetime(left, right),
        }
    }

    /// Returns `in` for the family.
    pub fn is_in(family: Family, value: Operand, list: ListId) -> Test {
        match family {
            Family::Text => Test::InText(value, list),
            Family::Number => Test::InNumber(value, list),
            Family::Boolean => Test::InBoolean(value, list),
            Family::Datetime => Test::InDatetime(value, list),
        }
    }

    /// Returns `not_in` for the family.
    pub fn not_in(family: Family, value: Operand, list: ListId) -> Test {
        match family {
            Family::Text => Test::NotInText(value, list),
            Family::Number => Test::NotInNumber(value, list),
            Family::Boolean => Test::NotInBoolean(value, list),
            Family::Datetime => Test::NotInDatetime(value, list),
        }
    }
}
