/** What a metric counts in a range: breaks that the range crosses, the parts on both sides, and the first day of data. */
import { describe, expect, test } from "vitest";
import { kinds } from "../../src/catalog/kinds.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import {
  countedIn,
  crossedBreaks,
  firstDayOf,
  meaningOf,
  recentBreak,
  segmentsOf,
} from "../../src/numbers/meaning/segments.ts";
import { toDay, type Day } from "../../src/base/time/days.ts";

const metricOf = (network: MetricNetwork, name: string): Metric => {
  const match = metricsOf(network, 3).find((metric) => metric.name === name);
  if (match === undefined) throw new Error(`no ${name}`);
  return match;
};

const scope = (
  start: string,
  end: string,
  network: MetricNetwork = "facebook",
): { readonly network: MetricNetwork; readonly start: Day; readonly end: Day } => ({
  network,
  start: toDay(start),
  end: toDay(end),
});

// Page fans became page follows on 2025-11-15.
const [level, net] = [metricOf("facebook", "fans_lifetime"), metricOf("facebook", "fans_change")];
const unbroken = metricOf("facebook", "insights_reach");
// Instagram has video views since 2025-06-09, and counts media views instead of impressions since 2025-04-21.
const videos = metricOf("instagram", "insights_video_views");
const views = metricOf("instagram", "insights_impressions");

test("the day of a break is in no total of a net, also where a range begins or ends with it", () => {
  const daysOfSides = (start: string, end: string): unknown[] =>
    segmentsOf(scope(start, end), net).map((side) => [side.start, side.end]);
  expect(daysOfSides("2025-11-15", "2025-11-30")).toEqual([["2025-11-16", "2025-11-30"]]);
  expect(daysOfSides("2025-11-01", "2025-11-15")).toEqual([["2025-11-01", "2025-11-14"]]);
  // A single day is shown as it is.
  expect(daysOfSides("2025-11-15", "2025-11-15")).toEqual([["2025-11-15", "2025-11-15"]]);
  expect(segmentsOf(scope("2025-11-15", "2025-11-30"), level)).toHaveLength(1);
});

describe("a derived ratio", () => {
  const ratioOf = (...parts: readonly [string, string]): Metric => ({
    ...metricOf("facebook", "insights_reach"),
    name: "own",
    kind: kinds.ratio,
    parts,
    operands: parts,
    isDerived: true,
  });
  const november = scope("2025-11-01", "2025-11-30");

  test("has the breaks of both parts, as one where they share a date", () => {
    const [both, ...furtherBreaks] = crossedBreaks(
      november,
      ratioOf("insights_impressions", "fans_lifetime"),
    );
    expect(furtherBreaks).toEqual([]);
    expect(both).toMatchObject({
      date: "2025-11-15",
      before: "page fans, impressions",
      after: "page follows, media views",
    });
  });

  test("has the break of one part alone, and none where no part has one", () => {
    const breaks = crossedBreaks(november, ratioOf("insights_reach", "fans_lifetime"));
    expect(breaks).toMatchObject([{ before: "page fans", after: "page follows" }]);
    expect(crossedBreaks(november, ratioOf("insights_reach", "insights_views"))).toEqual([]);
  });

  test("of the API has only the breaks of its own name", () => {
    const { isDerived, operands: _, ...apiMetric } = ratioOf("insights_reach", "fans_lifetime");
    expect(isDerived).toBe(true);
    expect(crossedBreaks(november, apiMetric)).toEqual([]);
  });
});

describe("a range that crosses a break", () => {
  test.each([
    ["2025-11-01", "2025-11-14", 0],
    ["2025-11-01", "2025-11-15", 1],
    ["2025-11-14", "2025-11-30", 1],
    ["2025-11-15", "2025-11-30", 0],
  ])("%s to %s: %i", (start, end, count) => {
    expect(crossedBreaks(scope(start, end), level)).toHaveLength(count);
  });

  test("has a part on each side, and of a net without the day itself", () => {
    expect(segmentsOf(scope("2025-11-01", "2025-11-30"), level)).toEqual([
      { start: "2025-11-01", end: "2025-11-14", meaning: "page fans" },
      { start: "2025-11-15", end: "2025-11-30", meaning: "page follows" },
    ]);
    expect(segmentsOf(scope("2025-11-01", "2025-11-30"), net)[1]).toEqual({
      start: "2025-11-16",
      end: "2025-11-30",
      meaning: "page follows",
    });
    expect(segmentsOf(scope("2026-01-01", "2026-01-31"), level)).toEqual([
      { start: "2026-01-01", end: "2026-01-31", meaning: undefined },
    ]);
  });

  test("metrics without a break have one part", () => {
    expect(crossedBreaks(scope("2020-01-01", "2026-01-01"), unbroken)).toEqual([]);
    expect(meaningOf(scope("2025-11-01", "2025-11-30"), unbroken)).toBeUndefined();
  });
});

describe("what is counted", () => {
  test("is equal for ranges on one side, and unclear where a break is crossed", () => {
    const before = countedIn(scope("2025-10-01", "2025-10-31"), level);
    const after = countedIn(scope("2025-12-01", "2025-12-31"), level);
    expect([before, after]).toEqual(["", "2025-11-15"]);
    expect(countedIn(scope("2025-11-15", "2025-11-20"), level), "from the break on").toBe(after);
    expect(countedIn(scope("2025-11-14", "2025-11-20"), level)).toBeUndefined();
    expect(countedIn(scope("2025-11-10", "2025-11-14"), level)).toBe(before);
  });

  test("of a net, is unclear with the day of the break, whose value may be the switch", () => {
    expect(countedIn(scope("2025-11-15", "2025-11-20"), net)).toBeUndefined();
    expect(countedIn(scope("2025-11-16", "2025-11-20"), net)).toBe("2025-11-15");
    expect(countedIn(scope("2025-11-10", "2025-11-15"), net)).toBeUndefined();
  });

  test("has a name on each side", () => {
    expect(meaningOf(scope("2025-10-01", "2025-10-31"), level)).toBe("page fans");
    expect(meaningOf(scope("2025-11-15", "2025-11-30"), level)).toBe("page follows");
    expect(meaningOf(scope("2025-04-01", "2025-04-20", "instagram"), views)).toBe("impressions");
  });

  test("a range within 13 months after a break has a word on it", () => {
    const recent = (start: string): string | undefined =>
      recentBreak(scope(start, "2027-12-31"), level)?.date;
    expect(recent("2025-11-15")).toBe("2025-11-15");
    expect(recent("2026-12-14")).toBe("2025-11-15");
    expect(recent("2026-12-15")).toBeUndefined();
    expect(recent("2025-11-14"), "the range crosses it").toBeUndefined();
    expect(recentBreak(scope("2025-06-09", "2025-06-30", "instagram"), videos)).toBeUndefined();
  });
});

describe("data that starts on a day", () => {
  const year = scope("2025-01-01", "2025-12-31", "instagram");

  test("has no days before, and is no break", () => {
    expect(firstDayOf(year, videos)).toBe("2025-06-09");
    expect(firstDayOf(scope("2025-07-01", "2025-12-31", "instagram"), videos)).toBe("2025-07-01");
    expect(firstDayOf(year, views)).toBe("2025-01-01");
    expect(crossedBreaks(year, videos)).toEqual([]);
    expect(segmentsOf(year, videos)).toEqual([
      { start: "2025-06-09", end: "2025-12-31", meaning: undefined },
    ]);
    const early = scope("2025-01-01", "2025-01-31", "instagram");
    expect(segmentsOf(early, videos)[0]?.start, "never after the range").toBe("2025-01-31");
  });
});

describe("a ratio of two metrics", () => {
  const ratio = (...parts: readonly [string, string]): Metric => ({
    ...unbroken,
    name: "ratio",
    kind: kinds.ratio,
    parts,
    operands: parts,
    isDerived: true,
  });

  test("has the breaks of its parts, and those of one date are one", () => {
    const breaks = crossedBreaks(
      scope("2025-11-01", "2025-11-30"),
      ratio("insights_reach", "fans_lifetime"),
    );
    expect(breaks.map(({ date, before, after }) => [date, before, after])).toEqual([
      ["2025-11-15", "page fans", "page follows"],
    ]);
    const { parts: _, operands: __, ...withoutParts } = ratio("insights_reach", "fans_lifetime");
    expect(crossedBreaks(scope("2025-11-01", "2025-11-30"), withoutParts)).toEqual([]);
    expect(
      crossedBreaks(scope("2025-11-01", "2025-11-30"), ratio("insights_reach", "insights_views"))
        .length,
    ).toBeLessThanOrEqual(1);
    const both = segmentsOf(
      scope("2025-11-01", "2025-11-30"),
      ratio("fans_change", "fans_lifetime"),
    );
    expect(both).toHaveLength(2);
    expect(both[1]?.start, "the numerator is a net").toBe("2025-11-16");
  });

  test("starts with the later of its parts", () => {
    expect(
      firstDayOf(
        scope("2025-01-01", "2025-12-31", "instagram"),
        ratio("insights_video_views", "insights_reach"),
      ),
    ).toBe("2025-06-09");
  });
});
