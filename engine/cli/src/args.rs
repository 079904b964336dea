//! The arguments of the command line, with an example for each command.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Sorts a tenant's rows into kinds, and refuses a station that cannot work.
#[derive(Debug, Parser)]
#[command(name = "pointsman", version, propagate_version = true, max_term_width = 100)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Load a station and print every refusal, warning and note
    #[command(
        after_help = "Examples:\n  pointsman check examples/bistro/bistro.yaml\n  pointsman check station.yaml --format sarif > station.sarif"
    )]
    Check(Check),
    /// Show the skills of each profile, and the tools that a model sees
    #[command(
        after_help = "Examples:\n  pointsman skills examples/bistro/bistro.yaml\n  pointsman skills station.yaml --profile customer --format json"
    )]
    Skills(Skills),
    /// Print the sentences for people and models, or one of them with its variables filled in
    #[command(
        after_help = "Examples:\n  pointsman sentences station.yaml\n  pointsman sentences --locale fr --say max-items --with max=3"
    )]
    Sentences(Sentences),
    /// Show instruction skills: their list in a prompt, and the tool that loads one
    #[command(
        after_help = "Examples:\n  pointsman instructions examples/refunds/refunds.yaml\n  pointsman instructions guides --inline\n  pointsman instructions check guides",
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true
    )]
    Instructions(Instructions),
    /// Sort rows into kinds: print items as JSON lines, or a table of kinds and dropped rows
    #[command(
        after_help = "Examples:\n  pointsman classify examples/shop/shop.yaml --skill products --summary\n  cat feed.jsonl | pointsman classify shop.yaml --skill products --rows -"
    )]
    Classify(Classify),
    /// Evaluate each part of each kind's condition for one row
    #[command(
        after_help = "Example:\n  pointsman explain examples/refunds/refunds.yaml --skill refund --row '{\"amount\": 5}'"
    )]
    Explain(Explain),
    /// Compare two stations: the changes of each kind and each guard
    #[command(
        after_help = "Example:\n  pointsman diff old/shop.yaml shop.yaml --skill products --rows feed.jsonl"
    )]
    Diff(Diff),
    /// Evaluate one condition over rows
    #[command(
        after_help = "Example:\n  pointsman eval --field price=price --row '{\"price\": \"12.50\"}' -- '$fields.price > 10'"
    )]
    Eval(Eval),
    /// Run conformance files on the row machine, the batch machine and the reference evaluator
    #[command(after_help = "Example:\n  pointsman conformance lang/conformance/*.jsonl")]
    Conformance(Conformance),
    /// Show a condition after each stage of compilation
    #[command(
        after_help = "Example:\n  pointsman disasm '$fields.price > 10' --fields '{\"price\": \"price\"}' --stage code"
    )]
    Disasm(Disasm),
    /// Rewrite a station's conditions, or one condition, in the canonical form
    #[command(
        after_help = "Examples:\n  pointsman fmt station.yaml\n  echo \"not  ( $fields.x )\" | pointsman fmt -"
    )]
    Fmt(Fmt),
    /// Explain a code, with a bad and a good example
    #[command(after_help = "Example:\n  pointsman explain-code condition/literal-type")]
    ExplainCode(ExplainCode),
    /// Create a small working station with rows
    #[command(
        after_help = "Example:\n  pointsman new teashop && pointsman classify teashop/teashop.yaml --skill menu"
    )]
    New(New),
    /// Print the JSON Schema of a station file, for editors; or its keys, for readers
    #[command(after_help = "Example:\n  pointsman schema > station.schema.json")]
    Schema(Schema),
    /// Run the language server, over standard input and output
    #[command(
        after_help = "Example, for Helix:\n  [language-server.pointsman]\n  command = \"pointsman\"\n  args = [\"lsp\"]"
    )]
    Lsp,
    /// Print the shell's completions
    #[command(after_help = "Example:\n  pointsman completions bash > pointsman.bash")]
    Completions(Completions),
    /// Print the manual page
    #[command(after_help = "Example:\n  pointsman man | man -l -")]
    Man,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: the place, the reason, the remedy.
    Text,
    /// For programs: one object.
    Json,
}

/// How the findings of a station are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Findings {
    /// For people: the place, the reason, the remedy.
    Text,
    /// For programs: one object.
    Json,
    /// For code scanners: SARIF 2.1.0.
    Sarif,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The station file
    pub station: PathBuf,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Findings,
}

/// Arguments of `skills`.
#[derive(Debug, Args)]
pub struct Skills {
    /// The station file
    pub station: PathBuf,
    /// Only this profile
    #[arg(long)]
    pub profile: Option<String>,
    /// How the skills are printed; JSON includes the schema of each tool
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Arguments of `instructions`.
#[derive(Debug, Args)]
pub struct Instructions {
    /// Only report the faults of the files
    #[command(subcommand)]
    pub check: Option<InstructionsCommand>,
    /// Stations, and folders of instruction skills
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Print the bodies, as a model without tools receives them
    #[arg(long)]
    pub inline: bool,
    /// How the skills are printed; JSON includes the tool
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// The subcommands of `instructions`.
#[derive(Debug, Subcommand)]
pub enum InstructionsCommand {
    /// Print the faults of the files in some folders, with line and column; exit 1 if there is a fault
    #[command(after_help = "Example:\n  pointsman instructions check guides")]
    Check(InstructionsCheck),
}

/// Arguments of `instructions check`.
#[derive(Debug, Args)]
pub struct InstructionsCheck {
    /// Folders of instruction skills
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// A language of sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// French.
    Fr,
}

/// Arguments of `sentences`.
#[derive(Debug, Args)]
pub struct Sentences {
    /// The station file, whose language and own sentences are used; by default the built-in sentences
    pub station: Option<PathBuf>,
    /// The language, if no station is given
    #[arg(long, value_enum, default_value = "en", conflicts_with = "station")]
    pub locale: Language,
    /// Print only this sentence, with its variables filled in
    #[arg(long, value_name = "NAME")]
    pub say: Option<String>,
    /// A variable of the sentence
    #[arg(long, value_name = "NAME=VALUE", requires = "say")]
    pub with: Vec<String>,
    /// How the list is printed
    #[arg(long, value_enum, default_value = "text", conflicts_with = "say")]
    pub format: Format,
}

/// Arguments of `classify`.
#[derive(Debug, Args)]
pub struct Classify {
    /// The station file
    pub station: PathBuf,
    /// The skill whose kinds the rows are sorted into
    #[arg(long)]
    pub skill: String,
    /// A file of rows (JSON lines, an array, or the array of an object; CSV, Parquet or Arrow), or - for standard input;
    /// by default the answer of the skill's operation
    #[arg(long)]
    pub rows: Option<PathBuf>,
    /// The format of the file [default: by its extension (.csv, .tsv, .parquet, .arrow), else json]
    #[arg(long, value_enum, requires = "rows")]
    pub rows_format: Option<RowsFormat>,
    /// The delimiter of CSV: one ASCII character, or tab [default: a comma; in a .tsv file a tab]
    #[arg(long, value_name = "CHARACTER", requires = "rows", value_parser = delimiter)]
    pub csv_delimiter: Option<u8>,
    /// The place of the rows in the file: a dotted path, or . for the whole file as one row
    #[arg(long, requires = "rows")]
    pub rows_at: Option<String>,
    /// A parameter for the call of the skill's operation, as NAME=VALUE; not with --rows
    #[arg(long = "param", value_name = "NAME=VALUE", conflicts_with = "rows")]
    pub params: Vec<String>,
    /// Print a table of kinds and dropped rows instead of the items
    #[arg(long)]
    pub summary: bool,
    /// Print each row that is not offered, with the reason, on standard error
    #[arg(long)]
    pub dropped: bool,
    /// With --summary, print the items too
    #[arg(long, requires = "summary")]
    pub items: bool,
    /// How the summary is printed
    #[arg(long, value_enum, default_value = "text", requires = "summary")]
    pub format: Format,
    /// Stop at the first row that cannot be read
    #[arg(long)]
    pub strict: bool,
    /// Also report repeated references (keeps all references in memory)
    #[arg(long)]
    pub unique_refs: bool,
    /// Print the throughput at the end, and the share of time of each stage
    #[arg(long)]
    pub stats: bool,
    /// The number of threads; the output keeps the order of the rows [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// The format of a file of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowsFormat {
    /// JSON lines, an array, or the array of an object.
    Json,
    /// Comma-separated values with a header.
    Csv,
    /// Parquet.
    Parquet,
    /// Arrow IPC, as a file or as a stream.
    Arrow,
}

/// Parses the delimiter of CSV.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" => Ok(b'\t'),
        [b'"' | b'\r' | b'\n'] => Err("this character has another meaning in CSV".to_owned()),
        [one] if one.is_ascii() => Ok(*one),
        _ => Err("write one ASCII character, or tab".to_owned()),
    }
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The station file
    pub station: PathBuf,
    /// The skill whose kinds are evaluated
    #[arg(long)]
    pub skill: String,
    /// The row, as JSON
    #[arg(long)]
    pub row: String,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// The old station file
    pub old: PathBuf,
    /// The new station file
    pub new: PathBuf,
    /// Only this skill
    #[arg(long)]
    pub skill: Option<String>,
    /// A file of rows, or - for standard input; the rows that change are counted
    #[arg(long)]
    pub rows: Option<PathBuf>,
    /// The place of the rows in the file: a dotted path, or . for the whole file as one row
    #[arg(long, requires = "rows")]
    pub rows_at: Option<String>,
    /// How the changes are printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub struct Eval {
    /// A declared field, as NAME=TYPE or NAME=TYPE:PATH
    #[arg(long = "field", value_name = "NAME=TYPE")]
    pub fields: Vec<String>,
    /// The position of the condition, which decides what it may read
    #[arg(long, default_value = "kind", value_name = "kind|select|invoke|submit|output")]
    pub position: String,
    /// A parameter, as NAME=TYPE or NAME=TYPE:VALUE; at submit, as TASK.NAME=TYPE:VALUE
    #[arg(long = "param", value_name = "NAME=TYPE:VALUE")]
    pub params: Vec<String>,
    /// One row, as JSON
    #[arg(long, conflicts_with = "rows")]
    pub row: Option<String>,
    /// A file of rows, or - for standard input: prints one answer per line, `bad row` for a row that cannot be read
    #[arg(long)]
    pub rows: Option<PathBuf>,
    /// The station's time zone
    #[arg(long, default_value = "UTC")]
    pub timezone: String,
    /// The station's country, for national phone numbers
    #[arg(long)]
    pub country: Option<String>,
    /// The value of `$now`, if the condition may read it [default: the current time]
    #[arg(long)]
    pub now: Option<String>,
    /// Print the truth of each part
    #[arg(long)]
    pub explain: bool,
    /// How a refusal is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// The condition
    #[arg(last = true, required = true)]
    pub condition: String,
}

/// Arguments of `conformance`.
#[derive(Debug, Args)]
pub struct Conformance {
    /// Files of cases, one case per line
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// A stage of compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The tokens.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The typed intermediate representation.
    Hir,
    /// The bytecode.
    Code,
}

/// Arguments of `disasm`.
#[derive(Debug, Args)]
pub struct Disasm {
    /// The condition
    pub condition: String,
    /// The fields, as JSON: {"price": "price", "when": {"type": "datetime", "from": "valid.until"}}
    #[arg(long)]
    pub fields: String,
    /// Only this stage
    #[arg(long, value_enum)]
    pub stage: Option<Stage>,
}

/// Arguments of `fmt`.
#[derive(Debug, Args)]
pub struct Fmt {
    /// A station file, whose conditions are rewritten in place; or - for one condition on standard input
    pub file: PathBuf,
    /// Change nothing; exit 1 if something would change
    #[arg(long)]
    pub check: bool,
}

/// Arguments of `explain-code`.
#[derive(Debug, Args)]
pub struct ExplainCode {
    /// The code, such as condition/literal-type
    #[arg(required_unless_present = "all")]
    pub code: Option<String>,
    /// Print all codes as Markdown
    #[arg(long)]
    pub all: bool,
}

/// Arguments of `schema`.
#[derive(Debug, Args)]
pub struct Schema {
    /// Print every key with its description as Markdown, not the JSON Schema
    #[arg(long)]
    pub markdown: bool,
}

/// Arguments of `new`.
#[derive(Debug, Args)]
pub struct New {
    /// The station's name, and the name of the new folder
    pub name: String,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
