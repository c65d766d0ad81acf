/** Ratios by their parts: how they are written, what may be divided, and how days and rows are combined. */
import { kinds } from "../../src/catalog/kinds.ts";
import { finish } from "../../src/base/async/work.ts";
import { describe, expect, test } from "vitest";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { combine } from "../../src/numbers/table/combine.ts";
import { addRatios } from "../../src/numbers/meaning/ratio-columns.ts";
import { parseFormula } from "../../src/numbers/meaning/formulas.ts";
import {
  denominatorOf,
  derivedMetric,
  requestedMetrics,
  withFormulas,
} from "../../src/numbers/meaning/ratios.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";
import { dayValues, valuesOf } from "../helpers/day-values.ts";
import { numbersIn } from "../helpers/tables.ts";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;
const known = metricsOf("facebook", 3);
const metric = (name: string): Metric => {
  const match = known.find((candidate) => candidate.name === name);
  if (match === undefined) throw new Error(`no ${name}`);
  return match;
};
const ratio = (text: string, from = known): Metric => {
  const formula = parseFormula(text);
  if (formula === undefined) throw new Error("no formula");
  return derivedMetric(formula, from);
};

describe("writing", () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => ({ name, sign: 1 }));
  const minus = { name: "b", sign: -1 };

  test("a quotient, a sum or a difference, which may have a name", () => {
    expect(parseFormula("fans_change")).toBeUndefined();
    expect(parseFormula("a / b")).toEqual({ name: "a / b", above: [a], below: [b] });
    expect(parseFormula("  a/b ")).toEqual({ name: "a / b", above: [a], below: [b] });
    expect(parseFormula("rate_2=a/b")).toEqual({ name: "rate_2", above: [a], below: [b] });
    expect(parseFormula("a-b")).toEqual({ name: "a - b", above: [a, minus] });
    expect(parseFormula("all = a + b + c")).toEqual({ name: "all", above: [a, b, c] });
    expect(parseFormula("(a-b)/c")).toEqual({ name: "(a - b) / c", above: [a, minus], below: [c] });
    expect(parseFormula("c / (a + b)")).toEqual({ name: "c / (a + b)", above: [c], below: [a, b] });
  });

  test.each([
    "a /",
    "/ b",
    "a / b / c",
    "= a / b",
    "2x = a / b",
    "a = b",
    "a + b / c",
    "a - ",
    "- a",
    "a + b + c + d + e + f + g",
    `${"n".repeat(61)} = a / b`,
  ])("anything else is an error: %s", (text) => {
    expect(() => parseFormula(text)).toThrow(
      /^invalid_input: ".*" is no formula of metrics\nWrite "a \/ b", "a - b" or "\(a \+ b\) \/ c", with a name/,
    );
  });

  test("a long text is quoted in part, and a name of 60 characters is one", () => {
    expect(() => parseFormula(`${"x".repeat(100)} / b c`)).toThrow(`"${"x".repeat(80)}" is no`);
    expect(parseFormula(`${"n".repeat(60)} = a / b`)?.name).toHaveLength(60);
  });
});

describe("parts", () => {
  test("a ratio has the breakdowns that both parts have, and states its definition", () => {
    const viewsPerReach = ratio("insights_views / insights_reach");
    expect(viewsPerReach).toMatchObject({
      aggregation: "average",
      kind: kinds.ratio,
      parts: ["insights_views", "insights_reach"],
      isDerived: true,
    });
    const both = metric("insights_views").breakdowns.filter((type) =>
      metric("insights_reach").breakdowns.includes(type),
    );
    expect(viewsPerReach.breakdowns).toEqual(both);
    expect(viewsPerReach.note).toBe(
      "the sum of insights_views over the sum of insights_reach, of the profile-days that have both; people count once per profile and day",
    );
    expect(ratio("fans_change / insights_views").note).toBe(
      "the sum of fans_change over the sum of insights_views, of the profile-days that have both",
    );
    expect(ratio("insights_views / fans_lifetime").note).toBe(
      "the sum of insights_views over the profiles' mean fans_lifetime, of the days that have both",
    );
    expect(ratio("insights_fans_lifetime / fans_lifetime").note).toBe(
      "insights_fans_lifetime over fans_lifetime, both of the last day that has both",
    );
  });

  test("days of a denominator are added, but those of a level are not", () => {
    const of = (above: string, below: string): string =>
      denominatorOf(metric(above), metric(below));
    expect(of("insights_views", "insights_reach")).toBe("sum");
    expect(of("insights_views", "fans_lifetime")).toBe("mean");
    expect(of("fans_change", "fans_lifetime")).toBe("mean");
    expect(of("fans_lifetime", "fans_lifetime")).toBe("last");
    expect(of("insights_reach", "fans_lifetime")).toBe("sum");
    expect(of("fans_lifetime", "insights_views")).toBe("sum");
  });

  test("unknown metrics, signed differences below, and ratios are refused", () => {
    expect(() => ratio("nothing / insights_views")).toThrow(
      /^invalid_input: nothing is not among the metrics\nChoose from /,
    );
    expect(() => ratio("insights_views / nothing")).toThrow(
      /^invalid_input: nothing is not among the metrics/,
    );
    expect(() => ratio("r = insights_views / fans_change")).toThrow(
      /^invalid_input: r cannot be computed: fans_change is a signed difference, which is no base\nChoose counts of events or people, or levels\.$/,
    );
    const rates = metricsOf("linkedin", 3);
    expect(() => ratio("r = insights_engagements / insights_reach_engagement_rate", rates)).toThrow(
      /r cannot be computed: insights_reach_engagement_rate is a ratio itself/,
    );
    expect(() =>
      ratio("r = insights_impressions_7_days / insights_reach", metricsOf("instagram", 3)),
    ).toThrow(/insights_impressions_7_days counts the same days several times/);
  });

  test("the metrics to request are the parts, each once", () => {
    // Version 2 makes its rows of metrics anew each time.
    const shown = [{ ...metric("insights_views") }, ratio("insights_views / insights_reach")];
    expect(requestedMetrics(shown, known).map(({ name }) => name)).toEqual([
      "insights_views",
      "insights_reach",
    ]);
  });
});

describe("columns", () => {
  const metrics = facebookMetrics("insights_views", "insights_reach");
  const cells = (values: readonly number[]): Result["days"] => {
    const profiles = Array.from({ length: values.length / 2 }, (_, place) => `p${place}`);
    return dayValues({ metrics, profiles, dayCount: 1 }, values);
  };

  test("a column for each ratio: missing where a part is, withheld over 0", () => {
    const ratios = [
      ratio("insights_views / insights_reach"),
      ratio("back = insights_reach / insights_views"),
    ];
    const joined = finish(withFormulas(cells([6, 3, none, 3, 6, none, 6, 0, 0, 4]), ratios));
    expect(joined.metrics.map(({ name }) => name)).toEqual([
      "insights_views",
      "insights_reach",
      "insights_views / insights_reach",
      "back",
    ]);
    const rows = [
      [6, 3, 2, 0.5],
      [none, 3, none, none],
      [6, none, none, none],
      [6, 0, withheld, 0],
      [0, 4, 0, withheld],
    ];
    expect(valuesOf(joined)).toEqual(rows.flat());
  });

  const daily = (from = "2026-03-01"): Result =>
    dailyResult(
      metrics,
      [
        [
          [6, 3],
          [4, 1],
        ],
        [
          [10, null],
          [8, 4],
        ],
      ],
      from,
    );

  test("a ratio of rows is the sum over the sum, of the days that have both", () => {
    const viewsPerReach = ratio("insights_views / insights_reach");
    const added = finish(addRatios(daily(), [viewsPerReach]));
    expect(
      valuesOf(added.days).filter((_, at) => at % 3 === 2),
      "profiles and days as they are",
    ).toEqual([2, 4, none, 2]);
    const shown = { ...added, metrics: [viewsPerReach] };
    expect(numbersIn(combine(shown, []))).toEqual([18 / 8]);
    expect(numbersIn(combine(shown, ["profile"]))).toEqual([10 / 4, 2]);
    const plain = daily();
    expect(finish(addRatios(plain, []))).toBe(plain);
  });
});
