//! Describes a skill to a model: its name, its purpose, and the parameters that a call may set.

use serde_json::{Map, Value, json};
use vm::Type;

use crate::station::constraints::Constraints;
use crate::station::{Many, Native, Param, Presence, ProfileId, Setter, Skill, Station};

/// A skill as a model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool<'a> {
    /// Its name: the skill's.
    pub name: &'a str,
    /// What it is for, and what must be understood before it is called.
    pub description: String,
    /// What a call may set, in the order of the file.
    pub inputs: Vec<Input<'a>>,
}

/// A parameter that a tool announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input<'a> {
    /// Its name.
    pub name: &'a str,
    /// What the skill reads it as.
    pub ty: Type,
    /// What a call writes.
    pub takes: Takes,
    /// Whether a call without it is none.
    pub presence: Presence,
    /// What the arguments that it feeds ask of its value; nothing of what a native takes itself.
    pub constraints: Option<&'a Constraints>,
}

/// What a call writes for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A value of the type.
    Value,
    /// A reference to a row that was shown, or to a field of it.
    Row,
    /// A list of values of the type.
    List,
}

/// The tools of a profile, and what listing them costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolList<'a> {
    /// A tool for each skill that the profile may use, in the order of the file.
    pub tools: Vec<Tool<'a>>,
    /// The bytes of the list as JSON.
    pub bytes: usize,
}

impl Station {
    /// The tools that a profile sees; none if the profile does not exist.
    pub fn tools(&self, profile: ProfileId) -> ToolList<'_> {
        let tools: Vec<_> = self.skills_of(profile).map(Skill::tool).collect();
        let bytes = tools.iter().map(|tool| tool.json().to_string().len() + 1).sum::<usize>() + 1;
        ToolList { tools, bytes }
    }
}

impl ToolList<'_> {
    /// About how many tokens a model reads the list as: a token is about four bytes of it.
    pub fn tokens(&self) -> usize {
        self.bytes.div_ceil(4)
    }
}

impl Skill {
    /// The skill as a model sees it.
    pub fn tool(&self) -> Tool<'_> {
        let mut description = self.objective().unwrap_or(self.name()).to_owned();
        for question in self.diagnose() {
            description.push_str("\n- ");
            description.push_str(question);
        }
        let own = self.native().into_iter().flat_map(Native::announced).map(|own| Input {
            name: own.name,
            ty: own.ty,
            takes: match own.takes {
                Many::One => Takes::Value,
                Many::List => Takes::List,
            },
            presence: own.presence,
            constraints: None,
        });
        let inputs = own.chain(self.params().iter().filter_map(input)).collect();
        Tool { name: self.name(), description, inputs }
    }
}

/// What a tool announces of a parameter: what the model may set, or may set by pointing at a row.
fn input(param: &Param) -> Option<Input<'_>> {
    let by = |setter| param.set_by.contains(&setter);
    let takes = match (by(Setter::Llm), by(Setter::Read)) {
        (true, _) => Takes::Value,
        (false, true) => Takes::Row,
        (false, false) => return None,
    };
    let alone = param.set_by == [Setter::Llm];
    let needed = alone && param.default.is_none() && param.presence == Presence::Required;
    let presence = if needed { Presence::Required } else { Presence::Optional };
    Some(Input {
        name: &param.name,
        ty: param.ty,
        takes,
        presence,
        constraints: Some(&param.constraints),
    })
}

impl Tool<'_> {
    /// What a call is held against: a JSON Schema of draft 2020-12, an object that knows no other key.
    ///
    /// A door adds its own arguments, such as the room.
    pub fn input_schema(&self) -> Value {
        let properties: Map<_, _> =
            self.inputs.iter().map(|input| (input.name.to_owned(), input.schema())).collect();
        let required: Vec<_> = self
            .inputs
            .iter()
            .filter(|input| input.presence == Presence::Required)
            .map(|input| input.name)
            .collect();
        let mut schema = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if let (false, Some(schema)) = (required.is_empty(), schema.as_object_mut()) {
            schema.insert("required".to_owned(), json!(required));
        }
        schema
    }

    /// The tool as it is listed.
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "inputSchema": self.input_schema(),
        })
    }
}

impl Input<'_> {
    /// What a call writes, as a JSON Schema.
    pub fn schema(&self) -> Value {
        match self.takes {
            Takes::Row => {
                let told = self.ty.told();
                let text = format!("the `at` of a row that was shown, or `<at>.<field>`: {told}");
                json!({"type": "string", "description": text})
            }
            Takes::List => json!({"type": "array", "items": self.value()}),
            Takes::Value => self.value(),
        }
    }

    /// A value of the type, as a JSON Schema.
    fn value(&self) -> Value {
        let shape = self.ty.schema();
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!(shape.json));
        schema.insert("description".to_owned(), json!(self.ty.told()));
        if let Some(format) = shape.format {
            schema.insert("format".to_owned(), json!(format));
        }
        if let Some(minimum) = shape.minimum {
            schema.insert("minimum".to_owned(), json!(minimum));
        }
        if let Some(constraints) = self.constraints {
            constraints.announce(self.ty, &mut schema);
        }
        Value::Object(schema)
    }
}
