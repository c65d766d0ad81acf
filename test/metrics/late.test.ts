/** A network that delivers late: no reply shows it as a fall. */
import { expect, test } from "vitest";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { plausibleNumbers, type Numbers } from "../../src/sandbox/numbers.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { connect, withoutIds, type Connected } from "../helpers/connect.ts";
import { assertLines } from "../helpers/line-checks.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { isFull } from "../helpers/repetitions.ts";
import { machine } from "../helpers/machine.ts";
import { idOf } from "../helpers/results.ts";

/** The days before today are 2026-11-13 to 11-19. */
const yesterday = toDay("2026-11-19");
const week = { period: "last_7_days", compare_to: "previous_period" };

/** The words of groups say whether the ranges are neighbours. */
const totalsOf = (text: string): readonly (readonly string[])[] =>
  (readReply(text).tables[0]?.rows ?? []).map((cells) =>
    cells.map((cell) => cell.replace(/ (by|after) /, " ")),
  );

const ask = async (connected: Connected, question: Record<string, unknown>): Promise<string> => {
  const { text } = await connected.call("get_profile_metrics", question);
  return text;
};

const networks = isFull ? metricNetworks : (["facebook", "youtube", "tiktok"] as const);
const cases = networks.flatMap((network) =>
  (isFull ? [1, 2, 3, 4, 5] : [1, 3]).flatMap((lag) =>
    [{ lag }, { lagZeros: lag }].map((world) => ({ network, lag, world })),
  ),
);

test.each(cases)(
  "$network, $world: a week against the one before has the changes of its delivered days",
  async ({ network, lag, world }) => {
    const [late, punctual] = [
      await connect({ profiles: 30, world }),
      await connect({ profiles: 30 }),
    ];
    const last = addDays(yesterday, -lag);
    // Nets of zeros are not late.
    const nets = metricsOf(network, 3).filter(({ kind }) => kind.isDifference);
    const metrics = headlineMetrics[network]
      .filter((name) => nets.every((net) => net.name !== name))
      .slice(0, 2);
    expect(metrics).not.toEqual([]);
    const question = { network, dimensions: [], metrics };
    const text = await ask(late, { ...question, ...week });
    assertLines(text);
    expect(text.split("\n")[0]).toContain(
      `${network}: numbers to ${last.slice(5)}; later days are not delivered.`,
    );
    const days = { date_start: "2026-11-13", date_end: last, compare_to: "2026-11-06" };
    const expected = await ask(punctual, { ...question, ...days });
    expect(totalsOf(text)).toEqual(totalsOf(expected));
  },
);

test("days that are not delivered are rows without a number, and in no extreme", async () => {
  const connected = await connect({ profiles: 10, world: { lagZeros: 2 } });
  const question = { network: "facebook", metrics: ["insights_views"], period: "last_30_days" };
  const text = await ask(connected, { ...question, dimensions: ["date.day"] });
  expect(text).toMatch(/\n11-17\*?\|\d+\n11-18\*\|–\n11-19\*\|–\n/);
  expect(text).not.toMatch(/lowest[^\n]*\n[^\n]*\|0 on/);
  expect(text).toContain("* holds days that are left out.");
  const ranked = await connected.call("read_result", {
    result: idOf(text),
    sort_by: "insights_views",
    order: "asc",
    top: 2,
  });
  expect(ranked.text).not.toContain("11-18");
  const outliers = await connected.call("read_result", { result: idOf(text), view: "outliers" });
  expect(outliers.text).not.toContain("2026-11-18");
  expect(ranked.text.split("\n").slice(1).join("\n")).toContain("later days are not delivered");
});

test("some pages are late: the day is in no total, and the pages that have it keep their cell", async () => {
  const connected = await connect({
    profiles: 10,
    numbers: (profile, metric, day, breakdown) =>
      day === "2026-11-19" && profile.index % 5 > 1
        ? null
        : plausibleNumbers(profile, metric, day, breakdown),
  });
  const question = { network: "facebook", metrics: ["insights_views"], ...week };
  const text = await ask(connected, { ...question, dimensions: ["profile"] });
  expect(withoutIds(text)).toMatch(
    /^[^\n]* facebook: numbers to 11-18; later days are not delivered\./,
  );
  expect(text).not.toContain("ended");
});

test("one metric is late: the line of the others has all days", async () => {
  const connected = await connect({
    profiles: 10,
    numbers: (profile, metric, day, breakdown) =>
      metric === "insights_reach" && day >= "2026-11-18"
        ? null
        : plausibleNumbers(profile, metric, day, breakdown),
  });
  const metrics = ["insights_views", "insights_reach"];
  const text = await ask(connected, { network: "facebook", metrics, period: "last_7_days" });
  expect(text.split("\n")[0]).toContain(
    "insights_reach: numbers to 11-17; later days are not delivered.",
  );
});

test("a metric that ended has no change, and is never -100 %; a page that fell to 0 has one", async () => {
  const connected = await connect({
    profiles: 10,
    world: { ended: { insights_reach: "2026-06-15", insights_views: "2026-10-11" } },
  });
  const metrics = ["insights_reach", "insights_views", "insights_reactions"];
  const question = {
    network: "facebook",
    metrics,
    period: "2026-10",
    compare_to: "previous_period",
  };
  const text = await ask(connected, { ...question, compare_to: "2026-05-01" });
  assertLines(text);
  expect(text).toContain(
    "insights_reach: no values above 0 since 2026-09-03, or before, for any of 10 profiles; these days are in no number.",
  );
  expect(text).toContain("insights_views: no values above 0 from 2026-10-11 on");
  expect(text).not.toMatch(/-100\b|-9\d\.\d/);
  expect(text).toMatch(/\ninsights_reach people per page and day\|[^\n]*\|–\|\d+(\.\d+)?\|–\|\n/);
  const single = await ask(connected, {
    ...question,
    profiles: ["Acme US"],
    compare_to: "2026-05-01",
  });
  expect(single).toMatch(/\ninsights_reach people per page and day\|0\|\d+[^|]*\|-[^|]*\|-100\b/);
});

test("a late zero is fetched again, and the value is shown once it is there", async () => {
  const { start, pass } = machine();
  let isThere = false;
  const numbers: Numbers = ({ index }, _metric, date) =>
    date >= "2026-11-16" && !isThere ? 0 : 100 + (index % 3);
  const question = {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-11-06",
    date_end: "2026-11-19",
    dimensions: [],
  };
  const first = await ask(await start({ profiles: 10, numbers }), question);
  expect(first).toContain("facebook: numbers to 11-15; later days are not delivered.");
  // The fourth day of a zero was the last on which it was fetched.
  pass(24 * 3_600_000);
  isThere = true;
  const later = await ask(await start({ profiles: 10, numbers }), question);
  expect(later).not.toContain("not delivered");
  expect(totalsOf(later)).not.toEqual(totalsOf(first));
});
