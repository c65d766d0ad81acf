/** Every figure in a reply equals one that is computed apart, from single profiles and days. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { Account } from "../../src/sandbox/account.ts";
import { plausibleNumbers } from "../../src/sandbox/numbers.ts";
import type { AskedFigures } from "../helpers/asked-rows.ts";
import { checkReply } from "../helpers/check-reply.ts";
import type { Connected } from "../helpers/connect.ts";
import { Reference, daysFrom } from "../helpers/reference.ts";
import { renewed } from "../helpers/renewed.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

const runs = repetitions(60, 1500);
const account = new Account(40);
/** Profiles whose names need no sanitising. */
const places = [0, 1, 2, 3, 4, 9, 12, 13, 14, 16, 18, 22, 28];

const networks = ["facebook", "instagram", "twitter", "youtube", "linkedin"] as const;
const latest = "2026-11-10";

interface Case {
  readonly network: MetricNetwork;
  readonly metrics: readonly string[];
  readonly places: readonly number[];
  readonly start: string;
  readonly length: number;
  readonly dimensions: readonly string[];
  readonly budget: number;
  readonly grain: string;
}

const shapes = [
  [],
  ["profile"],
  ["date.day"],
  ["profile", "date.day"],
  ["date.day", "profile"],
  ["date.month"],
  ["profile", "date.month"],
  ["date.quarter"],
  ["date.year", "profile"],
  ["date.weekday"],
  ["profile", "date.weekday"],
  ["profile_label"],
  ["profile_label", "date.month"],
];

const cases: fc.Arbitrary<Case> = fc.constantFrom(...networks).chain((network) =>
  fc.record({
    network: fc.constant(network),
    metrics: fc.subarray(
      metricsOf(network, 3).map(({ name }) => name),
      { minLength: 1, maxLength: 4 },
    ),
    places: fc.subarray(
      network === "linkedin" ? places.filter((place) => place % 20 !== 2) : places,
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    start: fc.constantFrom(
      "2025-03-28",
      "2025-10-20",
      "2025-11-14",
      "2026-02-20",
      "2026-07-01",
      "2026-10-01",
    ),
    length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 130 })),
    dimensions: fc.constantFrom(...shapes),
    budget: fc.constantFrom(900, 1500, 3000, 6000),
    grain: fc.constantFrom("day", "week", "month", "quarter", "year", "weekday", "total"),
  }),
);

const endOf = ({ start, length }: Case): string => {
  const days = daysFrom(start, latest);
  return days[Math.min(length, days.length) - 1] ?? latest;
};

function askedOf(one: Case): AskedFigures {
  const profiles = [...account.profiles(one.network).values()].filter(({ index }) =>
    one.places.includes(index),
  );
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  const valueOf = (id: string, metric: string, day: string): number | null => {
    const profile = byId.get(id);
    return profile === undefined ? null : plausibleNumbers(profile, metric, day, undefined);
  };
  const labels = new Map<string, string[]>();
  for (const profile of profiles) {
    for (const { name } of profile.labels)
      labels.set(name, [...(labels.get(name) ?? []), profile.id]);
  }
  const unlabelled = profiles.filter(({ labels: own }) => own.length === 0);
  if (unlabelled.length > 0)
    labels.set(
      "(no label)",
      unlabelled.map(({ id }) => id),
    );
  return {
    reference: new Reference(one.network, one.metrics, valueOf),
    metrics: one.metrics,
    profiles: new Map(profiles.map(({ id, name }) => [name, id])),
    labels,
    start: one.start,
    end: endOf(one),
    dimensions: one.dimensions,
  };
}

/** The dimensions of a result that is read at a grain. */
function atGrain(dimensions: readonly string[], grain: string): string[] {
  const type = grain === "total" ? [] : [`date.${grain}`];
  return dimensions.some((one) => one.startsWith("date."))
    ? dimensions.flatMap((one) => (one.startsWith("date.") ? type : [one]))
    : [...dimensions, ...type];
}

/** Pieces of the result: at another grain, and of some days, profiles and metrics. */
function piecesOf(one: Case, asked: AskedFigures): { piece: object; of: AskedFigures }[] {
  const { grain, dimensions, metrics } = one;
  const days = daysFrom(asked.start, asked.end);
  const start = days[Math.floor(days.length / 3)] ?? asked.start;
  const [name = "", id = ""] = [...asked.profiles].at(-1) ?? [];
  const labels = [...asked.labels].flatMap(([label, ids]) =>
    ids.includes(id) ? [[label, [id]] as const] : [],
  );
  const some = metrics.slice(-1);
  const cut = {
    ...asked,
    metrics: some,
    start,
    profiles: new Map([[name, id]]),
    labels: new Map(labels),
  };
  return [
    { piece: { grain }, of: { ...asked, dimensions: atGrain(dimensions, grain) } },
    { piece: { date_start: start }, of: { ...asked, start } },
    // A label without profiles keeps its row.
    ...(asked.labels.size > 0 && dimensions.includes("profile_label")
      ? []
      : [{ piece: { metrics: some, profiles: [id], date_start: start }, of: cut }]),
  ];
}

/** The text of a reply that is an error. */
const errorOf = ({ text, isError }: { text: string; isError: boolean }): string | undefined =>
  isError ? text : undefined;

/** A client for each budget. */
function connections(): (budget: number) => Promise<Connected> {
  const held = new Map<number, () => Promise<Connected>>();
  return (maxAnswerTokens) => {
    const next =
      held.get(maxAnswerTokens) ?? renewed({ profiles: 40, settings: { maxAnswerTokens } });
    held.set(maxAnswerTokens, next);
    return next();
  };
}

test("cells, totals, changes, extremes with their days, ranks and counts of missing values", async () => {
  const connected = connections();
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const asked = askedOf(one);
      const { call } = await connected(one.budget);
      const answer = await call("get_profile_metrics", {
        network: one.network,
        metrics: one.metrics,
        profiles: [...asked.profiles.values()],
        date_start: asked.start,
        date_end: asked.end,
        dimensions: one.dimensions,
      });
      expect(errorOf(answer)).toBeUndefined();
      const { text } = answer;
      checkReply(text, asked);
      for (const { piece, of } of piecesOf(one, asked)) {
        const read = await call("read_result", { result: idOf(text), ...piece });
        expect(errorOf(read)).toBeUndefined();
        checkReply(read.text, of);
      }
    }),
    { numRuns: runs },
  );
}, 900_000);

test("rows are ranked by their valid total: levels by the last value, people by the mean", async () => {
  const connected = connections();
  const ranked = cases.filter(({ places: own }) => own.length > 2);
  await fc.assert(
    fc.asyncProperty(ranked, fc.integer({ min: 2, max: 9 }), async (one, top) => {
      const asked = askedOf({ ...one, dimensions: ["profile"] });
      const [metric = ""] = one.metrics;
      const { reference, profiles, start, end } = asked;
      const days = daysFrom(start, end);
      const [, other] = reference.sides(metric, days);
      fc.pre(other === undefined);
      const ids = [...profiles.values()];
      fc.pre(ids.some((id) => reference.combined(metric, [id], days) !== null));
      const { call } = await connected(6000);
      const { text } = await call("get_profile_metrics", {
        network: one.network,
        metrics: one.metrics,
        profiles: ids,
        date_start: start,
        date_end: end,
        dimensions: ["profile"],
      });
      const piece = await call("read_result", { result: idOf(text), sort_by: metric, top });
      const expected = [...profiles]
        .map(([name, id]) => ({ name, value: reference.combined(metric, [id], days) }))
        .toSorted((left, right) => Number(right.value ?? -1e99) - Number(left.value ?? -1e99))
        .slice(0, top);
      const names = new Set(profiles.keys());
      const rows = piece.text
        .split("\n")
        .map((line) => line.split("|")[0] ?? "")
        .filter((name) => names.has(name));
      const values = (list: readonly string[]): unknown[] =>
        list.map((name) => reference.combined(metric, [profiles.get(name) ?? ""], days));
      expect(values(rows)).toEqual(expected.map(({ value }) => value));
    }),
    { numRuns: Math.ceil(runs / 4) },
  );
}, 900_000);
