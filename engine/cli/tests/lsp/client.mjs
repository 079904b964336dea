// A client that acts like an editor: it opens a station, types, sends requests, and disconnects. Each answer is checked.
//
// node client.mjs [PROGRAM]

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  InitializedNotification,
  PrepareRenameRequest,
  PublishDiagnosticsNotification,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from "vscode-languageserver-protocol/node";

const program = resolve(process.argv[2] ?? "../../../../target/debug/pointsman");

const STATION = `include: [more.yaml]
apis: [{name: desk, openapi: desk.json}]
skills:
  - name: tickets
    cognitive: {objective: See what people wrote}
    params:
      state: {type: text, set_by: [llm, person], default: open}
    invoke:
      method: listTickets
      args: {query.state: "$params.state"}
    kinds:
      late: {when: "$fields.days  >  3"}
      fresh: {when: "$fields.days <= 3"}
    present:
      fields:
        title: {type: text, role: title} # 🎫
        days: {type: integer}
`;
const MORE = `playbooks:
  - name: round
    tasks: [{name: look, skill: tickets, params: {state: closed}}]
    submit_guard:
      guards: [{require: "$read[look].days > 1"}]
`;
const DESK = `{"openapi": "3.1.0", "info": {"title": "Desk", "version": "1"}, "paths": {"/tickets": {"get": {
  "operationId": "listTickets", "parameters": [{"name": "state", "in": "query", "schema": {"type": "string"}}]}}}}
`;

/** A text that is open, as the editor has it. */
class Document {
  constructor(path, text) {
    this.uri = pathToFileURL(path).href;
    this.text = text;
    this.version = 1;
  }

  position(offset) {
    const lines = this.text.slice(0, offset).split("\n");
    return { line: lines.length - 1, character: lines.at(-1).length };
  }

  offset({ line, character }) {
    const before = this.text.split("\n").slice(0, line);
    return before.reduce((sum, text) => sum + text.length + 1, 0) + character;
  }

  /** Where a part of the text stands, and how far into it. */
  at(part, into = 0) {
    const start = this.text.indexOf(part);
    assert.notEqual(start, -1, `no ${part} in ${this.text}`);
    return { textDocument: { uri: this.uri }, position: this.position(start + into) };
  }

  slice(range) {
    return this.text.slice(this.offset(range.start), this.offset(range.end));
  }

  apply(edits) {
    const last = (one, other) => this.offset(other.range.start) - this.offset(one.range.start);
    for (const { range, newText } of [...edits].sort(last)) {
      const [start, end] = [this.offset(range.start), this.offset(range.end)];
      this.text = this.text.slice(0, start) + newText + this.text.slice(end);
    }
  }
}

class Client {
  constructor() {
    this.server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    this.exited = new Promise((done) => this.server.on("exit", done));
    const [reader, writer] = [this.server.stdout, this.server.stdin];
    this.connection = createProtocolConnection(new StreamMessageReader(reader), new StreamMessageWriter(writer));
    this.published = new Map();
    this.waiting = [];
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.published.set(params.uri, params);
      this.waiting = this.waiting.filter((wait) => !wait());
    });
    this.connection.listen();
  }

  async start() {
    const capabilities = { general: { positionEncodings: ["utf-16"] } };
    const started = { processId: process.pid, rootUri: null, capabilities };
    const { capabilities: can, serverInfo } = await this.connection.sendRequest(InitializeRequest.type, started);
    assert.equal(can.positionEncoding, "utf-16");
    assert.equal(serverInfo.name, "pointsman");
    await this.connection.sendNotification(InitializedNotification.type, {});
  }

  ask(type, params) {
    return this.connection.sendRequest(type, params);
  }

  async open(document) {
    const textDocument = { uri: document.uri, languageId: "yaml", version: document.version, text: document.text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Puts a text in place of a part, as one keystroke, or of the whole. */
  async type(document, part, text) {
    let contentChanges = [{ text: document.text }];
    if (part !== undefined) {
      const start = document.text.indexOf(part);
      assert.notEqual(start, -1, `no ${part} in ${document.text}`);
      const range = { start: document.position(start), end: document.position(start + part.length) };
      document.apply([{ range, newText: text }]);
      contentChanges = [{ range, text }];
    }
    document.version += 1;
    const textDocument = { uri: document.uri, version: document.version };
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument, contentChanges });
  }

  /** What is said of a document, once it is said of this version. */
  diagnostics(document, version = document.version) {
    return new Promise((done) => {
      const wait = () => {
        const said = this.published.get(document.uri);
        const fresh = said !== undefined && (version === undefined || said.version === version);
        if (fresh) done(said.diagnostics);
        return fresh;
      };
      if (!wait()) this.waiting.push(wait);
    });
  }

  async stop() {
    await this.ask(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    assert.equal(await this.exited, 0);
  }
}

// The findings of the unchanged station.
const LOADS = ["kinds/gap", "skill/read-with-kinds"];

const codes = (diagnostics) => diagnostics.map(({ code }) => code);
const labels = ({ items }) => items.map(({ label }) => label);

const folder = mkdtempSync(join(tmpdir(), "pointsman-lsp-"));
const files = { "s.yaml": STATION, "more.yaml": MORE, "desk.json": DESK };
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const station = new Document(join(folder, "s.yaml"), STATION);
const more = new Document(join(folder, "more.yaml"), MORE);
const client = new Client();

const steps = {
  async "it opens a station, and what it includes"() {
    await client.start();
    await client.open(station);
    assert.deepEqual(codes(await client.diagnostics(station)), LOADS);
    await client.open(more);
    assert.deepEqual(await client.diagnostics(more), []);
  },

  async "it types, and is told"() {
    await client.type(station, "role: title}", "role: titel}");
    const [told] = (await client.diagnostics(station)).filter(({ code }) => code === "present/role");
    assert.equal(station.slice(told.range), "titel");
    assert.match(told.message, /help: did you mean `title`/);
    assert.equal(told.severity, 1);

    const { textDocument, position } = station.at("titel", 2);
    const context = { diagnostics: [told] };
    const actions = await client.ask(CodeActionRequest.type, { textDocument, range: { start: position, end: position }, context });
    assert.equal(actions[0].title, "write `title` in place of `titel`");
    assert.deepEqual(codes(actions[0].diagnostics), ["present/role"]);
    station.apply(actions[0].edit.changes[station.uri]);
    await client.type(station);
    assert.deepEqual(codes(await client.diagnostics(station)), LOADS);
  },

  async "what is wrong in an included file is told there"() {
    await client.type(more, "skill: tickets", "skill: ticket");
    assert.deepEqual(codes(await client.diagnostics(more)), ["playbook/skill-unknown"]);
    await client.type(more, "skill: ticket,", "skill: tickets,");
    assert.deepEqual(await client.diagnostics(more), []);
  },

  async "it completes what is being typed"() {
    await client.type(station, '{when: "$fields.days <= 3"}', '{when: "$fields.');
    const broken = await client.ask(CompletionRequest.type, station.at('"$fields.\n', 9));
    assert.deepEqual(labels(broken), ["$fields.title", "$fields.days"]);
    const { range, newText } = broken.items[1].textEdit;
    station.apply([{ range, newText }]);
    await client.type(station);
    await client.type(station, '"$fields.days\n', '"$fields.days <= 3"}\n');
    assert.deepEqual(codes(await client.diagnostics(station)), LOADS);

    const types = await client.ask(CompletionRequest.type, station.at("{type: integer", 7));
    assert.ok(labels(types).includes("price"));
    const keys = await client.ask(CompletionRequest.type, station.at("{type: integer", 1));
    assert.ok(keys.items.some(({ label, detail }) => label === "type" && detail === "required"));
    const methods = await client.ask(CompletionRequest.type, station.at("method: listTickets", 8));
    assert.deepEqual(labels(methods), ["listTickets"]);
    assert.match(methods.items[0].detail, /GET \/tickets/);
    const args = await client.ask(CompletionRequest.type, station.at('{query.state: "$params', 1));
    assert.deepEqual(labels(args), ["query.state"]);
  },

  async "it hovers"() {
    const over = async (part, into) => (await client.ask(HoverRequest.type, station.at(part, into))).contents.value;
    assert.match(await over("$fields.days", 9), /field `days` of the skill `tickets`: `integer`/);
    assert.match(await over("listTickets", 2), /`GET \/tickets` of `desk`, reads/);
    assert.match(await over("present:", 2), /`present` of a skill/);
    assert.equal(await client.ask(HoverRequest.type, { textDocument: { uri: "file:///nowhere.yaml" }, position: { line: 0, character: 0 } }), null);
  },

  async "it goes to definitions"() {
    const [field] = await client.ask(DefinitionRequest.type, more.at("].days", 3));
    assert.equal(field.uri, station.uri);
    assert.equal(station.slice(field.range), "days");
    const [operation] = await client.ask(DefinitionRequest.type, station.at("listTickets", 3));
    assert.equal(operation.uri, pathToFileURL(join(folder, "desk.json")).href);
    assert.equal(new Document(join(folder, "desk.json"), DESK).slice(operation.range), "listTickets");
  },

  async "it renames a field in every file"() {
    const at = more.at("].days", 3);
    const { placeholder, range } = await client.ask(PrepareRenameRequest.type, at);
    assert.deepEqual([placeholder, more.slice(range)], ["days", "days"]);
    await assert.rejects(client.ask(RenameRequest.type, { ...at, newName: "title" }), /a field `title` exists already/);
    await assert.rejects(client.ask(RenameRequest.type, { ...at, newName: "2 days" }), /is not a name/);
    const { changes } = await client.ask(RenameRequest.type, { ...at, newName: "age" });
    for (const document of [station, more]) {
      document.apply(changes[document.uri]);
      await client.type(document);
    }
    assert.match(station.text, /age: \{from: days, type: integer\}/);
    assert.match(station.text, /\$fields\.age <= 3/);
    assert.match(more.text, /\$read\[look\]\.age > 1/);
    assert.deepEqual(codes(await client.diagnostics(station)), LOADS);
  },

  async "it formats"() {
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await client.ask(DocumentFormattingRequest.type, { textDocument: { uri: station.uri }, options });
    station.apply(edits);
    assert.match(station.text, /when: "\$fields\.age > 3"/);
    await client.type(station);
    await client.diagnostics(station);
  },

  async "what it tells last counts, however fast it types"() {
    for (let count = 0; count < 40; count += 1) {
      await client.type(station, "days, type", "dayz, type");
      await client.type(station, "dayz, type", "days, type");
    }
    assert.deepEqual(codes(await client.diagnostics(station)), LOADS);
    // A place beyond the text, a file that is not open and an unknown method get an answer; the server continues.
    const far = { textDocument: { uri: station.uri }, position: { line: 1e6, character: 1e6 } };
    await client.ask(CompletionRequest.type, far);
    assert.equal(await client.ask(HoverRequest.type, far), null);
    await assert.rejects(client.connection.sendRequest("pointsman/nothing", {}), { code: -32601 });
    await assert.rejects(client.connection.sendRequest("textDocument/hover", { position: 7 }), { code: -32602 });
  },

  async "it closes and leaves"() {
    await client.type(more, "skill: tickets", "skill: ticket");
    assert.deepEqual(codes(await client.diagnostics(more)), ["playbook/skill-unknown"]);
    // Unsaved edits are lost: the files on disk are unchanged.
    for (const { uri } of [more, station]) {
      await client.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    }
    await client.stop();
    assert.deepEqual(client.published.get(more.uri).diagnostics, []);
    assert.equal(readFileSync(join(folder, "s.yaml"), "utf8"), STATION);
  },
};

try {
  for (const [name, step] of Object.entries(steps)) {
    await step();
    console.log(`ok ${name}`);
  }
} catch (fault) {
  client.server.kill();
  throw fault;
} finally {
  rmSync(folder, { recursive: true });
}
