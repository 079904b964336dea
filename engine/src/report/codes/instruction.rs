//! The codes of instruction skills.

use lang::codes::{Example, codes};

use super::stations::{api, menu};

codes! {
    /// The codes of instruction skills.
    INSTRUCTION:
    INSTRUCTIONS_NAMES "instructions/names" Refused
        when "a list of instruction skills has an empty name, or one twice; data `{duplicates, emptyNames}`"
        remedy "rename or leave out"
        bad Example::instructions(
            r#"{"resolve": {"bundle": [{"name": "refunds", "description": "money back", "body": "Ask first."}], "call": [{"name": "refunds", "description": "again", "body": "Ask."}]}}"#
        ),
        good Example::instructions(
            r#"{"resolve": {"bundle": [{"name": "refunds", "description": "money back", "body": "Ask first."}], "call": [{"name": "returns", "description": "goods back", "body": "Ask."}]}}"#
        );
    INSTRUCTIONS_COUNT "instructions/count" Refused
        when "a list has more instruction skills than `max_skills`; data `{maxSkills, count}`"
        remedy "fewer skills"
        bad Example::instructions(
            r#"{"max_skills": 1, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": ""}, {"name": "returns", "description": "", "body": ""}], "call": []}}"#
        ),
        good Example::instructions(
            r#"{"max_skills": 1, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": ""}], "call": []}}"#
        );
    INSTRUCTIONS_BODY "instructions/body" Refused
        when "a body is longer than `max_body_chars`, the first named; data `{maxBodyChars, skill, length}`"
        remedy "a shorter body"
        bad Example::instructions(
            r#"{"max_body_chars": 4, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": "Ask first."}], "call": []}}"#
        ),
        good Example::instructions(
            r#"{"max_body_chars": 4, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": "Ask."}], "call": []}}"#
        );
    INSTRUCTIONS_EMPTY "instructions/empty" Refused
        when "the tool that loads instruction skills is asked for an empty list"
        remedy "do not offer it"
        bad Example::instructions(r#"{"make_load_skill_tool": []}"#),
        good Example::instructions(
            r#"{"make_load_skill_tool": [{"name": "refunds", "description": "money back", "body": "Ask first."}]}"#
        );
    INSTRUCTIONS_FILE "instructions/file" Warning
        when "a file of a folder is no instruction skill, and is left out; with line and column"
        remedy "what its front matter needs"
        bad Example::station(concat!("instructions: [drafts]\n", api!(), menu!())),
        good Example::station(concat!("instructions: [guides]\n", api!(), menu!()));
    INSTRUCTIONS_DUPLICATE "instructions/duplicate" Warning
        when "two files have one name, and neither is loaded; with both paths"
        remedy "rename one"
        bad Example::station(concat!("instructions: [guides, copies]\n", api!(), menu!())),
        good Example::station(concat!("instructions: [guides]\n", api!(), menu!()));
}
