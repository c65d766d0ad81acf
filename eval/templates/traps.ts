/** Questions whose honest answer is a gap, a limit, or a question in return. */
import { daysBetween } from "../wire.ts";
import { flows, reaches } from "./metrics.ts";
import { aboutMetrics, forEach, metricsCall, plainProfiles, type Template } from "./template.ts";

/** Profiles that lose days now and then. */
export const missingDays: Template[] = ["facebook", "instagram", "tiktok"].map((network) => ({
  id: `missing-${network}`,
  trap: "missing days",
  async make(draw, wire) {
    const range = draw.month();
    const metric = network === "tiktok" ? "insights_video_views" : "insights_reach";
    const profile = draw.one(await plainProfiles(wire, network));
    const daily = await wire.daily(network, [metric], [profile.id], range);
    const days = daysBetween(range.start, range.end);
    return {
      text: `On how many days ${range.words} does the ${network} profile "${profile.name}" have no value of ${metric}?`,
      truth: days.filter((day) => daily(profile.id, metric, day) === null).length,
      script: {
        ...metricsCall(network, [metric], range, { profiles: [profile.name] }),
        pick: { pattern: "(\\d+) of \\d+ profile-days missing", none: 0 },
      },
    };
  },
}));

export const noInsights = forEach(
  flows.slice(0, 3),
  {
    id: "no-insights",
    trap: "missing days",
    choose: (all) => all.filter((one) => one.insights_enabled === false).slice(0, 1),
  },
  ({ who, metrics: [metric], range }) => ({
    text: `What was the total of ${metric} of ${who} ${range.words}?`,
    truth: null,
  }),
);

const acrossBreak = (metric: string, start: string, end: string): Template =>
  aboutMetrics(
    {
      id: `break-${metric}`,
      trap: "a break in the series",
      network: "facebook",
      metrics: [metric],
      rangeOf: () => ({ start, end, words: `from ${start} to ${end}` }),
    },
    ({ who, range }) => ({
      text: `By how many percent did ${metric} of ${who} change ${range.words}?`,
      truth: null,
      refusal: "No total or change crosses it",
    }),
  );

export const acrossBreaks = [
  acrossBreak("fans_lifetime", "2025-11-01", "2025-11-30"),
  acrossBreak("insights_impressions", "2025-11-10", "2025-11-20"),
];

/** Several profiles have the name. */
export const ambiguous = forEach(
  flows.filter(([, words]) => words === "views"),
  {
    id: "ambiguous",
    trap: "an ambiguous name",
    choose: () => [],
    input: { profiles: ["Acme"] },
  },
  ({ network, words, range }) => ({
    text: `How many ${words} did the ${network} profile "Acme" have ${range.words}?`,
    truth: null,
  }),
);

const years = { start: "2019-01-01", end: "2025-10-31", words: "from 2019-01-01 to 2025-10-31" };

/** The evaluation's server may send 12 requests per call, and its API limits answers to 20,000 numbers. */
export const unaffordable = forEach(
  reaches.slice(0, 2),
  {
    id: "unaffordable",
    trap: "an unaffordable range",
    choose: () => [],
    input: { dimensions: ["profile", "date.day"] },
    rangeOf: () => years,
  },
  ({ network, range }) => ({
    text: `On how many profile-days ${range.words} did the ${network} profiles have a reach above 1,000?`,
    truth: null,
    refusal: `earlier days, from ${range.start}, are not available`,
  }),
);
