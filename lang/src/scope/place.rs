//! Positions and roots: which roots each position may read, and in which form.

use std::fmt;

use super::refusal::listed;

/// Declares the positions with their names in messages, and the roots with their words and the places of declaration.
macro_rules! places {
    (
        positions { $($position:ident $place:literal $position_doc:literal;)* }
        roots { $($root:ident $word:literal declared $declared:literal $root_doc:literal;)* }
    ) => {
        /// The place of a condition in a station file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Position {
            $(#[doc = $position_doc] $position,)*
        }

        impl Position {
            /// Every position.
            pub const ALL: &'static [Position] = &[$(Position::$position),*];

            /// The position's name in messages.
            pub fn name(self) -> &'static str {
                match self { $(Position::$position => $place,)* }
            }
        }

        /// The root of a reference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Root {
            $(#[doc = $root_doc] $root,)*
        }

        impl Root {
            /// Every root.
            pub const ALL: &'static [Root] = &[$(Root::$root),*];

            /// The word after `$`.
            pub fn name(self) -> &'static str {
                match self { $(Root::$root => $word,)* }
            }

            /// The root with this name.
            pub fn named(name: &str) -> Option<Root> {
                match name { $($word => Some(Root::$root),)* _ => None }
            }

            /// The section of the station that declares the root's names.
            pub(super) fn declared(self) -> &'static str {
                match self { $(Root::$root => $declared,)* }
            }
        }
    };
}

places! {
    positions {
        Kind "a kind's `when`" "A kind's `when`.";
        Select "a `select` guard" "A guard of `select`.";
        Invoke "an `invoke` guard" "A guard of `invoke`, and a policy that `output_filters` names.";
        Playbook "a playbook's `submit_guard`" "A playbook's `submit_guard`.";
        Station "the station's `submit_guard`" "The station's `submit_guard`.";
        Output "a `pass`, `ok` or `done`" "The `pass`, `ok` or `done` that judges an answer.";
    }
    roots {
        Fields "fields" declared "under `present.fields`"
            "`$fields.<name>`: a presented field of the row.";
        Item "item" declared "under `present.fields`, or as a line field"
            "`$item.fields.<name>`: a presented field or a line field of what is chosen.";
        Form "form" declared "in the form"
            "`$form.<name>`: an answer to a form.";
        Params "params" declared "under `params`"
            "`$params.<name>` or, in a playbook, `$params[task].<name>`: a parameter.";
        Read "read" declared "under the task's `present.fields`"
            "`$read[task].<field>`: a field that a task read.";
        Submitted "submitted" declared "in the call's outputs"
            "`$submitted[task.call].<output>`: an output of a call that was made.";
        Output "output" declared "in the outputs beside the condition"
            "`$output.<name>`: an output declared beside the condition.";
        Now "now" declared ""
            "`$now`: the instant of the command.";
    }
}

impl Position {
    /// The reference forms that this position may read.
    pub(super) fn readable(self) -> String {
        let forms = Root::ALL.iter().filter_map(|&root| Some(root.spelled(root.shape(self)?)));
        listed(forms, "and")
    }
}

impl Root {
    /// The shape of references to a root in this position; `None` if the position may not read the root.
    pub(super) fn shape(self, position: Position) -> Option<Shape> {
        match (self, position) {
            (Root::Fields, Position::Kind) | (Root::Output, Position::Output) => Some(Shape::Name),
            (Root::Item, Position::Select) => Some(Shape::Item),
            (Root::Form, Position::Select | Position::Playbook | Position::Station)
            | (Root::Params, Position::Select | Position::Invoke) => Some(Shape::Name),
            (Root::Params | Root::Read, Position::Playbook) => Some(Shape::Task),
            (Root::Submitted, Position::Playbook) => Some(Shape::Call),
            (
                Root::Now,
                Position::Select | Position::Invoke | Position::Playbook | Position::Station,
            ) => Some(Shape::Alone),
            (
                Root::Fields
                | Root::Item
                | Root::Form
                | Root::Params
                | Root::Read
                | Root::Submitted
                | Root::Output
                | Root::Now,
                _,
            ) => None,
        }
    }

    pub(super) fn spelled(self, shape: Shape) -> String {
        let rest = match shape {
            Shape::Name => ".<name>",
            Shape::Item => ".fields.<name>",
            Shape::Task => "[task].<name>",
            Shape::Call => "[task.call].<name>",
            Shape::Alone => "",
        };
        format!("`${}{rest}`", self.name())
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`${}`", self.name())
    }
}

/// The steps that must follow a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `.name`
    Name,
    /// `.fields.name`
    Item,
    /// `[task].name`
    Task,
    /// `[task.call].name`
    Call,
    /// No steps.
    Alone,
}
