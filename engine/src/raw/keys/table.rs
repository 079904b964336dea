//! The table of keys: the sections of a station file and the keys of each, in the order in which messages list them.
//!
//! A row reads `key: need form => "phrase", "description";`. A key is `required`, `optional`, or `one_of` a group in
//! which a section has exactly one. Messages use the phrase for the expected value; without a phrase, the form's own
//! words. The description is one sentence without a full stop.

use super::form::Form;
use super::{Key, Need};
use crate::station::sentence::Sentence;
use crate::station::{
    Answerer, Class, Component, Effect, Locale, NativeKind, OnLoss, Reducer, Role, Setter, Span,
    Whose,
};

const ANY: Form = Form::Any;
const TEXT: Form = Form::Text;
const TEXTS: Form = Form::List(&TEXT);
const SWITCH: Form = Form::Switch;
const CONDITION: Form = Form::Condition;
const CLASS: Form = Form::Words(Class::WORDS);
const ANSWERERS: Form = Form::List(&Form::Words(Answerer::WORDS));
const GUARDS: Form = Form::List(&Form::Section(Section::Guard));
const CALLS: Form = Form::List(&Form::Section(Section::Call));
const QUESTIONS: Form = Form::Map(&Form::Section(Section::FormField));
const OUTPUTS: Form = Form::Map(&Form::Section(Section::Output));
const ARGUMENTS: Form = Form::Map(&ANY);
const REFERENCES: Form = Form::Either(&[TEXT, TEXTS]);
const OPTIONS: Form = Form::Either(&[
    Form::List(&Form::Either(&[TEXT, Form::Section(Section::Choice)])),
    Form::Section(Section::Choices),
]);

/// A map with the keys of a section.
const fn section(section: Section) -> Form {
    Form::Section(section)
}

/// One of some words.
const fn words(words: &'static [&'static str]) -> Form {
    Form::Words(words)
}

macro_rules! need {
    (required) => {
        Need::Required
    };
    (optional) => {
        Need::Optional
    };
    (one_of) => {
        Need::OneOf
    };
}

macro_rules! phrase {
    () => {
        None
    };
    ($phrase:literal) => {
        Some($phrase)
    };
}

macro_rules! sections {
    ($($variant:ident $name:literal {
        $($key:ident: $need:ident $form:expr $(=> $phrase:literal)?, $says:literal;)*
    })*) => {
        /// A section of a station file: a map whose keys are fixed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Section {
            $(#[doc = concat!("The keys of ", $name, ".")] $variant,)*
        }

        impl Section {
            /// Every section, in the table's order.
            pub const ALL: &'static [Section] = &[$(Section::$variant),*];

            /// The section's name in messages.
            pub fn name(self) -> &'static str {
                match self { $(Section::$variant => $name,)* }
            }

            /// The rows of the section's keys, in the table's order.
            pub fn keys(self) -> &'static [Key] {
                match self {
                    $(Section::$variant => {
                        const ROWS: &[Key] = &[$(Key {
                            name: stringify!($key),
                            need: need!($need),
                            form: $form,
                            phrase: phrase!($($phrase)?),
                            says: $says,
                        }),*];
                        ROWS
                    })*
                }
            }
        }
    };
}

sections! {
    Station "the top level" {
        skills: optional Form::List(&section(Section::Skill)) => "a list of skills",
            "The station's skills; required, in this file or in an included one";
        language: optional Form::Either(&[words(&["1"]), TEXT]) => "the number of a language version",
            "The version of the condition language; default `1`";
        station: optional TEXT => "a name",
            "The station's name; default: the file's name without its ending";
        include: optional TEXTS => "a list of files",
            "Files in this file's folder or below it whose lists and maps are appended to the station's";
        global: optional section(Section::Global),
            "The currency, language, time zone and country of the whole station";
        tenant_url: optional TEXT => "an http(s) address",
            "The business's address, which replaces `{tenant_url}` in link templates; the environment variable `TENANT_URL` overrides it";
        apis: optional Form::List(&section(Section::Api)) => "a list of entries",
            "The sources of operations; required if a skill has `invoke.method`";
        profiles: optional Form::Some(&section(Section::Profile)) => "a map of profiles",
            "The categories of callers and what each may use; default: one profile, `everyone`, with all operations";
        auth: optional section(Section::Auth),
            "How the product recognises a caller; without it, every caller belongs to the only profile";
        policies: optional Form::Map(&section(Section::Policy)) => "a map of policies",
            "Named rules that guards and output filters refer to";
        submit_guard: optional section(Section::SubmitGuard),
            "What every submit outside a playbook must pass; default: nothing";
        playbooks: optional Form::List(&section(Section::Playbook)) => "a list of playbooks",
            "Sequences of tasks that lead through several skills";
        catalog: optional section(Section::Catalog),
            "The source of the catalogue that native skills search";
        sentences: optional Form::Named(Sentence::NAMES, &TEXT) => "a map of sentences",
            "Fluent messages that replace built-in sentences, by name";
        instructions: optional TEXTS => "a list of folders",
            "Folders of instruction skills";
    }
    Included "an included file" {
        include: optional TEXTS => "a list of files",
            "More files to include";
        skills: optional Form::List(&section(Section::Skill)) => "a list of skills",
            "More skills";
        apis: optional Form::List(&section(Section::Api)) => "a list of entries",
            "More sources of operations";
        profiles: optional Form::Some(&section(Section::Profile)) => "a map of profiles",
            "More profiles";
        policies: optional Form::Map(&section(Section::Policy)) => "a map of policies",
            "More policies";
        playbooks: optional Form::List(&section(Section::Playbook)) => "a list of playbooks",
            "More playbooks";
        sentences: optional Form::Named(Sentence::NAMES, &TEXT) => "a map of sentences",
            "More sentences that replace built-in ones";
        instructions: optional TEXTS => "a list of folders",
            "More folders of instruction skills";
    }
    Profile "a profile" {
        grants: optional Form::Either(&[words(&["*"]), TEXTS]) => "a list of operations or `\"*\"`",
            "The operations that the profile's callers may reach, as a list or `\"*\"` for all; default: none";
        roles: optional TEXTS => "a list of roles",
            "The roles of the profile's callers, which decide the approvals they may give";
        sees: optional Form::List(&words(&["internal", "personal", "confidential"]))
            => "a list of `internal`, `personal` and `confidential`",
            "The classes that the profile sees in addition to `public`";
    }
    Auth "`auth`" {
        identify_by: optional section(Section::Identify),
            "The kind of verified value that identifies a person";
        default: optional TEXT => "the name of a profile",
            "The profile of a caller who presents no credential";
        tokens: optional Form::List(&section(Section::Token)) => "a list of tokens",
            "Fixed tokens that the product accepts";
        jwt: optional section(Section::Jwt),
            "The issuer whose signed tokens (JWT) the product accepts";
    }
    Identify "`identify_by`" {
        type: required words(&["text", "email", "phone"]),
            "The type of the verified value";
    }
    Token "a token" {
        env: required TEXT => "the name of an environment variable",
            "The environment variable that holds the token";
        profile: optional TEXT => "the name of a profile",
            "The profile of a caller with this token; default: the only profile";
        roles: optional TEXTS => "a list of roles",
            "The roles of a caller with this token, in addition to the profile's";
        identity: optional TEXT => "the value that identifies",
            "The verified value of a caller with this token, of the type of `identify_by`";
    }
    Jwt "`jwt`" {
        issuer: required TEXT => "the issuer's http(s) address",
            "The http(s) address of the issuer";
        audience: required TEXT => "the audience of the tokens",
            "The audience that a token must name";
        jwks: required TEXT => "the http(s) address of the issuer's keys",
            "The http(s) address of the issuer's public keys";
        profile: optional TEXT => "the name of a claim",
            "The claim that names the caller's profile; default: the only profile";
        roles: optional TEXT => "the name of a claim",
            "The claim that lists the caller's roles";
        identity: optional TEXT => "the name of a claim",
            "The claim that holds the verified value";
    }
    Global "`global`" {
        currency: optional TEXT => "a currency of ISO 4217, such as `EUR`",
            "The currency of all prices, as an ISO 4217 code such as `EUR`; required if anything is a `price`";
        locale: optional words(Locale::WORDS),
            "The language of sentences; default `en`";
        timezone: optional TEXT => "a time zone, such as `Europe/Paris`",
            "The IANA time zone of dates without an offset; default `UTC`";
        country: optional TEXT => "a country of ISO 3166, such as `FR`",
            "The ISO 3166 country of phone numbers without a country code; without it, such numbers are unreadable";
    }
    Api "an entry of `apis`" {
        name: required TEXT => "the entry's own name",
            "The entry's unique name";
        rows: optional Form::Map(&TEXT) => "a map of operations and their files",
            "Files of rows that answer operations, by operation name";
        openapi: optional TEXT => "the name of an OpenAPI document",
            "The file of an OpenAPI 3.0 or 3.1 document that declares the operations";
        base_url: optional TEXT => "an http(s) address",
            "The API's address, which overrides the server in the OpenAPI document";
        mcp: optional section(Section::Mcp),
            "An MCP server whose tools are the operations";
        agent: optional section(Section::Agent),
            "An agent whose coded skills are the operations";
        auth: optional section(Section::Credentials),
            "The credentials that calls carry";
        operations: optional Form::Map(&section(Section::Operation))
            => "a map from operations to their settings",
            "Settings of single operations, by operation name";
    }
    Mcp "`mcp`" {
        command: optional TEXTS => "a list of a program and its arguments",
            "The program that runs as the server, followed by its arguments";
        url: optional TEXT => "an http(s) address",
            "The server's http(s) address";
        tools: required TEXT => "the name of a file with the server's answer to `tools/list`",
            "The file with the server's saved answer to `tools/list`";
    }
    Agent "`agent`" {
        url: optional TEXT => "an http(s) address",
            "The agent's http(s) address, for calls over A2A";
        program: optional TEXT => "the name of a linked program",
            "The name of an agent that is linked into the program";
        manifest: optional TEXT => "the name of a file with the agent's manifest",
            "The file with the saved manifest of an agent that has a `url`";
    }
    Credentials "`auth` of an entry" {
        bearer: optional TEXT => "the name of an environment variable: `\"${NAME}\"`",
            "The environment variable with a bearer token, as `\"${NAME}\"`";
        basic: optional TEXT => "the name of an environment variable: `\"${NAME}\"`",
            "The environment variable with a user name and a password, separated by a colon";
        header: optional Form::Map(&TEXT) => "a map of names and credentials",
            "The environment variables for request headers, by header name";
        query: optional Form::Map(&TEXT) => "a map of names and credentials",
            "The environment variables for query parameters, by parameter name";
    }
    Operation "an operation" {
        access: optional words(&["read", "write"]),
            "Whether a call reads or writes; default: the access that the source declares";
        rows_at: optional TEXT => "a dotted path, or `.`",
            "The path of the rows in the answer, or `\".\"` if the answer is the one row; default: the answer if it is a list, else its only list";
        timeout: optional TEXT => "a time, such as `10s`",
            "The time that a call may take, a whole number with `s`, `m` or `h`; default `10s`";
        idempotent: optional SWITCH,
            "Whether repeated calls under one idempotency key have one effect; default `false`";
    }
    Skill "a skill" {
        name: required TEXT => "a name of letters, digits, `_` and `-`",
            "The skill's unique name: a letter, then letters, digits, `_` and `-`, at most 64 characters";
        cognitive: optional section(Section::Cognitive),
            "The description of the skill that a model reads";
        params: optional Form::Map(&section(Section::Param)) => "a map of parameters",
            "The skill's parameters, by name";
        invoke: optional section(Section::Invoke),
            "The operation or native search that returns the skill's rows";
        kinds: optional Form::Some(&section(Section::Kind)) => "a map of kinds",
            "The kinds of rows that the skill offers, by name";
        present: optional section(Section::Present),
            "The fields that are read from a row and shown";
        select: optional section(Section::Select),
            "The rules for choosing the skill's rows";
        submit: optional CALLS => "a list of calls",
            "The calls that file the chosen lines, in order";
        render: optional section(Section::Render),
            "The component that draws the skill's answer";
        output_filters: optional section(Section::Filters),
            "The parts of the answer that do not leave the product, or leave in another form";
        per_profile: optional Form::Map(&section(Section::PerProfile)) => "a map of profiles",
            "Additional guards, quantities and filters, by profile";
        depends_on: optional TEXT => "the name of a skill",
            "The skill whose share must have a line before this skill's rows can be added";
        on_loss: optional words(OnLoss::WORDS),
            "What happens if the share that this skill depends on empties: `clear` empties this share, `block` holds the submit; default `block`";
        countable: optional SWITCH,
            "Whether a line has a quantity; default `true`";
        yields: optional TEXT => "the name of a kind",
            "The kind of another skill that this skill's rows are offers of";
        presents: optional words(&["selection"]),
            "The value `selection` makes a skill that shows the selection and calls nothing";
        authenticated: optional SWITCH,
            "Whether only a caller with a verified identity may call the skill; default `false`";
        auto_trigger: optional TEXT => "the name of a playbook",
            "The playbook that a call of the skill opens if none is open";
    }
    Cognitive "`cognitive`" {
        objective: optional TEXT,
            "The need that the skill answers, in one sentence; without it, `seek_guidance` cannot rank the skill";
        diagnose: optional TEXTS => "a list of texts",
            "What a model must find out before it uses the skill";
    }
    Param "a parameter" {
        type: optional Form::Type,
            "The parameter's type; without it, only the station sets the parameter";
        set_by: optional Form::List(&words(Setter::WORDS))
            => "a list of `llm`, `person`, `read`, `result`, `identity`",
            "The sources that may set the parameter; default `[llm, person]`, and `[]` is nobody";
        default: optional TEXT => "a literal of the parameter's type",
            "The value until a source sets the parameter";
        optional: optional SWITCH,
            "Whether a call leaves the argument out while the parameter is not set; default `false`";
        class: optional CLASS,
            "The class that decides who may see the value; default `public`, or `personal` if `identity` may set the parameter";
    }
    Invoke "`invoke`" {
        method: optional TEXT => "the name of an operation",
            "The operation that is called; it must have `access: read`";
        native: optional words(NativeKind::WORDS),
            "The search of the product's catalogue that runs instead of an operation";
        args: optional ARGUMENTS => "a map of arguments",
            "The arguments of the call, by address: literals or `$params.<name>`";
        guards: optional GUARDS => "a list of guards",
            "The guards that must pass before every call";
    }
    Kind "a kind" {
        when: optional CONDITION,
            "The condition that is true of the kind's rows; a skill's only kind may omit it";
        select: optional section(Section::KindSelect),
            "The kind's own guards and quantities; default: the skill's";
        fields: optional Form::Map(&section(Section::LineField)) => "a map of fields",
            "The questions that are asked for each line after the choice, by name";
        submit: optional CALLS => "a list of calls",
            "The calls that file the kind's lines; default: the skill's";
    }
    Present "`present`" {
        fields: optional Form::Map(&section(Section::Field)) => "a map of fields",
            "The presented fields, by name";
        ref: optional TEXT => "a dotted path",
            "The path of the row's reference; default: the first of `id`, `code` and `slug` that the row has";
    }
    Field "a presented field" {
        from: optional TEXT => "a dotted path",
            "The path of the value in the row; default: the field's name";
        type: required Form::Type,
            "The field's type";
        role: optional words(Role::WORDS) => "a role",
            "What the field is on the card; default: none";
        class: optional CLASS,
            "The class that decides who may see the field; default `public`";
        template: optional TEXT => "an address with `{value}` in it",
            "The address of a link with `{value}` for the field's value; default: the value itself";
        cadence: optional section(Section::Cadence),
            "The place in the row of how often the billed price is paid; default: its key `cadence`";
    }
    Cadence "`cadence`" {
        from: required TEXT => "a dotted path",
            "The path of the cadence in the row";
    }
    LineField "a line field" {
        type: required Form::Type,
            "The type of the line field";
        required: optional SWITCH,
            "Whether the submit waits for a value; default `false`";
        label: optional TEXT,
            "The text that a person sees for the line field; default: its name";
        options: optional OPTIONS => "a list of answers, or `{from: <path of the row>}`",
            "The values to choose from; default: any value of the type";
        class: optional CLASS,
            "The class that decides who may see the value; default `personal`";
        set_by: optional ANSWERERS => "a list of `llm` and `person`",
            "Who may fill the line field; default `[person]`";
    }
    Choice "an option" {
        value: required TEXT => "the answer",
            "The answer that the option gives";
        label: optional TEXT,
            "The text that a person sees for the option; default: its value";
    }
    Choices "`options`" {
        from: required TEXT => "a dotted path of the row",
            "The path of the list of options in the row";
    }
    Select "`select`" {
        max_items: optional TEXT => "a whole number from 1",
            "The most lines in the share, from 1; with 1, another choice replaces the first; default: no limit";
        quantity: optional section(Section::Quantity),
            "The quantities that a line may have; default: whole numbers from 1";
        unique: optional Form::Either(&[TEXT, TEXTS, section(Section::Unique)])
            => "a reference, a list of references, or a map with `key`",
            "The references whose values only one line of the station may hold at a time";
        valid_for: optional TEXT => "a time, such as `30d`",
            "How long a chosen row stays valid, a whole number with `s`, `m`, `h`, `d` or `w`; default: no limit";
        guards: optional GUARDS => "a list of guards",
            "The guards that a line must pass, in order";
    }
    KindSelect "a kind's `select`" {
        quantity: optional section(Section::Quantity),
            "The quantities of the kind's lines; default: the skill's";
        guards: optional Form::Either(&[GUARDS, section(Section::Added)]) => "a list of guards",
            "The kind's guards: a list replaces the skill's guards, `{add: […]}` appends to them";
    }
    Quantity "`quantity`" {
        min: optional TEXT => "a number",
            "The least quantity; default: the step";
        max: optional TEXT => "a number",
            "The greatest quantity; default: no limit";
        step: optional TEXT => "a number over 0",
            "The distance between quantities, counted from `min`; default `1`";
    }
    Unique "`unique`" {
        key: required REFERENCES => "a reference or a list of references",
            "The reference, or the list of references, whose values form the key";
        scope: optional words(&["station"]),
            "The value `station` shares the key between all skills of this scope; default: only within the skill";
        after: optional words(&["free"]),
            "The value `free` releases the key after a successful submit; default: the key is kept";
    }
    Added "a kind's `guards`" {
        add: optional GUARDS => "a list of guards",
            "The guards that follow the skill's";
    }
    Guard "a guard" {
        require: one_of CONDITION,
            "The condition that must be true";
        check: one_of Form::Either(&[TEXT, section(Section::Check)])
            => "the name of an operation, or a map with `method`",
            "The operation whose answer decides";
        form: one_of QUESTIONS => "a map of fields",
            "The questions that must be answered, by name";
        update: one_of Form::Map(&Form::Either(&[TEXT, section(Section::Update)]))
            => "a map of fields and operations",
            "The operations that read presented fields again, by field";
        approval: one_of section(Section::Approval),
            "The approval by a person with a role";
        permission: one_of section(Section::Permission),
            "The profiles whose callers pass";
        policy: one_of TEXT => "the name of a policy",
            "The policy that must allow";
        budget: one_of section(Section::Budget),
            "The limit on the sum of billed prices over a time";
        submitted_by: one_of Form::Either(&[ANSWERERS, section(Section::SubmittedBy)])
            => "a list of `llm` and `person`",
            "The sources that may submit";
        name: optional TEXT,
            "The guard's name";
        when: optional CONDITION,
            "The condition under which the guard applies, unless it is false; default: always";
        message: optional TEXT,
            "The text that explains why the guard does not pass";
    }
    Check "`check`" {
        method: required TEXT => "the name of an operation",
            "The operation that is asked; it must have `access: read`";
        args: optional ARGUMENTS => "a map of arguments",
            "The arguments of the check, literals or references; default: filled by name";
        output: optional OUTPUTS => "a map of outputs",
            "The values that are read from the answer; default: `ok`, a boolean, and `reason`, a text";
        pass: optional CONDITION,
            "The condition on `$output` under which the check passes; default `$output.ok == true`";
        reason: optional TEXT => "the name of a text output",
            "The text output that explains a refusal; default `reason`";
    }
    Output "an output" {
        from: optional TEXT => "`$output.<path>`",
            "The place in the answer, as `$output.<path>` or `$output`; default: the output's name";
        type: required Form::Type,
            "The output's type";
        optional: optional SWITCH,
            "Whether the answer may lack the output; default `false`";
        class: optional CLASS,
            "The class that decides who may see the output; default `public`";
    }
    FormField "a form field" {
        type: required Form::Type,
            "The type of the answer";
        required: optional SWITCH,
            "Whether the form needs an answer; default `false`";
        label: optional TEXT,
            "The text that a person sees for the form field; default: its name";
        options: optional OPTIONS => "a list of answers, or `{from: <path of the row>}`",
            "The answers to choose from; default: any value of the type";
        class: optional CLASS,
            "The class that decides who may see the answer; default `personal`";
        set_by: optional ANSWERERS => "a list of `llm` and `person`",
            "Who may answer; default `[llm, person]`";
    }
    Update "`update`" {
        method: required TEXT => "the name of an operation",
            "The operation that returns the field's new value";
        args: optional ARGUMENTS => "a map of arguments",
            "The arguments of the update, literals or references; default: filled by name";
        from: optional TEXT => "`$output.<path>`",
            "The place of the new value in the answer, as `$output.<path>`; default: the field's name";
    }
    Approval "`approval`" {
        role: required TEXT => "the role of the person who approves",
            "The role of the person who approves";
    }
    Permission "`permission`" {
        profiles: required TEXTS => "a list of profiles",
            "The profiles that have the permission";
    }
    Budget "`budget`" {
        max: required TEXT => "a price over 0",
            "The greatest sum, as a price over 0";
        per: required words(Span::WORDS),
            "The time over which prices are summed";
        of: required words(Whose::WORDS),
            "Whose prices are summed";
    }
    SubmittedBy "`submitted_by`" {
        sources: optional ANSWERERS => "a list of `llm` and `person`",
            "The sources that may submit; default: all";
        profiles: optional TEXTS => "a list of profiles",
            "The profiles that may submit; default: all";
    }
    Policy "a policy" {
        require: optional CONDITION,
            "The condition that must be true; a policy has it or `judge`";
        judge: optional section(Section::Judge),
            "The outside service that decides; a policy has it or `require`";
        effect: optional words(Effect::WORDS),
            "What the policy may do: `block`, or with a judge also `rewrite`; default `block`";
    }
    Judge "`judge`" {
        url: required TEXT => "the judge's http(s) address",
            "The http(s) address that is asked by POST";
        instructions: optional TEXT,
            "The text that tells the judge how to decide";
        timeout: optional TEXT => "a time, such as `10s`",
            "The time that an answer may take, a whole number with `s`, `m` or `h`; default `10s`";
    }
    SubmitGuard "`submit_guard`" {
        form: optional QUESTIONS => "a map of fields",
            "The questions that the person answers before the submit, by name; a required boolean is a consent";
        guards: optional GUARDS => "a list of guards",
            "The guards that follow the form";
    }
    Call "a call of `submit`" {
        name: required TEXT => "the call's own name",
            "The call's unique name in its list";
        mode: optional words(&["request", "handover", "self"]),
            "Whether the call asks the tenant (`request`), sends the person to `url` (`handover`) or needs no call (`self`); default `request`";
        tool: optional TEXT => "the name of an operation",
            "The operation that is called; required for `request`";
        url: optional TEXT => "an http(s) address",
            "The http(s) address that a `handover` sends the person to; required for `handover`";
        args: optional ARGUMENTS => "a map of arguments",
            "The arguments of the call: literals or references";
        line: optional ANY => "a reference, or a map of references",
            "What is sent for each line if an argument is `$lines`: one reference, or a map of them";
        output: optional OUTPUTS => "a map of outputs",
            "The values that are read from the call's answer";
        ok: optional CONDITION,
            "The condition on `$output` under which the call succeeded; default: every good answer is a success";
        reconcile: optional section(Section::Reconcile),
            "The operation that is asked for the result of a call without an answer";
    }
    Reconcile "`reconcile`" {
        method: required TEXT => "the name of an operation",
            "The operation that is asked about the earlier call; it must have `access: read`";
        args: optional ARGUMENTS => "a map of arguments",
            "The arguments of the question: literals or references";
        output: optional OUTPUTS => "a map of outputs",
            "The values that are read from the operation's answer";
        done: required CONDITION => "a condition on `$output`",
            "The condition on `$output` under which the earlier call was done";
    }
    Catalog "`catalog`" {
        from_skill: optional TEXT => "the name of a skill",
            "The skill that fills the catalogue; required unless `rows` is given";
        rows: optional TEXT => "the name of a file of rows",
            "The file of rows that fills the catalogue instead of a skill";
        refresh: optional TEXT => "a time, such as `1h`",
            "The time between two fillings, a whole number with `s`, `m`, `h` or `d`; default `1h`";
    }
    Render "`render`" {
        component: optional words(Component::WORDS) => "the name of a component",
            "The component that draws the answer; default `cards` for a skill with kinds";
        report: optional section(Section::Report),
            "The figure of a `report` component; required for that component";
    }
    Report "`report`" {
        headline: optional TEXT => "a dotted path of the answer",
            "The path of the figure; default: the presented field with role `headline`";
        headline_label: optional TEXT,
            "The text that names the figure";
        unit: optional TEXT,
            "The unit of the figure";
        series: optional TEXT => "a dotted path of the answer",
            "The path of a list of points";
        point_label: optional TEXT => "a dotted path of the answer",
            "The path of a point's label within the point; required with `series`";
        point_value: optional TEXT => "a dotted path of the answer",
            "The path of a point's value within the point; required with `series`";
        highlight: optional TEXT => "a dotted path of the answer",
            "The path of the label whose point is marked; default: no point is marked";
    }
    Filters "`output_filters`" {
        drop: optional TEXTS => "a list of keys",
            "The keys and dotted paths that are removed from the answer";
        reduce: optional Form::Map(&words(Reducer::WORDS)) => "a map of keys and reducers",
            "The keys and dotted paths whose values leave in a shorter form, each with its reducer";
        policies: optional TEXTS => "a list of policies",
            "The policies that the filtered answer must pass";
    }
    PerProfile "an entry of `per_profile`" {
        output_filters: optional section(Section::Filters),
            "More filters for the profile";
        select: optional section(Section::ProfileSelect),
            "More guards and another quantity for the profile's choices";
        invoke: optional section(Section::ProfileInvoke),
            "More guards for the profile's calls";
    }
    ProfileSelect "a profile's `select`" {
        guards: optional GUARDS => "a list of guards",
            "The guards that follow those of each kind";
        quantity: optional section(Section::Quantity),
            "The quantities that hold in addition to the kind's";
    }
    ProfileInvoke "a profile's `invoke`" {
        guards: optional GUARDS => "a list of guards",
            "The guards that follow those of the skill's `invoke`";
    }
    Playbook "a playbook" {
        name: required TEXT => "the playbook's own name",
            "The playbook's unique name";
        objective: optional TEXT,
            "The need that the playbook answers";
        tasks: required Form::List(&section(Section::Task)) => "a list of tasks",
            "The tasks that the playbook leads through";
        submit_guard: optional section(Section::SubmitGuard),
            "What the playbook's submit must pass; default: nothing";
        submit: optional CALLS => "a list of calls",
            "The playbook's own calls, which follow those of its tasks";
    }
    Task "a task" {
        name: required TEXT => "the task's own name",
            "The task's unique name in the playbook";
        skill: required TEXT => "the name of a skill",
            "The task's skill; no other task of the playbook has it";
        params: optional ARGUMENTS => "a map of parameters",
            "The values that bind the skill's parameters: literals, `$read[task].<field>` or `$submitted[task.call].<output>`";
        after: optional TEXTS => "a list of tasks",
            "The tasks that must have an answer or a line first";
        required: optional SWITCH,
            "Whether the submit waits for the task; default `false`";
    }
}
