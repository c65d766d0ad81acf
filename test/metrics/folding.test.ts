/** Fixed cases of folding, checked against numbers made straight from profile-days. */
import { finish } from "../../src/base/async/work.ts";
import { fold } from "../../src/numbers/table/statistic.ts";
import { numbersIn } from "../helpers/tables.ts";
import { resultOf } from "../../src/questions/metrics/reply/result.ts";
import { monday } from "../../src/base/time/grains.ts";
import { toDay } from "../../src/base/time/days.ts";
import { hash, textHash } from "../../src/sandbox/hash.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { Labels } from "../../src/suite/connection/labels.ts";
import { Account } from "../../src/sandbox/account.ts";
import { plausibleNumbers, type Numbers } from "../../src/sandbox/numbers.ts";
import { addUp } from "../helpers/adder.ts";
import { difference, numbersByKey } from "../helpers/compare.ts";
import { benchOf, never } from "../helpers/in-memory.ts";

/** One value in five is missing. */
const holed: Numbers = (profile, metric, day, breakdown) =>
  hash(profile.index, textHash(metric), textHash(day)) % 5 === 0
    ? null
    : plausibleNumbers(profile, metric, day, breakdown);

/** Another way to the week's name than the sandbox's: the Thursday decides its year. */
function isoWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const first = Date.UTC(date.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((date.getTime() - first) / 86_400_000 + 1) / 7);
  return `${date.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

interface Case {
  readonly profiles: number;
  readonly dimensions: readonly Dimension[];
  readonly start: string;
  readonly end: string;
}

const metrics = metricsOf("instagram", 3).filter(({ name }) =>
  ["followers_change", "followers_lifetime", "insights_reach"].includes(name),
);

test.each<[string, Case]>([
  [
    "180 profiles by month",
    { profiles: 180, dimensions: ["date.month"], start: "2026-01-10", end: "2026-03-20" },
  ],
  [
    "180 profiles by week",
    { profiles: 180, dimensions: ["date.week"], start: "2025-12-24", end: "2026-01-20" },
  ],
  [
    "180 profiles by label",
    { profiles: 180, dimensions: ["profile_label"], start: "2026-01-01", end: "2026-01-31" },
  ],
  [
    "180 profiles by label and week",
    {
      profiles: 180,
      dimensions: ["date.week", "profile_label"],
      start: "2026-01-01",
      end: "2026-01-31",
    },
  ],
  ["400 days in total", { profiles: 12, dimensions: [], start: "2025-01-01", end: "2026-02-04" }],
  [
    "400 days by profile",
    { profiles: 12, dimensions: ["profile"], start: "2025-01-01", end: "2026-02-04" },
  ],
  [
    "180 profiles × 400 days in total",
    { profiles: 180, dimensions: [], start: "2025-01-01", end: "2026-02-04" },
  ],
])(
  "%s: exact, with one value in five missing",
  async (_, { profiles: count, start, end, ...rest }) => {
    const bench = benchOf({ profiles: count, numbers: holed });
    const days = { start: toDay(start), end: toDay(end) };
    const question = {
      version: 3 as const,
      network: "instagram" as const,
      metrics,
      ...rest,
      ...days,
    };
    const profiles = await bench.profiles(question);
    const query: Question = { ...question, profiles, excluded: new Set() };

    const outcome = await bench.run(query);

    const account = new Account(count).profiles("instagram");
    const labels = new Labels(
      (await bench.api.list("profile_labels", {}, never)).entries,
      "instagram",
      profiles,
    );
    const expected = addUp(query, {
      value: (id, metric, day, breakdown) => {
        const profile = account.get(id);
        return profile === undefined ? null : holed(profile, metric, day, breakdown);
      },
      labels,
      week: isoWeek,
    });
    expect(expected.size).toBeGreaterThan(0);
    const names = metrics.map(({ name }) => name);
    const named = { labels, weekStart: monday, remarks: [], today: undefined };
    const result = finish(resultOf(query, outcome, named));
    const table = fold(result, query.dimensions);
    const cells = { axes: table.dimensions, values: Float64Array.from(numbersIn(table)) };
    expect(difference(numbersByKey({ ...cells, metrics: names }), expected)).toBeUndefined();
  },
);
