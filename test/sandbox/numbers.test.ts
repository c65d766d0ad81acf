/** The sandbox's data makes visible what a number means: levels, rates, breaks and gaps are consistent. */
import { describe, expect, test } from "vitest";
import { kinds } from "../../src/catalog/kinds.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../src/catalog/networks.ts";
import { Account, type SandboxProfile } from "../../src/sandbox/account.ts";
import { daysFrom } from "../../src/sandbox/calendar.ts";
import { plausibleNumbers } from "../../src/sandbox/numbers.ts";

const account = new Account(40);
const profilesOf = (network: MetricNetwork): SandboxProfile[] => [
  ...account.profiles(network).values(),
];
const value = (profile: SandboxProfile, metric: string, day: string): number | null =>
  plausibleNumbers(profile, metric, day, undefined);

const levelsWithChanges = metricNetworks.flatMap((network) =>
  metricsOf(network, 3)
    .filter(({ kind }) => kind === kinds.net)
    .map(({ name }) => [network, name, name.replace("_change", "_lifetime")] as const),
);

test.each(levelsWithChanges)("%s: %s is the difference of %s", (network, change, level) => {
  const [profile] = profilesOf(network);
  if (profile === undefined) throw new Error("no profile");
  const days = daysFrom("2025-11-10", "2025-11-20");
  const first = value(profile, level, "2025-11-09");
  const last = value(profile, level, "2025-11-20");
  const changes = days.map((day) => value(profile, change, day) ?? Number.NaN);
  expect(changes.reduce((sum, difference) => sum + difference, 0)).toBe((last ?? 0) - (first ?? 0));
  expect(changes.some((difference) => difference < 0)).toBe(true);
});

test("facebook's fans become page follows on 2025-11-15, and impressions become media views", () => {
  const [profile] = profilesOf("facebook");
  if (profile === undefined) throw new Error("no profile");
  const around = (metric: string): number =>
    (value(profile, metric, "2025-11-15") ?? 0) / (value(profile, metric, "2025-11-14") ?? 0);
  expect(around("fans_lifetime")).toBeCloseTo(0.133, 2);
  expect(around("insights_fans_lifetime")).toBeCloseTo(0.133, 2);
  const mean = (start: string, end: string): number =>
    daysFrom(start, end)
      .map((day) => value(profile, "insights_impressions", day) ?? 0)
      .reduce((sum, count) => sum + count, 0);
  expect(mean("2025-11-15", "2025-12-14") / mean("2025-10-16", "2025-11-14")).toBeGreaterThan(1.2);
});

test("rates follow from their parts", () => {
  for (const network of ["linkedin", "twitter"] as const) {
    for (const { name, parts, kind } of metricsOf(network, 3)) {
      if (kind !== kinds.ratio || parts === undefined) continue;
      const [profile] = profilesOf(network);
      if (profile === undefined) throw new Error("no profile");
      const [above, below] = parts.map((part) => value(profile, part, "2026-10-01") ?? 0);
      const factor = network === "linkedin" ? 100 : 1;
      expect(value(profile, name, "2026-10-01")).toBe((factor * (above ?? 0)) / (below ?? 1));
    }
  }
});

describe("gaps", () => {
  const days = daysFrom("2026-01-01", "2026-10-31");
  const missing = (profile: SandboxProfile, metric: string): string[] =>
    days.filter((day) => value(profile, metric, day) === null);

  test("some profiles have none", () => {
    const [first] = profilesOf("facebook");
    expect(first && missing(first, "fans_lifetime")).toEqual([]);
  });

  test("some lack single days of insights, some runs of days, some start late", () => {
    const [, single, , late, run] = profilesOf("facebook");
    if (single === undefined || late === undefined || run === undefined) throw new Error("few");
    const outage = daysFrom("2026-03-10", "2026-03-12");
    const alone = missing(single, "insights_reach").filter((day) => !outage.includes(day));
    expect(alone.length).toBeGreaterThan(3);
    expect(missing(single, "fans_lifetime")).toEqual([]);
    expect(missing(late, "fans_lifetime")).toEqual(days.filter((day) => day < late.connected));
    const runs = missing(run, "fans_lifetime");
    expect(runs.length).toBeGreaterThan(8);
    const following = runs.filter(
      (day, index) => days.indexOf(day) === days.indexOf(runs[index - 1] ?? "") + 1,
    );
    expect(following.length).toBeGreaterThan(runs.length / 2);
  });
});
