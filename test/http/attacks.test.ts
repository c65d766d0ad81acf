/**
 * One caller cannot stop a node. While Ada sends the largest calls that the server accepts, and larger ones, Ben is
 * answered at once and the process stays within its memory; the work ends when its client has left.
 */
import { expect, test } from "vitest";
import { httpLimits, ourLimits } from "../../src/catalog/limits.ts";
import { cpuAfterLeaving, startAttackedNode, waitDuring } from "../helpers/attacked-node.ts";
import type { AttackedNode } from "../helpers/attacked-node.ts";
import { facebookIds, type Called } from "../helpers/connect.ts";
import type { HttpClient } from "../helpers/http.ts";
import { peakMemory } from "../helpers/limited-process.ts";
import { isFull, repetitions } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

const bytes = (ourLimits.memoryMebibytes + 512) * 2 ** 20;
/** In milliseconds, and in seconds of CPU time. Beside other tests, these only end what hangs. */
const longestWait = isFull ? 1000 : 20_000;
const mostAfterLeaving = isFull ? 0.5 : 5;

const size = {
  accountProfiles: repetitions(200, 6000),
  profiles: repetitions(10, 2000),
  posts: repetitions(200, 5000),
  reads: repetitions(10, 110),
  cached: repetitions(100, 20_000),
};

interface Target extends AttackedNode {
  readonly client: HttpClient;
  /** Ids of stored results. */
  readonly result: string;
  readonly posts: string;
}

type Attack = (target: Target) => Promise<unknown>;

const metrics = ["insights_reach", "insights_views"];
const year = { network: "facebook", period: "last_365_days", dimensions: ["profile", "date.day"] };
const times = <One>(count: number, valueOf: (place: number) => One): One[] =>
  Array.from({ length: count }, (_, place) => valueOf(place));
const ratios = (count: number): string[] =>
  times(count, (place) => `r${place} = insights_reach / insights_views`);

/** `answered`, or the code of the error. */
const outcomeOf = ({ text, isError }: Called): string =>
  isError ? (text.split(":")[0] ?? "") : "answered";

const call =
  (tool: string, fieldsOf: (target: Target) => object): Attack =>
  async (target) =>
    outcomeOf(await target.client.attempt(tool, { ...fieldsOf(target) }));
const piece = (fields: object): Attack =>
  call("read_result", ({ result }) => ({ result, ...fields }));
const chart = (fields: object): Attack =>
  call("chart_result", ({ result }) => ({ result, ...fields }));
const groups = (group_by: string): Attack =>
  call("read_result", ({ posts }) => ({ result: posts, group_by }));
const question = (fields: object): Attack =>
  call("get_profile_metrics", () => ({ ...year, metrics, max_requests: 60, ...fields }));
const report = (textOf: (result: string) => string): Attack =>
  call("save_report", ({ result }) => ({ markdown: textOf(result), format: "html" }));
const references = (
  count: number,
  referenceOf: (place: number, result: string) => string,
): Attack =>
  report((result) => times(count, (place) => `{{${referenceOf(place, result)}}}\n`).join(""));
const read =
  (addresses: (result: string) => readonly string[], isReading?: boolean): Attack =>
  async (target) =>
    [...new Set(await target.read(addresses(target.result), isReading))].join();

const tables = "post_labels+type+hour,profile+hour,profile+day,type+day,post_labels+hour";
/** Each of a caller's calls may be the largest. */
const pieces: Attack = (target) =>
  Promise.all(
    times(httpLimits.callsAtOnce, (place) =>
      piece({ grain: "month", metrics: ratios(20 - (place % 2)) })(target),
    ),
  );
const parts = (result: string): string[] =>
  times(size.reads, () => `result://${result}.part-1.csv`);

const attacks: Readonly<Record<string, Attack>> = {
  "five tables of posts": groups(tables),
  "a part of a combination eight times": groups(times(8, () => "post_labels").join("+")),
  "fifteen tables": groups(times(15, () => "profile+hour").join(",")),
  "20 ratios": piece({ metrics: ratios(20) }),
  "100 ratios": piece({ metrics: ratios(100) }),
  "10,000 ratios": piece({ metrics: ratios(10_000) }),
  "20 ratios by weekday": piece({ grain: "weekday", metrics: ratios(20) }),
  "statistics of days": piece({ statistic: "median,p90,min,max", metrics: ratios(5) }),
  "conditions on ratios": piece({ metrics: ratios(20), where: times(20, (at) => `r${at} > 1`) }),
  "shares of ratios": piece({ view: "shares", metrics: ratios(20) }),
  outliers: piece({ view: "outliers" }),
  "the largest pieces at once": pieces,
  "a chart of 20 ratios": chart({ metrics: ratios(20) }),
  "a chart of 10,000 ratios": chart({ metrics: ratios(10_000) }),
  "a question of 90 ratios": question({
    profiles: facebookIds(size.profiles),
    metrics: ratios(90),
  }),
  "10,000 unknown profiles": question({ profiles: times(10_000, (at) => `nobody ${at}`) }),
  "a piece of all ids": piece({ profiles: facebookIds(size.profiles) }),
  "an address with 10,000 ratios": read((result) => [
    `result://${result}~metrics=${ratios(10_000).join("&metrics=")}.csv`,
  ]),
  "an address of 100,000 pieces": read((result) => [
    `result://${result}${times(100_000, () => "~top=1").join("")}.csv`,
  ]),
  "a report of 2,000 tables": references(2000, (_, result) => `${result}|table`),
  "a report of 100 charts": references(
    100,
    (at, result) => `${result} | chart: top: ${(at % 8) + 1}`,
  ),
  "a report of 2,000 rows": references(2000, (at, result) => `${result}.rank[${at + 1}].name`),
  "a report of 2,000 wrong names": references(2000, (at, result) => `${result}.profile["${at}"]`),
  "a report of 2,000 lists": references(2000, (_, result) => `${result}.rank|list: 100`),
  "64 KiB of ](": report(() => "](".repeat(32_000)),
  "64 KiB of braces": report(() => "{{ }}".repeat(13_000)),
  "64 KiB of a wide table": report(
    () => `|${"a|".repeat(10_000)}\n|${"-|".repeat(10_000)}\n${"a\n".repeat(12_000)}`,
  ),
  "a long report": report(() => "{{ a ".repeat(200_000)),
  "many reads of one part": read(parts),
  "many reads of pieces": read((result) =>
    times(size.reads / 2, (at) => `result://${result}~grain=month&top=${at + 100}.csv`),
  ),
  "reads of a client that reads no byte": read(parts, false),
};

test("whatever one caller asks for, another is answered at once, and the process stays within its memory", async () => {
  const { accountProfiles, cached } = size;
  const node = await startAttackedNode({ profiles: accountProfiles, cached, bytes });
  const client = await node.ada();
  const waits = new Map<string, number>();
  const outcomes = new Map<string, unknown>();
  const first = await waitDuring(node, () =>
    client.call("get_profile_metrics", {
      ...year,
      metrics,
      profiles: facebookIds(size.profiles),
      max_requests: 60,
    }),
  );
  waits.set("the first question over a large cache", first.wait);
  const listed = await waitDuring(node, () =>
    client.call("list_facebook_posts", {
      profiles: facebookIds(accountProfiles),
      period: "last_30_days",
      fields: ["type", "post_labels", "interactions"],
      limit: size.posts,
    }),
  );
  waits.set("a list of posts", listed.wait);
  const ids = { result: idOf(first.result.text), posts: idOf(listed.result.text) };
  const target = { ...node, ...ids, client };
  for (const [name, attack] of Object.entries(attacks)) {
    const { wait, result } = await waitDuring(node, () => attack(target));
    waits.set(name, wait);
    outcomes.set(name, result);
  }
  expect([...waits].filter(([, wait]) => wait > longestWait)).toEqual([]);
  expect(peakMemory(node.pid) ?? 0).toBeLessThan(bytes);
  expect(Object.fromEntries(outcomes)).toMatchObject({
    "five tables of posts": "answered",
    "fifteen tables": "answered",
    "a part of a combination eight times": "invalid_input",
    "20 ratios": "answered",
    "100 ratios": isFull ? "limit_exceeded" : "answered",
    "10,000 ratios": "invalid_input",
    "statistics of days": "answered",
    "20 ratios by weekday": "answered",
    "conditions on ratios": "answered",
    outliers: "answered",
    "a chart of 20 ratios": "answered",
    "a chart of 10,000 ratios": "invalid_input",
    "a question of 90 ratios": isFull ? "limit_exceeded" : "answered",
    "10,000 unknown profiles": "profiles_not_allowed",
    "a piece of all ids": "answered",
    "a report of 2,000 tables": "invalid_input",
    "a report of 100 charts": "answered",
    "a report of 2,000 rows": "answered",
    "a report of 2,000 wrong names": "invalid_input",
    "64 KiB of ](": "answered",
    "64 KiB of braces": "invalid_input",
    "64 KiB of a wide table": "invalid_input",
    "many reads of one part": "200",
  });

  const after = new Map<string, number>();
  for (const [name, attack] of Object.entries({
    pieces,
    "a chart": chart({ metrics: ratios(20) }),
    groups: groups(tables),
    "a report": references(100, (at, result) => `${result} | chart: top: ${(at % 8) + 1}`),
    "a question": question({ profiles: facebookIds(size.profiles), fresh: true }),
    reads: ({ client: leaver, result }: Target) =>
      Promise.all(parts(result).map((uri) => leaver.client.readResource({ uri }))),
  }))
    after.set(name, await cpuAfterLeaving(node, (leaver) => attack({ ...target, client: leaver })));
  expect([...after].filter(([, seconds]) => seconds > mostAfterLeaving)).toEqual([]);
});
