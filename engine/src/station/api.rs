//! The sources of operations, and what the station knows of each operation.

use std::time::Duration;

use super::{Access, RowsAt};

/// An entry of `apis`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Api {
    /// Its name.
    pub name: String,
    /// What it is.
    pub source: ApiSource,
    /// What each call of it carries so that the tenant lets it in.
    pub credentials: Vec<Credential>,
}

/// What an entry of `apis` is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiSource {
    /// Files of rows.
    Rows,
    /// An HTTP API by its OpenAPI document, at this address where one is known.
    Http(Option<String>),
    /// An MCP server that is started so: a program and its arguments.
    McpProgram(Vec<String>),
    /// An MCP server at an address.
    McpUrl(String),
    /// An agent at an address, over A2A.
    AgentUrl(String),
    /// An agent that is linked into the program under this name.
    AgentProgram(String),
}

/// A credential that a call carries. Its value is in the environment, under a name that the station declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A bearer token.
    Bearer(Secret),
    /// A user and a password with a colon between them.
    Basic(Secret),
    /// A header of this name.
    Header(String, Secret),
    /// A value in the query under this name.
    Query(String, Secret),
}

/// The name of the environment variable that holds a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret(pub String);

/// An operation of the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, unique in the station.
    pub name: String,
    /// The entry of `apis` that it comes from.
    pub api: String,
    /// What its document says that it does, in a sentence.
    pub summary: Option<String>,
    /// What a call of it does.
    pub access: Access,
    /// The source of the operation.
    pub source: OperationSource,
    /// Where in the answer the rows are.
    pub rows_at: RowsAt,
    /// How long a call may take.
    pub timeout: Duration,
    /// What a second call under one key does.
    pub repeat: Repeat,
}

/// What a call of an operation goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationSource {
    /// A file of rows in the station's folder, which serves as the operation.
    Rows(String),
    /// A method and a path of an HTTP API, and how a body is written where a call has one.
    Http(Method, String, Option<Format>),
    /// A tool of an MCP server.
    Tool,
    /// A coded skill of an agent.
    Skill,
}

/// How the body of a call is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As JSON.
    Json,
    /// As a form: `application/x-www-form-urlencoded`.
    Form,
    /// As a form in parts: `multipart/form-data`.
    Multipart,
    /// As something else.
    Other,
}

/// What a second call under one key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It is a second call.
    Again,
    /// Calls under one key have one effect.
    Idempotent,
}

words! {
    /// A method of HTTP.
    Method:
    /// Reads.
    Get "GET",
    /// Replaces.
    Put "PUT",
    /// Creates, or does.
    Post "POST",
    /// Deletes.
    Delete "DELETE",
    /// Asks which methods are possible.
    Options "OPTIONS",
    /// Reads the headers of an answer.
    Head "HEAD",
    /// Changes a part.
    Patch "PATCH",
    /// Asks for the request back.
    Trace "TRACE",
}

impl Operation {
    /// The file of rows that serves as the operation; `None` if it has another source.
    pub fn file(&self) -> Option<&str> {
        match &self.source {
            OperationSource::Rows(file) => Some(file),
            OperationSource::Http(..) | OperationSource::Tool | OperationSource::Skill => None,
        }
    }
}
