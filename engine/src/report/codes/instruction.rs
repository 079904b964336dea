//! The codes of instruction skills.

use lang::codes::{Example, codes};

use super::stations::{api, menu};

codes! {
    /// The codes of instruction skills.
    INSTRUCTION:
    INSTRUCTIONS_NAMES "instructions/names" Refused
        when "a list contains an empty name, or contains a name twice. The data is `{duplicates, emptyNames}`"
        remedy "rename the skill, or leave it out"
        bad Example::instructions(
            r#"{"resolve": {"bundle": [{"name": "refunds", "description": "money back", "body": "Ask first."}], "call": [{"name": "refunds", "description": "again", "body": "Ask."}]}}"#
        ),
        good Example::instructions(
            r#"{"resolve": {"bundle": [{"name": "refunds", "description": "money back", "body": "Ask first."}], "call": [{"name": "returns", "description": "goods back", "body": "Ask."}]}}"#
        );
    INSTRUCTIONS_COUNT "instructions/count" Refused
        when "there are more skills than `max_skills`. The data is `{maxSkills, count}`"
        remedy "use fewer skills"
        bad Example::instructions(
            r#"{"max_skills": 1, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": ""}, {"name": "returns", "description": "", "body": ""}], "call": []}}"#
        ),
        good Example::instructions(
            r#"{"max_skills": 1, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": ""}], "call": []}}"#
        );
    INSTRUCTIONS_BODY "instructions/body" Refused
        when "a body is longer than `max_body_chars`. The data is `{maxBodyChars, skill, length}` and names the first such body"
        remedy "write a shorter body"
        bad Example::instructions(
            r#"{"max_body_chars": 4, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": "Ask first."}], "call": []}}"#
        ),
        good Example::instructions(
            r#"{"max_body_chars": 4, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": "Ask."}], "call": []}}"#
        );
    INSTRUCTIONS_EMPTY "instructions/empty" Refused
        when "a caller asks for the load tool of an empty list"
        remedy "do not offer the load tool"
        bad Example::instructions(r#"{"make_load_skill_tool": []}"#),
        good Example::instructions(
            r#"{"make_load_skill_tool": [{"name": "refunds", "description": "money back", "body": "Ask first."}]}"#
        );
    INSTRUCTIONS_FILE "instructions/file" Warning
        when "a file of a folder is not an instruction skill, and the registry leaves the file out. The message gives line and column"
        remedy "write what the file's front matter needs"
        bad Example::station(concat!("instructions: [drafts]\n", api!(), menu!())),
        good Example::station(concat!("instructions: [guides]\n", api!(), menu!()));
    INSTRUCTIONS_DUPLICATE "instructions/duplicate" Warning
        when "two files have the same name, and the registry loads neither. The message gives both paths"
        remedy "rename one of them"
        bad Example::station(concat!("instructions: [guides, copies]\n", api!(), menu!())),
        good Example::station(concat!("instructions: [guides]\n", api!(), menu!()));
}
