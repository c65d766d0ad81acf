/** Messages as clients write them: each that has an id is answered, whatever else is odd about it. */
import { monday } from "../../src/base/time/grains.ts";
import fc from "fast-check";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { serveOverStdio } from "../../src/server/mcp/stdio.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { readAll, start } from "../helpers/process.ts";
import { repetitions } from "../helpers/repetitions.ts";

const clientInfo = { name: "script", version: "1" };
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
const opening = [
  JSON.stringify({ jsonrpc: "2.0", id: "opening", method: "initialize", params }),
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
];

/** Every request that a client may send, with params that it may have. */
const requests: Readonly<Record<string, object>> = {
  initialize: params,
  ping: {},
  "tools/list": {},
  "tools/call": { name: "list_profiles", arguments: { network: "facebook", name_contains: null } },
  "resources/list": {},
  "resources/templates/list": {},
  "resources/read": { uri: "guide://reading-answers" },
  "prompts/list": {},
  "prompts/get": { name: "monthly_report", arguments: { network: "facebook" } },
  "completion/complete": {
    ref: { type: "ref/prompt", name: "monthly_report" },
    argument: { name: "network", value: "f" },
    context: null,
  },
  "nothing/known": {},
};

/** A line with something odd. @param id as text of JSON. */
type Odd = (id: string, method: string, body: object) => string;

const line = (id: string, method: string, body: unknown, rest = ""): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(body)}${rest}}`;

const oddities: Readonly<Record<string, Odd>> = {
  "a byte order mark": (...message) => `\uFEFF${line(...message)}`,
  "a carriage return": (...message) => `${line(...message)}\r`,
  "no params": (id, method) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`,
  "params that are null": (id, method) => line(id, method, null),
  "params that are a list": (id, method) => line(id, method, [1]),
  "_meta that is null": (id, method, body) => line(id, method, { ...body, _meta: null }),
  "_meta that is a text": (id, method, body) => line(id, method, { ...body, _meta: "x" }),
  "a progress token that is null": (id, method, body) =>
    line(id, method, { ...body, _meta: { progressToken: null } }),
  "a fractional progress token": (id, method, body) =>
    line(id, method, { ...body, _meta: { progressToken: 1.5 } }),
  "an unknown member": (id, method, body) => line(id, method, body, `,"extra":{"a":1}`),
  "an unknown member of params": (id, method, body) => line(id, method, { ...body, extra: 1 }),
  "null for every member of params": (id, method, body) =>
    line(id, method, Object.fromEntries(Object.keys(body).map((name) => [name, null]))),
  "arguments that are null": (id, method, body) => line(id, method, { ...body, arguments: null }),
  "a cursor that is null": (id, method, body) => line(id, method, { ...body, cursor: null }),
  "a cursor that is a number": (id, method, body) => line(id, method, { ...body, cursor: 5 }),
  "no jsonrpc": (id, method) => `{"id":${id},"method":"${method}"}`,
  "a method that is a number": (id) => `{"jsonrpc":"2.0","id":${id},"method":5}`,
  "a batch of one": (...message) => `[${line(...message)}]`,
};

/** Ids that are numbers, each of a kind that JavaScript or the SDK would change or refuse. */
const idKinds: readonly ((place: number) => string)[] = [
  (place) => String(place),
  (place) => `"${place}"`,
  (place) => `9007199254740${993 + 2 * place}`,
  (place) => `-9223372036854${775_001 + place}`,
  (place) => `${place}.5`,
  (place) => `1.${place}e300`,
];

/** The ids of answers, as they were written. */
const idsOf = (stdout: string): string[] =>
  [...stdout.matchAll(/"id":("[^"]*"|[^,}]+)/g)].map(([, id = ""]) => id);

test("every request with every oddity gets one answer, with its id as it was written", async () => {
  const sent: string[] = [];
  const lines = Object.entries(requests).flatMap(([method, body]) =>
    Object.values(oddities).map((odd) => {
      const id = idKinds[sent.length % idKinds.length]?.(sent.length) ?? "";
      sent.push(id);
      return odd(id, method, body);
    }),
  );
  const child = start(["serve", "--sandbox"]);
  const output = readAll(child);
  child.stdin.end([...opening, ...lines].join("\n"));
  const { code, stdout } = await output;
  expect(code).toBe(0);
  const answered = idsOf(stdout).filter((id) => id !== `"opening"`);
  expect(answered.toSorted()).toEqual(sent.toSorted());
  expect(new Set(sent.map((id) => Number.isSafeInteger(JSON.parse(id))))).toContain(false);
});

test.each([
  [`{"jsonrpc":"2.0","id":null,"method":"ping"}`, -32_600, "id must be a text or a whole number"],
  [`{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32_600, "id must be a text or a whole number"],
  ["[]", -32_600, "A batch must have 1 to 10 messages"],
  [`[${"5,".repeat(10)}5]`, -32_600, "A batch must have 1 to 10 messages"],
  ["5", -32_600, "A message must be a JSON object"],
  ["rubbish", -32_700, "The line is not JSON"],
])("%s is answered with an error that has no id", async (text, code, message) => {
  const { answers } = await converse([text]);
  expect(answers).toEqual([{ jsonrpc: "2.0", error: { code, message } }]);
});

test("calls that are open at the end of stdin are answered, and a subscription does not keep the server", async () => {
  const child = start(["serve", "--sandbox"]);
  const output = readAll(child);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const question = {
    name: "get_profile_metrics",
    arguments: { network: "facebook", period: "last_week" },
    _meta: meta,
  };
  const listen = { notifications: { toolsListChanged: true }, _meta: meta };
  child.stdin.end(
    [line("1", "subscriptions/listen", listen), line("2", "tools/call", question)].join("\n"),
  );
  const { code, stdout } = await output;
  expect(code).toBe(0);
  expect(stdout).toContain("facebook, 120 profiles");
});

test("a cancelled call does not keep the server at the end of stdin", async () => {
  const cancelled = (id: number): string =>
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`;
  const call = line("7", "tools/call", { name: "slow", arguments: {} });
  const { answers } = await converse([call, cancelled(7)]);
  expect(answers).toEqual([]);
});

/** Sends lines to a server in this thread, and returns its answers but the first. */
async function converse(lines: readonly string[]) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const memory = new MemoryBudget(1e6);
  const services = {
    settings: { maxAnswerTokens: 6000, maxRequests: 1, settledAfterDays: 3, weekStartsOn: monday },
    results: new ResultStore(memory),
    connection: () => Promise.reject(new Error("none")),
    now: () => 0,
    view: undefined,
  };
  const errors: string[] = [];
  const closed = new Promise<void>((resolve) => {
    stdin.once("pause", resolve);
  });
  serveOverStdio(
    {
      version: "0",
      tools: [],
      prompts: [],
      toolsets: [],
      structured: false,
      deadline: { clock: systemClock, seconds: 60 },
      services,
    },
    { stdin, stdout },
    ({ message }) => errors.push(message),
  );
  const texts: string[] = [];
  createInterface(stdout).on("line", (text) => texts.push(text));
  stdin.end([...opening, ...lines].map((text) => `${text}\n`).join(""));
  await closed;
  stdout.end();
  const answers = texts.map((text): Record<string, unknown> => JSON.parse(text));
  return { errors, answers: answers.filter(({ id }) => id !== "opening") };
}

test("any message with an id gets one answer with it", async () => {
  const member = fc.oneof(fc.constantFrom(null, 1.5, "2.0", "ping", "tools/list"), fc.jsonValue());
  const message = fc.record(
    {
      jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, member),
      method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...Object.keys(requests)) }, member),
      params: fc.oneof(
        fc.record({ _meta: member, cursor: member, name: member, arguments: member, uri: member }),
        member,
      ),
      extra: member,
    },
    { requiredKeys: ["method"] },
  );
  let rejected = 0;
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 8 }), async (messages) => {
      const { answers } = await converse(
        messages.map((fields, id) => JSON.stringify({ ...fields, id: `${id}` })),
      );
      expect(answers.map(({ id }) => String(id)).toSorted()).toEqual(
        messages.map((_, id) => `${id}`),
      );
      rejected += answers.filter((answer) => "error" in answer).length;
      answered += answers.filter((answer) => "result" in answer).length;
    }),
    { numRuns: repetitions(100, 2000) },
  );
  expect(Math.min(rejected, answered)).toBeGreaterThan(20);
});

test("ids that JavaScript would round alike are told apart, wherever else their digits are", async () => {
  const ping = (id: string): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  const call = `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","arguments":{"id":9007199254740992,"a":"\\"id\\":9007199254740994"}},"id":9007199254740995}`;
  const escaped = `{"jsonrpc":"2.0","\\u0069d":9007199254740997,"method":"ping"}`;
  const huge = `{"jsonrpc":"2.0","id":9007199254740999,"method":"ping","params":{"x":"${"\\\\".repeat(4_000_000)}"}}`;
  const child = start(["serve", "--sandbox"]);
  const output = readAll(child);
  const batch = `[${ping("9007199254740992")},${ping("9007199254740993")}]`;
  child.stdin.end([...opening, batch, call, escaped, huge].join("\n"));
  const { stdout } = await output;
  const ids = [2, 3, 5, 7, 9].map((digit) => `900719925474099${digit}`);
  expect(idsOf(stdout).slice(1).toSorted()).toEqual(ids);
});

test("a wrong message with the id of an open call does not end the wait for its answer", async () => {
  const child = start(["serve", "--sandbox"]);
  const output = readAll(child);
  const question = { name: "list_profiles", arguments: { network: "facebook" } };
  const wrong = `{"jsonrpc":"2.0","id":1,"method":5}`;
  child.stdin.end([...opening, line("1", "tools/call", question), wrong].join("\n"));
  const { stdout } = await output;
  expect(stdout).toContain("facebook: 120 of 120 profiles");
  expect(stdout).toContain("method must be a text");
});
