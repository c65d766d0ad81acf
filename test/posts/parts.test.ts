/** An API that takes fewer profiles in a request for posts: the same posts, in parts that are merged. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { testNow } from "../helpers/in-memory.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";
import { isFull, repetitions } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const profiles = 130;
const days = { date_start: "2026-10-01", date_end: "2026-10-07" };

const limited = (postProfiles: number): Promise<Connected> => connect({ profiles, postProfiles });

const cursorOf = (text: string): string | undefined => /and cursor (\S+)/.exec(text)?.[1];

/** The reply without its cost, its cursor and its id. */
const comparable = (text: string): string =>
  text
    .replace(/\d+ requests? sent, .*? left this hour\./, "")
    .replace(/cursor \S+/, "")
    .replace(/result:\/\/\w+(?=\.csv$)/, "");

async function csvOf(connected: Connected, text: string): Promise<string> {
  return readCsv(connected, `result://${idOf(text)}.csv`);
}

const questions: readonly (readonly [string, Record<string, unknown>])[] = [
  ["list_facebook_posts", { limit: 5000 }],
  ["list_facebook_posts", { limit: 60, sort_by: "reactions", fields: ["url", "shares"] }],
  ["list_facebook_posts", { limit: 60, sort_by: "created_time", order: "asc" }],
  ["list_linkedin_posts", { limit: 1000 }],
  ["list_linkedin_posts", { limit: 40, sort_by: "reactions", fields: ["url"] }],
];

test.each(questions)(
  "%s %j: all profiles, as if the API took them at once",
  async (tool, question) => {
    const [reference, parts] = [await connect({ profiles }), await limited(40)];
    const referenceReply = await reference.call(tool, { ...days, ...question });
    const partsReply = await parts.call(tool, { ...days, ...question });
    expect(comparable(partsReply.text)).toBe(comparable(referenceReply.text));
    expect(await csvOf(parts, partsReply.text)).toBe(await csvOf(reference, referenceReply.text));
  },
);

test("the size is halved until it is accepted, and learned: the next question has no rejection", async () => {
  const { call, sandbox } = await limited(40);
  const sizes = (): unknown[] =>
    sandbox.requests("posts").map(({ body }) => Object(body)["profiles"]?.length);
  await call("list_facebook_posts", { ...days, limit: 50 });
  expect(sizes()).toEqual([130, 65, 26, 26, 26, 26, 26]);
  await call("list_facebook_posts", { ...days, date_end: "2026-10-06", limit: 50 });
  expect(sizes().slice(7)).toEqual([26, 26, 26, 26, 26]);
});

test("the next process knows the size", async () => {
  const notes = memoryBlobCache(() => testNow);
  const sizesOf = async (date_end: string): Promise<unknown[]> => {
    const { call, sandbox } = await connect({ profiles, postProfiles: 40, notes });
    await call("list_facebook_posts", { ...days, date_end, limit: 50 });
    return sandbox.requests("posts").map(({ body }) => Object(body)["profiles"]?.length);
  };
  expect(await sizesOf("2026-10-07")).toEqual([130, 65, 26, 26, 26, 26, 26]);
  expect(await sizesOf("2026-10-06")).toEqual([26, 26, 26, 26, 26]);
});

test.each(["list_linkedin_posts", "list_facebook_posts"])(
  "%s: any sequence of limits gives every post once, in order",
  async (tool) => {
    const connected = await limited(50);
    const question = isFull ? days : { ...days, date_start: "2026-10-04" };
    const { text } = await connected.call(tool, { ...question, limit: 5000 });
    const rowsIn = async (reply: string): Promise<string[]> =>
      (await csvOf(connected, reply)).split("\r\n").slice(1, -1);
    const idsIn = async (reply: string): Promise<string[]> =>
      (await rowsIn(reply)).map((row) => row.split(",", 1).join());
    const ids = await idsIn(text);
    expect(ids.length).toBeGreaterThan(100);
    const limits = fc.array(fc.integer({ min: isFull ? 1 : 20, max: 150 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(limits, async (sequence) => {
        let seen: string[] = [];
        let cursor: string | undefined;
        for (let step = 0; step === 0 || cursor !== undefined; step += 1) {
          const limit = sequence[step % sequence.length];
          const reply = await connected.call(tool, { ...question, limit, cursor });
          seen = await idsIn(reply.text);
          cursor = cursorOf(reply.text);
        }
        expect(seen).toEqual(ids);
      }),
      { numRuns: repetitions(2, 100) },
    );
  },
);

test("a single profile whose posts are too many is an error that names days and fields", async () => {
  const { failing } = await limited(0);
  const { text } = await failing("list_facebook_posts", { ...days, profiles: ["Acme US"] });
  expect(text).toMatch(/^limit_exceeded: .*\nAsk for fewer days or fields\.$/);
});
