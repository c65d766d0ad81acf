/**
 * Questions to an API that is late, asked again on later days from one cache: each reply has the numbers of the days
 * that are delivered by then, and nothing of the others.
 */
import { expect, test } from "vitest";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../src/catalog/networks.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { addDays, dayAt, daysBetween, earlier, toDay, type Day } from "../../src/base/time/days.ts";
import { connect } from "../helpers/connect.ts";
import { ask, day, machine } from "../helpers/machine.ts";
import { assertLines } from "../helpers/line-checks.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { rememberedNumbers } from "../helpers/remembered-numbers.ts";
import { isFull, isQuick, repetitions } from "../helpers/repetitions.ts";

const start = toDay("2026-11-06");
const end = toDay("2026-11-19");
const previous = toDay("2026-10-23");

const comparing = { compare_to: previous };
const forms: Readonly<Record<string, { dimensions: string[]; compare_to?: Day }>> = {
  total: { dimensions: [] },
  "by day": { dimensions: ["date.day"] },
  "by profile": { dimensions: ["profile"] },
  compared: { dimensions: [], ...comparing },
  "compared by profile": { dimensions: ["profile"], ...comparing },
  "compared by label": { dimensions: ["profile_label"], ...comparing },
};

/** What an API says of a day that it has not delivered for a profile; undefined for its value. */
const lacks: Readonly<Record<string, (index: number) => null | 0 | undefined>> = {
  "all missing": () => null,
  "60 % missing": (index) => (index % 5 > 1 ? null : undefined),
  "all 0": () => 0,
};

/** One in five of them has no values where others have. */
const profiles = repetitions(20, 30);

const lags = isFull ? [0, 1, 2, 3, 4, 5] : isQuick ? [3] : [0, 2, 5];
const networks: readonly MetricNetwork[] = isFull ? metricNetworks : ["facebook", "twitter"];
const cases = networks.flatMap((network) =>
  (isFull || network === "facebook" ? lags : [2]).flatMap((lag) =>
    Object.keys(lacks).map((what) => ({ network, lag, what })),
  ),
);

/** The cells of all tables, without the rows of days that are not delivered. */
const tablesOf = (text: string): string[][][] =>
  readReply(text).tables.map(({ rows }) =>
    rows
      .filter(
        ([name = "", ...cells]) => !(name.endsWith("*") && cells.every((cell) => cell === "–")),
      )
      .map((cells) =>
        cells.map((cell) => cell.replace(/ (by|after) /, " ").replace(/; .* to .*/, "")),
      ),
  );

test.each(cases)("$network, $lag days late, $what", async ({ network, lag, what }) => {
  const here = machine();
  const lackOf = lacks[what] ?? (() => undefined);
  const late: Numbers = (profile, metric, date, breakdown) => {
    const age = daysBetween(toDay(date), dayAt(here.now())) - 1;
    const lack = age >= 1 && age <= lag ? lackOf(profile.index) : undefined;
    return lack === undefined ? rememberedNumbers(profile, metric, date, breakdown) : lack;
  };
  const nets = metricsOf(network, 3).filter(({ kind }) => kind.isDifference);
  const metrics = headlineMetrics[network]
    .filter((name) => nets.every((net) => net.name !== name))
    .slice(0, 2);
  const asking = { network, metrics, date_start: start, date_end: end };
  // Day 1 after the range is 2026-11-20.
  let passed = 1;
  for (const dayNumber of isFull ? [2, 4, 6, 9] : [2, 6, 9]) {
    here.pass((dayNumber - passed) * day);
    passed = dayNumber;
    const last = earlier(end, addDays(dayAt(here.now()), -lag - 1));
    const [connected, punctual] = await Promise.all([
      here.start({ profiles, numbers: late }),
      connect({ profiles, now: here.now }),
    ]);
    const askBoth = (form: object): Promise<string[]> =>
      Promise.all([
        ask(connected, { ...asking, ...form }),
        ask(punctual, { ...asking, ...form, date_end: last }),
      ]);
    for (const [name, form] of Object.entries(forms)) {
      const [text = "", expected = ""] = await askBoth(form);
      const title = `${name} on day ${dayNumber}`;
      assertLines(text);
      const seen = {
        title,
        tables: tablesOf(text),
        isLate: text.includes("not delivered"),
        hasEnded: text.includes(`ended ${last}`),
      };
      const tables = tablesOf(expected);
      expect(seen).toEqual({ title, tables, isLate: last < end, hasEnded: false });
    }
  }
});
