/** Ratios that a question defines: every number equals one that is computed apart, and rate and mix add up. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { breaksOf } from "../../src/catalog/breaks.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { Account } from "../../src/sandbox/account.ts";
import { plausibleNumbers } from "../../src/sandbox/numbers.ts";
import { bucketOf } from "../helpers/buckets.ts";
import { assertClose } from "../helpers/close.ts";
import { connect, withoutIds } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { expectedKind } from "../helpers/kinds.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { daysFrom } from "../helpers/day-names.ts";
import { renewed } from "../helpers/renewed.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const runs = repetitions(20, 600);
const account = new Account(40);
/** Profiles whose names need no quoting. */
const places = [0, 1, 3, 4, 9, 13, 14, 16, 18, 28];
const networks = ["facebook", "instagram", "twitter", "youtube", "linkedin"] as const;

/** The metrics of a network that can be parts of a ratio. */
const partsOf = (network: MetricNetwork, isBelow: boolean): string[] =>
  metricsOf(network, 3)
    .map(({ name }) => name)
    .filter((name) => !["ratio", "rolling"].includes(expectedKind(network, name)))
    .filter((name) => !isBelow || expectedKind(network, name) !== "net");

const cases = fc.constantFrom(...networks).chain((network) =>
  fc.record({
    network: fc.constant(network),
    above: fc.constantFrom(...partsOf(network, false)),
    below: fc.constantFrom(...partsOf(network, true)),
    places: fc.subarray(places, { minLength: 1, maxLength: 6 }),
    start: fc.constantFrom("2025-11-01", "2026-02-20", "2026-09-01"),
    length: fc.integer({ min: 1, max: 60 }),
    dimensions: fc.constantFrom<string[]>(
      [],
      ["profile"],
      ["date.day"],
      ["date.month", "profile"],
      ["profile", "date.day"],
      ["profile_label"],
    ),
  }),
);
type Case = typeof cases extends fc.Arbitrary<infer One> ? One : never;

/** A day of a profile that has values of both parts. */
interface Both {
  readonly above: number;
  readonly below: number;
}

function settingOf({ network, above, below, places: indexes, start, length, dimensions }: Case) {
  const profiles = [...account.profiles(network).values()].filter(({ index }) =>
    indexes.includes(index),
  );
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  const valueOf = (id: string, metric: string, day: string): number | null => {
    const profile = byId.get(id);
    return profile === undefined ? null : plausibleNumbers(profile, metric, day, undefined);
  };
  const both = (id: string, days: readonly string[]): Both[] =>
    days.flatMap((day) => {
      const [numerator, denominator] = [valueOf(id, above, day), valueOf(id, below, day)];
      return numerator === null || denominator === null
        ? []
        : [{ above: numerator, below: denominator }];
    });
  const [kindAbove, kindBelow] = [above, below].map((name) => expectedKind(network, name));
  const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
  const areLevels = kindAbove === "level" && kindBelow === "level";
  const isSingle =
    dimensions.includes("date.day") && (dimensions.includes("profile") || profiles.length === 1);
  /** Numerator and denominator of one profile. @param earlier days of the same side, from which levels are carried. */
  const partOf = (id: string, days: readonly string[], earlier: readonly string[]): Both => {
    const since = addDays(toDay(days.at(-1) ?? start), -28);
    const carried = isSingle ? days : [...earlier, ...days].filter((day) => day >= since);
    const counted = areLevels ? both(id, carried).slice(-1) : both(id, days.filter(isCounted));
    const isMean = kindBelow === "level" && ["flow", "net"].includes(kindAbove ?? "");
    const denominator = sum(counted.map((day) => day.below));
    return {
      above: sum(counted.map((day) => day.above)),
      below: counted.length === 0 ? 0 : isMean ? denominator / counted.length : denominator,
    };
  };
  const breaks = breaksOf(network).filter(({ metrics }) =>
    [above, below].some((name) => metrics.includes(name)),
  );
  const isBreak = (day: string): boolean =>
    breaks.some(({ before, date }) => before !== undefined && date === day);
  /** The day of a break is in no sum of a net, but a row of its own where rows are days. */
  const isCounted = (day: string): boolean =>
    kindAbove !== "net" || length === 1 || dimensions.includes("date.day") || !isBreak(day);
  /** Null where the ratio is missing or withheld. */
  const ratioOf = (ids: readonly string[], days: readonly string[]): number | null => {
    // Levels are carried from the 28 days before the range.
    const leadIn = daysFrom(addDays(toDay(start), -28), days[0] ?? "").slice(0, -1);
    const side = leadIn.slice(Math.max(0, [...leadIn, ...days.slice(0, 1)].findLastIndex(isBreak)));
    const parts = ids.map((id) => partOf(id, days, side));
    const denominator = sum(parts.map((part) => part.below));
    return denominator === 0 ? null : sum(parts.map((part) => part.above)) / denominator;
  };
  /** The days of a row, on each side of the breaks in it. */
  const sidesOf = (days: readonly string[]): string[][] => {
    const sides: string[][] = [];
    for (const day of days) {
      if (sides.length === 0 || isBreak(day)) sides.push([]);
      sides.at(-1)?.push(day);
    }
    return sides;
  };
  const end = daysFrom(start, "2026-11-10")[length - 1] ?? "2026-11-10";
  return { profiles, days: daysFrom(start, end), ratioOf, sidesOf };
}

test("a ratio is the sum of a over the sum of b, by profile, day, month and label", async () => {
  const connected = renewed({ profiles: 40 });
  await fc.assert(
    fc.asyncProperty(cases, async (testCase) => {
      const { client, call } = await connected();
      const { profiles, days, ratioOf, sidesOf } = settingOf(testCase);
      const { text, isError } = await call("get_profile_metrics", {
        network: testCase.network,
        metrics: [`share = ${testCase.above} / ${testCase.below}`],
        profiles: profiles.map(({ id }) => id),
        date_start: days[0],
        date_end: days.at(-1),
        dimensions: testCase.dimensions,
      });
      expect({ text, isError }).toMatchObject({ isError: false });
      for (const row of csvRows(await readCsv({ client }, `result://${idOf(text)}.csv`))) {
        const [, day = ""] = [...row].find(([name]) => name.startsWith("date.")) ?? [];
        const type = testCase.dimensions.find((name) => name.startsWith("date.")) ?? "";
        const rowDays = day === "" ? days : days.filter((date) => bucketOf(type, date) === day);
        const ids = profiles.filter((profile) => isIn(row, profile)).map(({ id }) => id);
        const sides = sidesOf(rowDays);
        const isBroken = sides.length > 1;
        assertClose(
          numberIn(row, "share"),
          isBroken ? null : ratioOf(ids, rowDays),
          JSON.stringify([...row]),
        );
        if (!isBroken || type !== "") continue;
        const names = [...row.keys()].filter((name) => name.startsWith("share "));
        expect(names).toHaveLength(sides.length);
        for (const [at, name] of names.entries())
          assertClose(numberIn(row, name), ratioOf(ids, sides[at] ?? []), name);
      }
    }),
    { numRuns: runs },
  );
}, 600_000);

const isIn = (
  row: CsvRow,
  { id, labels }: { readonly id: string; readonly labels: readonly { readonly id: string }[] },
): boolean => {
  const label = row.get("profile_label");
  if (label === "(no label)") return labels.length === 0;
  if (label !== undefined) return labels.some((profileLabel) => profileLabel.id === label);
  return (row.get("profile") ?? id) === id;
};

const engagement = "engagement = insights_reactions / insights_reach";
const question = {
  network: "facebook",
  profiles: ["Acme US", "Acme UK", "Acme Wien 19"],
  date_start: "2026-10-05",
  date_end: "2026-10-18",
};

test("read_result computes a ratio of stored metrics, ranks by it, and sends nothing", async () => {
  const { call, sandbox } = await connect({ profiles: 40 });
  const metrics = ["insights_reactions", "insights_reach"];
  const { text } = await call("get_profile_metrics", { ...question, metrics });
  const sent = sandbox.requests().length;
  const piece = { result: idOf(text), metrics: [engagement], sort_by: engagement, top: 2 };
  const read = await call("read_result", piece);
  expect(withoutIds(read.text)).toMatchInlineSnapshot(`
    "facebook, 3 profiles by profile, 2026-10-05 to 2026-10-18, profile time. Complete. A piece of a stored result; no request sent.

    all 3|total
    engagement insights_reactions / insights_reach|0.04672

    engagement, highest first, 2 of 3:
    #|profile|engagement
    1|Acme Wien 19|0.06573
    2|Acme UK|0.04356
    1 more: read_result, or top.
    result://rRESULTID~metrics=engagement%20%3D%20insights_reactions%20%2F%20insights_reach&sort_by=engagement%20%3D%20insights_reactions%20%2F%20insights_reach&top=2.csv"
  `);
  const answer = await call("get_profile_metrics", { ...question, metrics: [engagement] });
  const rowOf = (reply: string): string | undefined => /^Acme US\|.*$/m.exec(reply)?.[0];
  const fullPiece = await call("read_result", { result: idOf(text), metrics: [engagement] });
  expect(rowOf(fullPiece.text)).toBe(rowOf(answer.text));
  expect(sandbox.requests().length).toBe(sent);
});

test("the parts of a ratio are requested once, and shown only if they are asked", async () => {
  const { client, call, sandbox } = await connect({ profiles: 40 });
  const metrics = ["insights_reach", engagement, "insights_views / insights_reach"];
  const { text } = await call("get_profile_metrics", { ...question, metrics });
  const [, body] = sandbox.requests().map((request) => request.body);
  expect(body).toMatchObject({
    metrics: ["insights_reach", "insights_reactions", "insights_views"],
  });
  const csv = await readCsv({ client }, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n")[0]).toBe(
    "profile,profile_name,insights_reach,engagement,insights_views / insights_reach",
  );
});

test.each([
  ["insights_views / ", /is no formula of metrics\nWrite "a \/ b"/],
  ["insights_views / insights_reach / 2", /is no formula of metrics/],
  ["a-b = insights_views / insights_reach", /is no formula of metrics/],
  ["insights_view / insights_reach", /no metric "insights_view" \(nearest: insights_views/],
  ["insights_views / fans_change", /fans_change is a signed difference, which is no base/],
  ["fans_change = insights_views / insights_reach", /the name fans_change of a formula is taken/],
])("%s is refused with the reason", async (ratio, problem) => {
  const { failing, sandbox } = await connect({ profiles: 40 });
  const { text, isError } = await failing("get_profile_metrics", { ...question, metrics: [ratio] });
  expect(isError).toBe(true);
  expect(text).toMatch(problem);
  // The names of the call are looked up beside its metrics.
  expect(sandbox.requests().map(({ operation }) => operation)).toEqual(["profiles"]);
});
