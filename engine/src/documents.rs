//! Documents that describe operations: OpenAPI documents, MCP tool lists, agent manifests, and the schemas in them.

pub(crate) mod agent;
pub(crate) mod document;
pub(crate) mod mcp;
pub(crate) mod narrow;
pub(crate) mod openapi;
pub(crate) mod schema;
pub(crate) mod signature;
