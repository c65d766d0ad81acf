/** Pages of posts, walked in any steps: complete, once each, in order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, readCall, type Connected } from "../helpers/connect.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** 237 posts of one page. */
const many = { profiles: ["Acme US"], date_start: "2026-03-16", date_end: "2026-10-31" };

const cursorOf = (text: string): string | undefined => /and cursor (\S+)/.exec(text)?.[1];

/** The ids in a posts answer's CSV, in order. */
async function idsIn(connected: Connected, text: string): Promise<string[]> {
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  return csv
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0] ?? "");
}

test("237 posts behind pages of 100 come back complete, once each, in order", async () => {
  const connected = await connect();
  const { call, sandbox } = connected;

  const { text } = await call("list_linkedin_posts", { ...many, limit: 1000, fields: ["url"] });

  expect(text).toContain("Complete: 237 posts.");
  const bodies = sandbox.requests("posts").map(({ body }) => Object.keys(Object(body)));
  expect(bodies).toEqual([
    ["profiles", "date_start", "date_end", "fields", "limit"],
    ["after"],
    ["after"],
  ]);
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  const rows = csv
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(","));
  expect(new Set(rows.map(([id]) => id)).size).toBe(237);
  const times = rows.map(([, created = ""]) => created);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("limit 40 takes one page, and going on within it none", async () => {
  const { call, sandbox } = await connect();

  const first = await call("list_linkedin_posts", { ...many, limit: 40 });
  expect(first.text).toContain(
    "Only the first 40 of 237: sums and averages are over these; the others take 2 requests.",
  );
  expect(sandbox.requests("posts")).toHaveLength(1);

  const next = await call("list_linkedin_posts", {
    ...many,
    limit: 60,
    cursor: cursorOf(first.text),
  });
  expect(next.text).toContain("Only the first 100 of 237: ");
  expect(next.text).toContain("Shown: posts 41 to 100.");
  expect(sandbox.requests("posts")).toHaveLength(1);
});

test.each(["list_linkedin_posts", "list_facebook_posts"])(
  "%s: any sequence of limits gives every post once",
  async (tool) => {
    const connected = await connect();
    const question = { profiles: ["Acme UK"], date_start: "2026-05-01", date_end: "2026-10-31" };
    const reply = await connected.call(tool, { ...question, limit: 5000 });
    const ids = await idsIn(connected, reply.text);
    expect(ids.length).toBeGreaterThan(110);
    const limits = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(limits, async (sequence) => {
        const results = new Set<string>();
        let seen: string[] = [];
        let cursor: string | undefined;
        let step = 0;
        do {
          const limit = sequence[step % sequence.length];
          const { text } = await connected.call(tool, { ...question, limit, cursor });
          results.add(idOf(text));
          seen = await idsIn(connected, text);
          expect(seen).toEqual(ids.slice(0, seen.length));
          cursor = cursorOf(text);
          step += 1;
        } while (cursor !== undefined);
        expect(seen).toEqual(ids);
        // All posts are in one result.
        expect(results.size).toBe(1);
      }),
      { numRuns: repetitions(4, 200) },
    );
  },
);

test("a cursor of another question, or none at all, is refused before a page is asked", async () => {
  const { call, failing, sandbox } = await connect();
  const { text } = await call("list_facebook_posts", { ...many, limit: 5 });
  const cursor = cursorOf(text);
  const before = sandbox.requests("posts").length;

  for (const change of [
    { profiles: ["Acme UK"] },
    { sort_by: "shares" },
    { date_end: "2026-10-30" },
  ]) {
    const refused = await failing("list_facebook_posts", { ...many, ...change, limit: 5, cursor });
    expect(refused.text).toMatch(/^invalid_input: the cursor belongs to another question\n/);
  }
  const nonsense = await failing("list_facebook_posts", { ...many, cursor: "nonsense" });
  expect(nonsense.text).toMatch(/^invalid_input: this server did not issue the cursor\n/);
  expect(sandbox.requests("posts")).toHaveLength(before);
});

test("a cursor keeps the days that its period took, although the clock has moved on", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  const { call, failing } = await connect({ now: () => now });
  const question = { profiles: ["Acme US"], period: "last_30_days", limit: 2 };
  const first = await call("list_facebook_posts", question);
  now += 24 * 3_600_000;

  const next = await call("list_facebook_posts", { ...question, cursor: cursorOf(first.text) });

  expect(next.text).toContain("2026-10-21 to 2026-11-19");
  const weekQuestion = { ...question, period: "last_week", cursor: cursorOf(first.text) };
  expect((await failing("list_facebook_posts", weekQuestion)).text).toMatch(
    /^invalid_input: the cursor belongs to another question/,
  );
});

test("a page that fails loses nothing: the next call asks only what is missing", async () => {
  const { failing, sandbox } = await connect({ quotas: { account: 1000, user: 3 } });
  const question = { ...many, limit: 237 };

  const failed = await failing("list_linkedin_posts", question);
  expect(failed.text).toMatch(/^user_quota_exhausted: /);
  const sent = sandbox.requests("posts").length;
  const again = await failing("list_linkedin_posts", question);
  expect(again.text).toMatch(/^user_quota_exhausted: /);
  expect(sandbox.requests("posts"), "nothing is sent into a closed gate").toHaveLength(sent);
});

test("reports progress page by page", async () => {
  const { client } = await connect();
  const heard: [number, number | undefined][] = [];
  readCall(
    await client.callTool(
      { name: "list_linkedin_posts", arguments: { ...many, limit: 237 } },
      { onprogress: ({ progress, total }) => heard.push([progress, total]) },
    ),
  );
  expect(heard).toEqual([
    [1, 3],
    [2, 3],
  ]);
});

test("max-requests bounds the pages that are sent for; remembered ones are free", async () => {
  const { call } = await connect({ settings: { maxRequests: 2 } });
  const first = await call("list_linkedin_posts", { ...many, limit: 237 });
  expect(first.text).toContain("Only the first 200 of 237");
  const again = await call("list_linkedin_posts", { ...many, limit: 237 });
  expect(again.text).toContain("Complete: 237 posts.");
});

test("what is asked several times at once is sent once", async () => {
  const { call, sandbox } = await connect();
  await Promise.all([1, 2, 3, 4].map(() => call("list_linkedin_posts", { ...many, limit: 5 })));
  expect(sandbox.requests().map(({ operation }) => operation)).toEqual(["profiles", "posts"]);
});
