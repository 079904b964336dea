//! Every code that loading a station can report: the language's and those of each part of the file.

mod api;
mod catalog;
mod file;
mod files;
mod guard;
mod instruction;
mod kind;
mod playbook;
mod present;
mod render;
mod skill;
mod stations;
mod submit;

pub use lang::codes::*;

pub use self::api::*;
pub use self::catalog::*;
pub use self::file::*;
pub use self::files::*;
pub use self::guard::*;
pub use self::instruction::*;
pub use self::kind::*;
pub use self::playbook::*;
pub use self::present::*;
pub use self::render::*;
pub use self::skill::*;
pub use self::submit::*;

/// Every code, grouped by the part of the file that it is about.
pub fn all() -> impl Iterator<Item = Code> {
    let tables = [
        FILE,
        API,
        SKILL,
        KIND,
        LANGUAGE,
        PRESENT,
        GUARD,
        SUBMIT,
        PLAYBOOK,
        RENDER,
        CATALOG,
        INSTRUCTION,
    ];
    tables.into_iter().flatten().copied()
}

/// The code with this name; `None` if there is none.
pub fn named(name: &str) -> Option<Code> {
    all().find(|code| code.as_str() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_code_and_is_unique() {
        for code in all() {
            assert_eq!(named(code.as_str()), Some(code));
            assert_eq!(all().filter(|other| *other == code).count(), 1, "{code}");
        }
        assert_eq!(named("condition/nothing"), None);
    }

    #[test]
    fn a_shown_example_is_short() {
        for code in all() {
            for example in [code.bad(), code.good()] {
                assert!(example.shown().len() < 900, "{code}");
            }
        }
    }
}
