/** Questions whose answer is a derived number: differences, what is usual, goals, shares of networks, means of days. */
import { mean, median, sum, total, type Cell } from "../combine.ts";
import type { Range } from "../draw.ts";
import { daysBetween, type Wire } from "../wire.ts";
import { aboutMetrics, metricsCall, onePlain, plainProfiles, type Template } from "./template.ts";

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

const networks = "facebook instagram twitter youtube linkedin pinterest tiktok".split(" ");

const followers: Readonly<Record<string, string>> = {
  facebook: "fans_lifetime",
  youtube: "subscribers_lifetime",
  tiktok: "insights_fans_lifetime",
};

/** The values of the first plain profile that has one on every day. */
async function completeOf(wire: Wire, metric: string, range: Pick<Range, "start" | "end">) {
  const profiles = await plainProfiles(wire, "facebook");
  for (const profile of profiles) {
    const cells = await wire.cells("facebook", metric, [profile.id], range);
    if (cells.length === daysBetween(range.start, range.end).length) return { profile, cells };
  }
  throw new Error("no profile has a value on every day");
}

const within = (cells: readonly Cell[], start: string, end: string): number[] =>
  cells.flatMap(({ day, value }) => (start <= day && day <= end ? value : []));

export const derived: readonly Template[] = [
  aboutMetrics(
    {
      id: "organic-impressions",
      network: "facebook",
      metrics: ["insights_impressions", "insights_impressions_paid"],
    },
    async ({ who, range, cells }) => {
      const [impressions, paid] = [await cells(), await cells("insights_impressions_paid")];
      const organic = impressions.flatMap(({ day, value }) => {
        const paidCell = paid.find((cell) => cell.day === day);
        return paidCell === undefined ? [] : value - paidCell.value;
      });
      return {
        text: `How many impressions of ${who} were not paid ${range.words}, on the days that have both numbers?`,
        truth: total(organic),
        more: { metrics: ["organic = insights_impressions - insights_impressions_paid"] },
        pick: { column: "total", row: "organic" },
      };
    },
  ),
  {
    id: "against-usual",
    async make(draw, wire) {
      const start = draw.choice(["2026-03-02", "2026-05-04", "2026-08-17"]);
      const [first, end] = [dayAfter(start, -28), dayAfter(start, 6)];
      const { profile, cells } = await completeOf(wire, "insights_views", { start: first, end });
      const weeks = [1, 2, 3, 4].map((week) => dayAfter(start, -7 * week));
      const usual = mean(weeks.map((day) => sum(within(cells, day, dayAfter(day, 6))))) ?? 0;
      return {
        text: `By how many did the views of the facebook profile "${profile.name}" from ${start} to ${end} differ from the mean of the four weeks before?`,
        truth: Math.round(sum(within(cells, start, end)) - usual),
        script: {
          ...metricsCall(
            "facebook",
            ["insights_views"],
            { start, end },
            {
              profiles: [profile.name],
              compare_to: "usual",
            },
          ),
          pick: { column: "change", row: "insights_views" },
        },
      };
    },
  },
  aboutMetrics(
    { id: "mean-of-7-days", network: "facebook", metrics: ["insights_views"] },
    async ({ who, range, cells }) => {
      const first = dayAfter(range.end, -6);
      const last = within(await cells(), first, range.end);
      return {
        text: `What was the mean of the daily views of ${who} in the 7 days to ${range.end}, if at least 5 of them have a number?`,
        truth: last.length < 5 ? null : mean(last),
        more: { dimensions: ["date.day"] },
        next: { result: "ID", window: 7 },
        pick: { column: "insights_views mean of 7 days", row: range.end.slice(5) },
      };
    },
  ),
  {
    id: "median-day-compared",
    async make(draw, wire) {
      // Months of 31 days: their medians are whole numbers.
      const [range, before] = draw.choice([
        [
          { start: "2026-01-01", end: "2026-01-31" },
          { start: "2025-12-01", end: "2025-12-31" },
        ],
        [
          { start: "2026-08-01", end: "2026-08-31" },
          { start: "2026-07-01", end: "2026-07-31" },
        ],
      ] as const);
      const span = { start: before.start, end: range.end };
      const { profile, cells } = await completeOf(wire, "insights_views", span);
      const middleOf = ({ start, end }: Pick<Range, "start" | "end">): number =>
        median(within(cells, start, end)) ?? 0;
      return {
        text: `By how much did the median of the daily views of the facebook profile "${profile.name}" change from ${before.start} to ${before.end} to the month from ${range.start} on?`,
        truth: middleOf(range) - middleOf(before),
        script: {
          ...metricsCall("facebook", ["insights_views"], range, {
            profiles: [profile.name],
            compare_to: "previous_period",
          }),
          next: { result: "ID", statistic: "median" },
          pick: { pattern: "\\n(?:[^|\\n]*\\|)*([+-][\\d.]+)\\|[+-][\\d.]+\\n" },
        },
      };
    },
  },
  {
    id: "goal-by-the-year-before",
    async make(draw, wire) {
      const end = draw.choice(["2026-08-10", "2026-09-05"]);
      const profiles = (await wire.profiles("facebook")).filter(
        ({ insights_enabled }) => insights_enabled !== false,
      );
      const ids = profiles.map(({ id }) => id);
      const sumOf = async (start: string, last: string): Promise<number> =>
        sum(
          (await wire.cells("facebook", "insights_views", ids, { start, end: last })).map(
            ({ value }) => value,
          ),
        );
      const [now, same] = [
        await sumOf("2026-07-01", end),
        await sumOf("2025-07-01", `2025${end.slice(4)}`),
      ];
      return {
        text: `The goal is 10 % more views of all facebook profiles in the third quarter of 2026 than in that of 2025. How many views are they away from that on the same days, by ${end}, behind or ahead?`,
        truth: Math.round(Math.abs(1.1 * same - now)),
        script: {
          ...metricsCall(
            "facebook",
            ["insights_views"],
            { start: "2026-07-01", end },
            {
              dimensions: [],
              goal: "+10 % by 2026-09-30",
            },
          ),
          pick: { pattern: "\\n\\d+\\|\\d+\\|[+-][\\d.]+\\|(\\d+)\\|" },
        },
      };
    },
  },
  {
    id: "share-of-a-network",
    async make(draw, wire) {
      // The share of facebook is too small for more than two digits.
      const network = draw.choice(networks.slice(1));
      const end = draw.choice(["2026-08-31", "2026-09-30"]);
      const start = dayAfter(end, -27);
      const counts = await Promise.all(
        networks.map(async (name) => {
          const profiles = (await wire.profiles(name)).filter(
            ({ insights_enabled }) =>
              insights_enabled !== false || !["linkedin", "tiktok"].includes(name),
          );
          const metric = followers[name] ?? "followers_lifetime";
          const ids = profiles.map(({ id }) => id);
          const cells = await wire.cells(name, metric, ids, { start, end });
          const last = new Map(cells.map(({ profile, value }) => [profile, value]));
          return { name, count: sum([...last.values()]) };
        }),
      );
      const networkCount = counts.find(({ name }) => name === network)?.count ?? 0;
      return {
        text: `Which percentage of the followers of all networks did ${network} have on ${end}?`,
        truth: (100 * networkCount) / sum(counts.map(({ count }) => count)),
        script: {
          ...metricsCall("all", ["followers"], { start, end }, {}),
          next: { result: "ID", view: "shares" },
          pick: { pattern: `not people\\)\\|${network}\\|([\\d.]+)` },
        },
      };
    },
  },
  aboutMetrics(
    { id: "sum-of-daily-people", network: "facebook", metrics: ["insights_reach"] },
    async ({ who, range, values }) => ({
      text: `Our suite adds up the daily reach of ${who}. Which number does it show ${range.words}?`,
      truth: total(await values()),
      more: { dimensions: [] },
      next: { result: "ID", statistic: "sum" },
      pick: { column: "value", row: "insights_reach" },
    }),
  ),
  aboutMetrics(
    {
      id: "days-missing-of-all-networks",
      network: "tiktok",
      metrics: ["insights_engagements"],
      choose: onePlain,
    },
    async ({ profiles, who, range, cells }) => ({
      text: `On how many days ${range.words} has ${who} no engagements? Look at all networks.`,
      truth: daysBetween(range.start, range.end).length - (await cells()).length,
      more: { network: "all" },
      next: { result: "ID", view: "gaps" },
      pick: { pattern: `\\ntiktok\\|${profiles[0]?.name}\\|[^|]*\\|(\\d+)\\|`, none: 0 },
    }),
  ),
  {
    id: "cost-of-all-networks",
    async make(draw, wire) {
      const lists = await Promise.all(networks.map((network) => wire.profiles(network)));
      return {
        text: `How many requests would the followers of all networks cost, ${draw.month().words}, by day?`,
        truth: lists.filter(({ length }) => length > 0).length,
        script: {
          ...metricsCall("all", ["followers"], draw.month(), {
            dimensions: ["date.day"],
            plan_only: true,
            fresh: true,
          }),
          pick: { pattern: "In all: (\\d+) requests?" },
        },
      };
    },
  },
];
