/** The rooms of the code: ARCHITECTURE.md shows this table, and `test/architecture.test.ts` holds it to the code. */

/** By room: what it contains, and the rooms (of `src`) that it may import beside itself. */
const table: Readonly<Record<string, readonly [what: string, mayImport: string]>> = {
  "src/app": [
    "The page that shows charts in the chat. It runs in the host's browser and reaches the server only through MCP.",
    "",
  ],
  "src/catalog": [
    "Data and look-ups: metrics, dimensions, networks, limits, error codes with their advice, breaks in series, fields of posts. What sets a network or a version apart is a column of a table.",
    "",
  ],
  "src/secrets": [
    "`Secret` prints as `[redacted]`; `redact` removes every secret of the process from text.",
    "",
  ],
  "src/memory": [
    "One bound for results, caches, answers that are being read, and what calls make.",
    "",
  ],
  "src/platform": [
    "What differs on Windows and macOS. Each function takes the platform as a value.",
    "",
  ],
  "src/text": [
    "The sanitiser, the fence around quotations, numbers and lists as text, the token estimate, the nearest names.",
    "secrets",
  ],
  "src/errors": [
    "`ToolError` with advice for a model and for a person; `internal_error` for defects; `required` for invariants.",
    "catalog",
  ],
  "src/time": [
    "The clock, days, ranges, grains, named periods, time zones.",
    "catalog, text, errors",
  ],
  "src/async": [
    "Deadlines, the queue of calls, pauses in long work, cancellable waiting, single flight.",
    "memory, errors, time",
  ],
  "src/files": [
    "Atomic writes, own and private files, the blob cache and its segments, locks.",
    "catalog, errors, time, async, platform",
  ],
  "src/log": ["One line of JSON per event.", "catalog, secrets, text"],
  "src/cells": [
    "Numbers of the API: axes, values by profile and day, packing, selecting.",
    "catalog, text, errors, time, async",
  ],
  "src/api": [
    "The wire: the endpoint table, the transport, the envelope, records.",
    "catalog, secrets, memory, text, errors, time, async, cells",
  ],
  "src/credentials": [
    "Logins, their stores and their renewal; in `oauth` the exchanges with the authorization server.",
    "catalog, secrets, text, errors, files, async, api",
  ],
  "src/quota": [
    "The requests of the hour, the gate that admits them, and retries.",
    "catalog, errors, time, async, files, log, api",
  ],
  "src/meaning": [
    "What may be derived from values by profile and day: kinds, ratios, coverage, breaks, levels, groups.",
    "catalog, errors, time, async, cells",
  ],
  "src/table": [
    "The table in which numbers are shown, and its operators: fold, statistic, share, extremes, ranks, outliers.",
    "catalog, errors, time, async, cells, meaning",
  ],
  "src/connection": [
    "One credential's API: lists, cached answers, learned limits.",
    "catalog, memory, text, errors, time, async, files, log, cells, api, quota",
  ],
  "src/replies": [
    "What a tool returns, the store of results and their interface, listings, CSV.",
    "catalog, secrets, memory, text, errors, time, async, cells, api, connection",
  ],
  "src/exports": [
    "Results as files: the workbook, the folder in which files are saved, and links to files.",
    "catalog, secrets, text, errors, async, files, replies",
  ],
  "src/report": [
    "A metrics result as text: exact, coarser, summarised; its notes and its CSV.",
    "catalog, text, errors, time, async, cells, meaning, table, replies",
  ],
  "src/charts": [
    "Charts made from tables, as text and as SVG.",
    "catalog, text, errors, time, async, cells, meaning, table, replies, report",
  ],
  "src/results": [
    "Stored metrics results: their reports, and the pieces, statistics, ratios, views and charts made from them.",
    "catalog, text, errors, time, async, cells, meaning, table, connection, replies, report, charts",
  ],
  "src/metrics": [
    "The flow of a question about metrics, from its names to its reply.",
    "catalog, text, errors, time, async, cells, api, quota, meaning, table, connection, replies, report, results",
  ],
  "src/networks": [
    "All networks in one call.",
    "catalog, text, errors, time, async, cells, api, meaning, table, connection, replies, report, results, metrics",
  ],
  "src/posts": [
    "The flow of a question about posts.",
    "catalog, text, errors, time, async, cells, api, meaning, table, connection, replies, report, results, charts",
  ],
  "src/phrases": [
    "What documents say to people, one file a language: labels of metrics, the forms of sentences, reasons, headings.",
    "catalog, replies",
  ],
  "src/documents": [
    "Reports for people: a file of questions and a text, whose numbers are references to answers; checks of what its author wrote; Markdown and HTML.",
    "catalog, text, errors, time, async, cells, replies, charts, phrases",
  ],
  "src/digest": [
    "What is new between two runs: rules, what they find in answers, what was reported already, and the lines of the news.",
    "catalog, text, errors, time, cells, meaning, table, replies, posts, documents",
  ],
  "src/api-check": [
    "Compares an API with what the server assumes of it, by requests that only read.",
    "catalog, text, errors, time, cells, api, connection, metrics",
  ],
  "src/mcp": [
    "The protocol: tools as values, the call pipeline, the server factory, prompts, resources, stdio.",
    "app, catalog, memory, text, errors, time, async, log, connection, replies",
  ],
  "src/callers": [
    "Who may call over HTTP: tokens, subjects of an identity provider, the checks of an access token.",
    "catalog, secrets, errors, async, files, api/base-url.ts, api/network.ts",
  ],
  "src/telemetry": ["Spans and metrics, made from the events of the log.", "catalog, log"],
  "src/http": [
    "Streamable HTTP: the checks of a request, routes, sessions, callers.",
    "catalog, text, errors, log, callers, mcp/message.ts",
  ],
  "src/redis": [
    "What several nodes share: the request book, the blob cache and the store of logins. Loaded on demand.",
    "catalog, secrets, errors, async, files, credentials, quota",
  ],
  "src/sandbox": [
    "The API itself, from the same endpoint table. It shares no other code with the server, so that tests compare two independent implementations.",
    "catalog, api/endpoints.ts",
  ],
  "src/terminal": [
    "What commands share at a terminal: flags and help, questions, output, progress, signals.",
    "catalog, secrets, text, errors, time, log, platform, api, credentials, connection, replies, mcp, sandbox",
  ],
  tools: [
    "One file per tool; a tool of version 2 is in the file of its twin.",
    "catalog, text, errors, time, async, api, replies, exports, charts, metrics, networks, posts, documents, mcp",
  ],
  prompts: ["One file per prompt.", "catalog, mcp"],
};

/** The rooms by wing, the lower wings first: nothing is imported from a higher one. */
const wings = {
  catalog: "catalog",
  base: "secrets, memory, platform, text, errors, time, async, files, log",
  numbers: "cells, meaning, table",
  suite: "api, quota, credentials, connection, redis",
  answers: "replies, report, charts, results, exports",
  questions: "metrics, networks, posts",
  writing: "phrases, documents, digest",
  server: "app, mcp, callers, telemetry, http, tools, prompts",
  sandbox: "sandbox",
  command: "terminal, api-check",
};

const namesIn = (text: string): string[] => text.split(", ").filter((name) => name !== "");

/** The wings with their rooms, in order. */
export const roomsByWing = Object.entries(wings).map(([wing, names]) => ({
  wing,
  rooms: namesIn(names).map((name) => (name in table ? name : `src/${name}`)),
}));

/** The rooms that each room may import beside itself. */
export const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(table).map(([room, [, names]]) => [room, namesIn(names)]),
);

/** The rows of the table in ARCHITECTURE.md: a wing is named at its first room. */
export const roomRows = roomsByWing.flatMap(({ wing, rooms }) =>
  rooms.map((room, at) => {
    const [what = "", names = ""] = table[room] ?? [];
    return [at === 0 ? wing : "", `\`${room}\``, what, names || "nothing"];
  }),
);
