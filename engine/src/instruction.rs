//! Instruction skills: texts that a model loads when a task needs them, and the registry that makes one list of them that
//! can be trusted.
//!
//! A stored list, the **bundle**, and a call each bring some. The registry holds nothing but its limits.

mod file;
mod folder;
mod tool;

use std::collections::HashMap;
use std::fmt;

use lang::Code;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

pub(crate) use self::folder::{Folder, gather};
pub use self::folder::{Guides, guides};
pub use self::tool::{LoadTool, LoadedSkill};
use crate::report::codes;

/// An instruction skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it is loaded by.
    pub name: String,
    /// When a task needs it.
    pub description: String,
    /// What it says.
    pub body: String,
}

/// The limits of a list, and the name of the tool that loads from it. All lengths are Unicode scalar values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registry {
    /// The most skills of one list.
    pub max_skills: usize,
    /// The longest body.
    pub max_body_chars: usize,
    /// The name of the tool that loads one.
    pub load_tool: String,
}

impl Default for Registry {
    fn default() -> Registry {
        Registry {
            max_skills: 50,
            max_body_chars: 50_000,
            load_tool: "dyna_aigw_load_skill".to_owned(),
        }
    }
}

/// How a prompt presents a list of skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Names and descriptions: the bodies are loaded by the tool.
    Listed,
    /// With the bodies; the prompt then needs no tool.
    Inline,
}

/// What a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One answer, without tools.
    Ask,
    /// A run with tools.
    Run,
    /// A run that goes on.
    Resume,
}

/// What a call is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The list.
    pub skills: Vec<Instruction>,
    /// Its text in the prompt; empty where the list is.
    pub slot: String,
    /// The tool that loads from it, where the call has tools and the list is not empty.
    pub tool: Option<LoadTool>,
}

/// Why a list is refused. At a door it is a bad request with this data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstructionFault {
    /// Names are empty or used twice.
    Names {
        /// Each name that is used more than once, in its first spelling, in the order of first appearance.
        duplicates: Vec<String>,
        /// How many names are empty.
        empty_names: usize,
    },
    /// There are too many.
    Count {
        /// The limit.
        max_skills: usize,
        /// How many there are.
        count: usize,
    },
    /// A body is too long.
    Body {
        /// The limit.
        max_body_chars: usize,
        /// The first skill whose body is.
        skill: String,
        /// How long it is.
        length: usize,
    },
    /// The tool was asked for an empty list.
    Empty,
}

impl InstructionFault {
    /// Its code.
    pub fn code(&self) -> Code {
        match self {
            InstructionFault::Names { .. } => codes::INSTRUCTIONS_NAMES,
            InstructionFault::Count { .. } => codes::INSTRUCTIONS_COUNT,
            InstructionFault::Body { .. } => codes::INSTRUCTIONS_BODY,
            InstructionFault::Empty => codes::INSTRUCTIONS_EMPTY,
        }
    }

    /// The data that accompanies the code.
    pub fn data(&self) -> Value {
        match self {
            InstructionFault::Names { duplicates, empty_names } => {
                json!({"duplicates": duplicates, "emptyNames": empty_names})
            }
            InstructionFault::Count { max_skills, count } => {
                json!({"maxSkills": max_skills, "count": count})
            }
            InstructionFault::Body { max_body_chars, skill, length } => {
                json!({"maxBodyChars": max_body_chars, "skill": skill, "length": length})
            }
            InstructionFault::Empty => json!({}),
        }
    }
}

impl fmt::Display for InstructionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstructionFault::Names { duplicates, empty_names } => {
                let names: Vec<_> = duplicates.iter().map(|name| format!("`{name}`")).collect();
                match (names.is_empty(), empty_names) {
                    (false, 0) => write!(f, "several skills are called {}", names.join(", ")),
                    (true, empty) => write!(f, "{empty} skills have no name"),
                    (false, empty) => write!(
                        f,
                        "several skills are called {}, and {empty} have no name",
                        names.join(", ")
                    ),
                }
            }
            InstructionFault::Count { max_skills, count } => {
                write!(f, "{count} skills, where {max_skills} is the most")
            }
            InstructionFault::Body { max_body_chars, skill, length } => write!(
                f,
                "the body of `{skill}` has {length} characters, where {max_body_chars} is the most"
            ),
            InstructionFault::Empty => f.write_str("there is no skill to load"),
        }
    }
}

impl Registry {
    /// The bundle's skills, then the call's, as given.
    ///
    /// # Errors
    /// Names that are empty or used twice; else too many skills; else the first body that is too long.
    pub fn resolve(
        &self,
        bundle: &[Instruction],
        call: &[Instruction],
    ) -> Result<Vec<Instruction>, InstructionFault> {
        let skills = [bundle, call].concat();
        names(&skills)?;
        if skills.len() > self.max_skills {
            let (max_skills, count) = (self.max_skills, skills.len());
            return Err(InstructionFault::Count { max_skills, count });
        }
        for skill in &skills {
            let length = skill.body.chars().count();
            if length > self.max_body_chars {
                let (max_body_chars, skill) = (self.max_body_chars, skill.name.clone());
                return Err(InstructionFault::Body { max_body_chars, skill, length });
            }
        }
        Ok(skills)
    }

    /// A bundle before it is stored.
    ///
    /// # Errors
    /// As [`Registry::resolve`].
    pub fn upsert(&self, bundle: &[Instruction]) -> Result<Vec<Instruction>, InstructionFault> {
        self.resolve(bundle, &[])
    }

    /// What a call is given, before anything of it is stored.
    ///
    /// # Errors
    /// As [`Registry::resolve`].
    pub fn prepare(
        &self,
        bundle: &[Instruction],
        call: &[Instruction],
        mode: Mode,
    ) -> Result<Prepared, InstructionFault> {
        let skills = self.resolve(bundle, call)?;
        let tool = match mode {
            Mode::Run | Mode::Resume if !skills.is_empty() => {
                Some(self.make_load_skill_tool(&skills)?)
            }
            Mode::Ask | Mode::Run | Mode::Resume => None,
        };
        let form = if tool.is_some() { Slot::Listed } else { Slot::Inline };
        Ok(Prepared { slot: self.render_slot(&skills, form), skills, tool })
    }

    /// The text of a list in a prompt. Lines end in LF, and none ends the text; of no skill it is empty.
    pub fn render_slot(&self, skills: &[Instruction], slot: Slot) -> String {
        if skills.is_empty() {
            return String::new();
        }
        let (mut text, each): (String, fn(&Instruction) -> String) = match slot {
            Slot::Listed => (
                format!("Skills — load one with {} when the task needs it:", self.load_tool),
                |skill| {
                    format!("\n{}", one_line(&format!("- {}: {}", skill.name, skill.description)))
                },
            ),
            Slot::Inline => ("Skills — instructions for this call:".to_owned(), |skill| {
                let body = skill.body.replace("\r\n", "\n").replace('\r', "\n");
                format!("\n\n## {}\n{}", one_line(&skill.name), body.trim_end_matches('\n'))
            }),
        };
        skills.iter().for_each(|skill| text.push_str(&each(skill)));
        text.truncate(text.trim_end_matches('\n').len());
        text
    }

    /// The tool that loads one of some skills.
    ///
    /// # Errors
    /// `Empty` if there are none.
    pub fn make_load_skill_tool(
        &self,
        skills: &[Instruction],
    ) -> Result<LoadTool, InstructionFault> {
        if skills.is_empty() {
            return Err(InstructionFault::Empty);
        }
        Ok(LoadTool::new(self.load_tool.clone(), skills))
    }
}

/// Collapses white space, so that no text begins a new line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name as it is compared.
fn compared(name: &str) -> String {
    name.trim().nfc().collect()
}

fn names(skills: &[Instruction]) -> Result<(), InstructionFault> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for skill in skills {
        *counts.entry(compared(&skill.name)).or_default() += 1;
    }
    let empty_names = counts.remove("").unwrap_or_default();
    // Removing a reported name leaves its first spelling as the only one.
    let twice = skills
        .iter()
        .filter(|skill| counts.remove(&compared(&skill.name)).is_some_and(|count| count > 1));
    let duplicates: Vec<_> = twice.map(|skill| skill.name.clone()).collect();
    if duplicates.is_empty() && empty_names == 0 {
        return Ok(());
    }
    Err(InstructionFault::Names { duplicates, empty_names })
}

#[cfg(test)]
mod tests;
