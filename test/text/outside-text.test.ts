/** Text from outside reaches a client sanitised, from every field of every endpoint. */
import { expect, test } from "vitest";
import { operations, type Operation } from "../../src/api/endpoints.ts";
import { facebookPostFields } from "../../src/catalog/post-fields.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { testNow } from "../helpers/in-memory.ts";
import { placesIn, replaceAt, withKeys } from "../helpers/leaves.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Control, override, zero-width, tag and selector characters, line breaks, a separator, a fence, a formula. */
const hostile =
  "\u0000\u0007\u202E\u2066\u200B\u2060\uFEFF\u{E0041}\u{E007F}\u{E0101}\r\n\tINJECT|=1+1 ~~~~ ```\u2028";
const forbidden =
  /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\u{E0000}-\u{E01EF}\u2028\u2029]/u;

/** Returns the lines that could act on who reads them. */
const actingLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => forbidden.test(line) || /^[\p{P}\p{S}\p{Z}\p{C}]*INJECT/u.test(line));

const expectInert = (texts: readonly string[]): void =>
  expect(texts.flatMap(actingLines)).toEqual([]);

const october = { date_start: "2026-10-01", date_end: "2026-10-03" };
const ofTwo = { profiles: facebookIds(2), ...october };
const fields = facebookPostFields.map(({ name }) => name);

/** The tool calls that show the answers of each operation. */
const calls: Record<Operation, [string, Record<string, unknown>][]> = {
  profiles: [
    ["list_profiles", { network: "facebook" }],
    ["get_profile_metrics", { network: "facebook", metrics: ["insights_reach"], ...october }],
    [
      "get_profile_metrics",
      { network: "facebook", metrics: ["fans_change"], profiles: ["Acme"], ...october },
    ],
    ["list_profiles_v2", { network: "facebook" }],
  ],
  post_labels: [
    ["list_post_labels", {}],
    ["list_post_labels_v2", {}],
    ["list_post_label_groups", {}],
    ["list_facebook_posts", { ...ofTwo, filter: { field: "post_labels", value: "Shared" } }],
    ["list_facebook_posts", { ...ofTwo, filter: { field: "post_labels", value: "None" } }],
  ],
  post_label_groups: [["list_post_label_groups", {}]],
  profile_labels: [
    ["list_profile_labels", {}],
    ["list_profile_labels_v2", {}],
    [
      "get_profile_metrics",
      { network: "facebook", metrics: ["fans_change"], dimensions: ["profile_label"], ...ofTwo },
    ],
  ],
  listening_queries: [["list_listening_queries", {}]],
  ad_accounts: [["list_ad_accounts", {}]],
  user: [
    ["get_current_user", {}],
    ["get_current_user_v2", {}],
  ],
  metrics: [
    [
      "get_profile_metrics",
      {
        network: "facebook",
        metrics: ["insights_reach"],
        dimensions: ["profile", "gender_age"],
        ...ofTwo,
      },
    ],
    [
      "get_profile_metrics_v2",
      { network: "facebook", metrics: ["insights_fans_lifetime"], dimensions: ["city"], ...ofTwo },
    ],
  ],
  posts: [
    ["list_facebook_posts", { ...ofTwo, fields, limit: 4 }],
    ["list_linkedin_posts", { ...october, limit: 4 }],
    ["list_linkedin_posts", { ...october, limit: 100 }],
  ],
};

interface Spoiling {
  readonly operation: Operation;
  /** Corrupts an answer of the operation. */
  readonly spoil: (answer: unknown) => unknown;
}

/** Serves the sandbox with the answers of one operation corrupted. `seen` collects the original answers. */
async function spoilt({ operation, spoil }: Spoiling, seen: unknown[] = []): Promise<Connected> {
  const sandbox = new Sandbox({ now: () => testNow, profiles: 6 });
  const { baseUrl } = await serveFakeApi({
    otherwise: ({ method, url: path, headers, text: body }, response) => {
      const answer = sandbox.handle({ method, path, authorization: headers.authorization, body });
      response.statusCode = answer.status;
      if (sandbox.requests().at(-1)?.operation !== operation) return answer.body;
      const genuine: unknown = JSON.parse(answer.body);
      seen.push(genuine);
      return JSON.stringify(spoil(genuine));
    },
  });
  const toolsets = ["reference", "metrics", "posts", "v2"] as const;
  return connect({ baseUrl, toolsets, structured: true });
}

/** Returns everything that a client can read of a call: text, structured content, CSV, a piece of the result. */
async function readAll(connected: Connected, tool: string, args: object): Promise<string[]> {
  const answer = await connected.client.callTool({ name: tool, arguments: { ...args } });
  const texts = answer.content.map((block) =>
    block.type === "text" ? block.text : JSON.stringify(block),
  );
  const id = idOf(texts[0] ?? "");
  const { columns = [], rows = [] } = Object(answer.structuredContent ?? {});
  const cells = [...columns, ...rows.flat()].map(String);
  if (id === "") return [...texts, ...cells];
  const csv = await readCsv(connected, `result://${id}.csv`);
  const piece = await connected.call("read_result", { result: id, top: 1 });
  return [...texts, ...cells, csv, piece.text];
}

test.each(operations)("%s: every field of its answers is sanitised", async (operation) => {
  const seen: unknown[] = [];
  const genuine = await spoilt({ operation, spoil: (answer) => answer }, seen);
  for (const [tool, args] of calls[operation]) await genuine.call(tool, args);
  const places = new Set(seen.flatMap((answer) => placesIn(answer)));
  expect(places.size).toBeGreaterThan(1);
  let shown = 0;
  for (const place of places) {
    const spoil = (answer: unknown): unknown =>
      replaceAt(answer, place, (old) => `${String(old)}${hostile}`);
    const connected = await spoilt({ operation, spoil });
    for (const [tool, args] of calls[operation]) {
      const texts = await readAll(connected, tool, args);
      expectInert(texts);
      shown += texts.filter((text) => text.includes("INJECT")).length;
    }
  }
  expect(shown, "sanitised text is shown").toBeGreaterThan(0);
});

test.each(operations)("%s: every key of its answers is sanitised", async (operation) => {
  const from = operation === "user" ? 1 : 2;
  const spoil = (answer: unknown): unknown => withKeys(answer, hostile, from);
  const connected = await spoilt({ operation, spoil });
  for (const [tool, args] of calls[operation]) {
    const texts = await readAll(connected, tool, args);
    expect(texts.length).toBeGreaterThan(0);
    expectInert(texts);
  }
});

test.each(operations)("%s: its error strings are sanitised", async (operation) => {
  const errors = [{ code: 99, errors: [`General${hostile}`, hostile] }];
  const connected = await spoilt({ operation, spoil: () => ({ success: false, errors }) });
  for (const [tool, args] of calls[operation]) {
    const { text, isError } = await connected.call(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain("INJECT");
    expectInert([text]);
  }
});

test("completions offer sanitised names", async () => {
  const spoil = (answer: unknown): unknown =>
    replaceAt(answer, ".data[].name", (old) => `${String(old)}${hostile}`);
  const { client } = await spoilt({ operation: "post_labels", spoil });
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "campaign_recap" },
    argument: { name: "label", value: "S" },
  });
  expect(completion.values.length).toBeGreaterThan(0);
  expectInert(completion.values);
});
