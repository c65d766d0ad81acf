/** Any piece of any result is a reply, or is refused with what to do: no combination of arguments is a defect. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { grainNames } from "../../src/catalog/grains.ts";
import { statisticBuckets, statistics, views } from "../../src/catalog/statistics.ts";
import { connect } from "../helpers/connect.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

const questions = [
  { network: "facebook", dimensions: ["profile", "date.day"] },
  { network: "facebook", dimensions: ["profile", "profile_label", "date.day"] },
  { network: "facebook", dimensions: ["profile_label", "gender_age"], metrics: ["insights_reach"] },
  {
    network: "facebook",
    dimensions: ["profile", "date.week", "gender_age"],
    metrics: ["insights_reach"],
  },
  { network: "facebook", dimensions: ["date.week"], profiles: 1 },
  { network: "facebook", dimensions: ["profile", "profile_label", "date.day"], profiles: 1 },
  {
    network: "youtube",
    dimensions: ["profile"],
    metrics: ["interactions_per_1k_fans", "views_change"],
  },
  { network: "linkedin", dimensions: ["date.month"] },
] as const;

/** Undefined for an argument that is not given: most are not, so that the others are reached. */
const rarely = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined, freq: 2 });

const piece = fc.record({
  grain: rarely(fc.constantFrom(...grainNames, "weekday", "total")),
  statistic: rarely(fc.constantFrom(...statistics, "median,p90")),
  of: rarely(fc.constantFrom("day", ...statisticBuckets)),
  view: rarely(fc.constantFrom(...views)),
  per_profile: rarely(fc.constant(true)),
  sort_by: rarely(fc.constantFrom("name", "coverage", "first", "second", "first / second")),
  order: rarely(fc.constantFrom("asc", "desc")),
  where: rarely(fc.constantFrom("first > 1", "second <= 100", "coverage >= 50", "ratio > 0")),
  top: rarely(fc.integer({ min: 1, max: 40 })),
  offset: rarely(fc.integer({ min: 0, max: 5 })),
  profiles: rarely(fc.integer({ min: 1, max: 3 })),
  date_start: rarely(fc.constantFrom("2026-09-20", "2026-10-15")),
  metrics: rarely(fc.constantFrom(["first"], ["ratio = first / second"])),
});

test("no piece is a defect", async () => {
  const connected = await connect({ profiles: 12, settings: { maxAnswerTokens: 1500 } });
  const results = await Promise.all(
    questions.map(
      async ({ profiles, ...question }: (typeof questions)[number] & { readonly profiles?: 1 }) => {
        const listed = await connected.call("list_profiles", { network: question.network });
        const ids = [...listed.text.matchAll(/^(\d+)\|/gm)].map(([, id = ""]) => id);
        const days = { date_start: "2026-09-01", date_end: "2026-11-10", skip_unavailable: true };
        const some = profiles === undefined ? {} : { profiles: ids.slice(0, profiles) };
        const { text } = await connected.call("get_profile_metrics", {
          ...question,
          ...days,
          ...some,
        });
        const names = [...new Set(text.match(/\b[a-z]+_[a-z_0-9]+\b(?= |\|)/g))];
        return { id: idOf(text), ids, names };
      },
    ),
  );
  const drawn = { shown: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(results.length - 1),
      piece,
      async (place, { profiles, where, ...question }) => {
        const { id, ids = [], names: [first = "x", second = first] = [] } = results[place] ?? {};
        const named = (text: string): string =>
          text.replace("first", first).replace("second", second);
        const { text, isError } = await connected.attempt("read_result", {
          result: id,
          ...question,
          sort_by: question.sort_by && named(question.sort_by),
          metrics: question.metrics?.map(named),
          where: where && [named(where)],
          profiles: profiles && ids.slice(0, profiles),
        });
        expect(text).not.toContain("internal_error");
        drawn[isError ? "refused" : "shown"] += 1;
      },
    ),
    drawing(150, 5000, 1),
  );
  for (const [name, count] of Object.entries(drawn))
    expect([name, count >= leastDrawn]).toEqual([name, true]);
}, 600_000);
