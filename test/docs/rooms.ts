/** The rooms of the code: ARCHITECTURE.md shows this table, and `test/architecture.test.ts` holds it to the code. */

/** By room: what it contains, and the rooms that it may import beside itself. */
const table: Readonly<Record<string, readonly [what: string, mayImport: string]>> = {
  app: [
    "The page that shows charts in the chat. It runs in the host's browser and reaches the server only through MCP.",
    "",
  ],
  catalog: [
    "Data and look-ups: metrics, dimensions, networks, limits, error codes with their advice, breaks in series, fields of posts. What sets a network or a version apart is a column of a table.",
    "",
  ],
  secrets: [
    "`Secret` prints as `[redacted]`; `redact` removes every secret of the process from text.",
    "",
  ],
  memory: ["One bound for results, caches, answers that are being read, and what calls make.", ""],
  platform: ["What differs on Windows and macOS. Each function takes the platform as a value.", ""],
  text: [
    "The sanitiser, the fence around quotations, numbers and lists as text, the token estimate, the nearest names.",
    "secrets",
  ],
  errors: [
    "`ToolError` with advice for a model and for a person; `internal_error` for defects; `required` for invariants.",
    "catalog",
  ],
  time: ["The clock, days, ranges, grains, named periods, time zones.", "catalog, text, errors"],
  async: [
    "Deadlines, the queue of calls, pauses in long work, cancellable waiting, single flight.",
    "memory, errors, time",
  ],
  files: [
    "Atomic writes, own and private files, the blob cache and its segments, locks.",
    "catalog, errors, time, async, platform",
  ],
  log: ["One line of JSON per event.", "catalog, secrets, text"],
  cells: [
    "Numbers of the API: axes, values by profile and day, packing, selecting.",
    "catalog, text, errors, time, async",
  ],
  api: [
    "The wire: the endpoint table, the transport, the envelope, records.",
    "catalog, secrets, memory, text, errors, time, async, cells",
  ],
  credentials: [
    "Logins, their stores and their renewal; in `oauth` the exchanges with the authorization server.",
    "catalog, secrets, text, errors, files, async, api",
  ],
  quota: [
    "The requests of the hour, the gate that admits them, and retries.",
    "catalog, errors, time, async, files, log, api",
  ],
  meaning: [
    "What may be derived from values by profile and day: kinds, ratios, coverage, breaks, levels, groups.",
    "catalog, errors, time, async, cells",
  ],
  table: [
    "The table in which numbers are shown, and its operators: fold, statistic, share, extremes, ranks, outliers.",
    "catalog, errors, time, async, cells, meaning",
  ],
  connection: [
    "One credential's API: lists, cached answers, learned limits.",
    "catalog, memory, text, errors, time, async, files, log, cells, api, quota",
  ],
  replies: [
    "What a tool returns, the store of results and their interface, listings, CSV.",
    "catalog, secrets, memory, text, errors, time, async, cells, api, connection",
  ],
  exports: [
    "Results as files: the workbook, the folder in which files are saved, and links to files.",
    "catalog, secrets, text, errors, async, files, replies",
  ],
  report: [
    "A metrics result as text: exact, coarser, summarised; its notes and its CSV.",
    "catalog, text, errors, time, async, cells, meaning, table, replies",
  ],
  charts: [
    "Charts made from tables, as text and as SVG.",
    "catalog, text, errors, time, async, cells, meaning, table, replies, report",
  ],
  results: [
    "Stored metrics results: their reports, and the pieces, statistics, ratios, views and charts made from them.",
    "catalog, text, errors, time, async, cells, meaning, table, connection, replies, report, charts",
  ],
  metrics: [
    "The flow of a question about metrics, from its names to its reply.",
    "catalog, text, errors, time, async, cells, api, quota, meaning, table, connection, replies, report, results",
  ],
  networks: [
    "All networks in one call.",
    "catalog, text, errors, time, async, cells, api, meaning, table, connection, replies, report, results, metrics",
  ],
  posts: [
    "The flow of a question about posts.",
    "catalog, text, errors, time, async, cells, api, meaning, table, connection, replies, report, results, charts",
  ],
  phrases: [
    "What documents say to people, one file a language: labels of metrics, the forms of sentences, reasons, headings.",
    "catalog, replies",
  ],
  documents: [
    "Reports for people: a file of questions and a text, whose numbers are references to answers; checks of what its author wrote; Markdown and HTML.",
    "catalog, text, errors, time, async, cells, replies, charts, phrases",
  ],
  digest: [
    "What is new between two runs: rules, what they find in answers, what was reported already, and the lines of the news.",
    "catalog, text, errors, time, cells, meaning, table, replies, posts, documents",
  ],
  "api-check": [
    "Compares an API with what the server assumes of it, by requests that only read.",
    "catalog, text, errors, time, cells, api, connection, metrics",
  ],
  mcp: [
    "The protocol: tools as values, the call pipeline, the server factory, prompts, resources, stdio.",
    "app, catalog, memory, text, errors, time, async, log, connection, replies",
  ],
  callers: [
    "Who may call over HTTP: tokens, subjects of an identity provider, the checks of an access token.",
    "catalog, secrets, errors, async, files, api/base-url.ts, api/network.ts",
  ],
  telemetry: ["Spans and metrics, made from the events of the log.", "catalog, log"],
  http: [
    "Streamable HTTP: the checks of a request, routes, sessions, callers.",
    "catalog, text, errors, log, callers, exports/file-links.ts, mcp/message.ts",
  ],
  redis: [
    "What several nodes share: the request book, the blob cache and the store of logins. Loaded on demand.",
    "catalog, secrets, errors, async, files, credentials, quota",
  ],
  sandbox: [
    "The API itself, from the same endpoint table. It shares no other code with the server, so that tests compare two independent implementations.",
    "catalog, api/endpoints.ts",
  ],
  terminal: [
    "What commands share at a terminal: flags and help, questions, output, progress, signals.",
    "catalog, secrets, text, errors, time, log, platform, api, credentials, connection, replies, mcp, sandbox",
  ],
  tools: [
    "One file per tool; a tool of version 2 is in the file of its twin.",
    "catalog, text, errors, time, async, api, replies, exports, charts, metrics, networks, posts, documents, mcp",
  ],
  prompts: ["One file per prompt.", "catalog, mcp"],
};

/** The wings, the lower ones first: nothing is imported from a higher one. What is in each, what is not, and its rooms. */
const wings: Readonly<Record<string, readonly [what: string, not: string, rooms: string]>> = {
  catalog: [
    "Facts as data: metrics, networks, limits, options, words",
    "Code that acts on them",
    "catalog",
  ],
  base: [
    "What any program needs: texts, days, files, errors, deadlines, the log",
    "Anything about metrics",
    "secrets, memory, platform, text, errors, time, async, files, log",
  ],
  numbers: [
    "Pure functions from the numbers of days to tables and comparisons",
    "Requests; sentences",
    "cells, meaning, table",
  ],
  suite: [
    "The API of the suite: requests, quota, logins, caches, Redis",
    "What the numbers mean",
    "api, quota, credentials, connection, redis",
  ],
  answers: [
    "What is shown of stored results: texts, CSV, workbooks, charts",
    "Fetching",
    "replies, report, charts, results, exports",
  ],
  questions: [
    "The flows from a question to its answer: resolve, plan, run, merge",
    "The form of the answer",
    "metrics, networks, posts",
  ],
  writing: [
    "Documents for people: reports and digests",
    "Numbers of its own: it asks, and refers to answers",
    "phrases, documents, digest",
  ],
  server: [
    "The protocol: tools, prompts, resources, HTTP, callers, telemetry",
    "The tools themselves, which are in `tools`",
    "app, mcp, callers, telemetry, http, tools, prompts",
  ],
  sandbox: ["The API itself, for trying and for tests", "Code of the server", "sandbox"],
  command: [
    "The program: its commands, the terminal, and the wiring of all rooms",
    "What a command does with numbers",
    "terminal, api-check",
  ],
};

const namesIn = (text: string): string[] => text.split(", ").filter((name) => name !== "");

const wingOf = new Map(
  Object.entries(wings).flatMap(([wing, [, , names]]) =>
    namesIn(names).map((name) => [name, wing] as const),
  ),
);

/** The folder of a room, or a file in it: `time` is `src/base/time`; a wing of one room is that room. */
function pathOf(name: string): string {
  const [room = "", ...file] = name.split("/");
  const wing = wingOf.get(room);
  if (room === "tools" || room === "prompts") return name;
  return ["src", ...(wing === room ? [] : [wing]), room, ...file].join("/");
}

/** The wings with the folders of their rooms, in order. */
export const roomsByWing = Object.entries(wings).map(([wing, [, , names]]) => ({
  wing,
  rooms: namesIn(names).map(pathOf),
}));

/** By folder of a room, the folders and files that it may import beside itself. */
export const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(table).map(([room, [, names]]) => [pathOf(room), namesIn(names).map(pathOf)]),
);

/** The rows of the tables in ARCHITECTURE.md: the wings, and their rooms. */
export const wingRows = Object.entries(wings).map(([wing, [what, not]]) => [
  `\`src/${wing}\``,
  what,
  not,
]);

export const roomRows = Object.entries(wings).flatMap(([wing, [, , rooms]]) =>
  namesIn(rooms).map((room, at) => {
    const [what = "", names = ""] = table[room] ?? [];
    return [at === 0 ? wing : "", `\`${pathOf(room)}\``, what, names || "nothing"];
  }),
);
