//! The tool by which a model loads an instruction skill.

use serde::Serialize;
use serde_json::{Value, json};

use super::Instruction;

/// The tool that loads one of the skills that it was made for. It asks nobody, never ends a run, and is there at every
/// step of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadTool {
    /// Its name.
    pub name: String,
    /// The longest answer: the compact JSON of a skill's name and body, in Unicode scalar values.
    pub max_output_chars: usize,
    skills: Vec<Instruction>,
}

/// What the tool answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LoadedSkill<'a> {
    /// The skill's name.
    pub name: &'a str,
    /// What it says.
    pub body: &'a str,
}

impl LoadTool {
    pub(super) fn new(name: String, skills: &[Instruction]) -> LoadTool {
        let length = |skill: &Instruction| {
            let answer = LoadedSkill { name: &skill.name, body: &skill.body };
            serde_json::to_string(&answer).map_or(0, |text| text.chars().count())
        };
        let max_output_chars = skills.iter().map(length).max().unwrap_or_default();
        LoadTool { name, max_output_chars, skills: skills.to_vec() }
    }

    /// The names that its input may be, as they were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.skills.iter().map(|skill| skill.name.as_str())
    }

    /// The skill with this name; `None` if the tool was not made for it.
    pub fn load(&self, name: &str) -> Option<LoadedSkill<'_>> {
        let skill = self.skills.iter().find(|skill| skill.name == name)?;
        Some(LoadedSkill { name: &skill.name, body: &skill.body })
    }

    /// The tool's description for a model.
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "description": "Load the instructions of a skill.",
            "inputSchema": {
                "type": "object",
                "properties": {"name": {"type": "string", "enum": self.names().collect::<Vec<_>>()}},
                "required": ["name"],
                "additionalProperties": false,
            },
            "policy": "ALLOW",
            "endsRun": false,
            "visibleOn": "every step",
            "maxOutputChars": self.max_output_chars,
        })
    }
}
