/** Questions whose honest answer is a gap, a limit, or a question in return. */
import { daysBetween } from "../wire.ts";
import { flows, reaches } from "./metrics.ts";
import { aboutMetrics, forEach, metricsCall, plainProfiles, type Template } from "./template.ts";

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

const years = { start: "2019-01-01", end: "2025-10-31", words: "from 2019-01-01 to 2025-10-31" };

export const traps: readonly Template[] = [
  /** Profiles that lose days now and then. */
  ...["facebook", "instagram", "tiktok"].map((network): Template => ({
    id: `missing-${network}`,
    trap: "missing days",
    async make(draw, wire) {
      const range = draw.month();
      const metric = network === "tiktok" ? "insights_video_views" : "insights_reach";
      const profile = draw.choice(await plainProfiles(wire, network));
      const cells = await wire.cells(network, metric, [profile.id], range);
      return {
        text: `On how many days ${range.words} does the ${network} profile "${profile.name}" have no value of ${metric}?`,
        truth: daysBetween(range.start, range.end).length - cells.length,
        script: {
          ...metricsCall(network, [metric], range, { profiles: [profile.name] }),
          pick: { pattern: "(\\d+) of \\d+ profile-days missing", none: 0 },
        },
      };
    },
  })),
  ...forEach(
    flows.slice(0, 3),
    {
      id: "no-insights",
      trap: "missing days",
      choose: (profiles) =>
        profiles.filter((profile) => profile.insights_enabled === false).slice(0, 1),
    },
    ({ who, metrics: [metric], range }) => ({
      text: `What was the total of ${metric} of ${who} ${range.words}?`,
      truth: null,
    }),
  ),
  acrossBreak("fans_lifetime", "2025-11-01", "2025-11-30"),
  acrossBreak("insights_impressions", "2025-11-10", "2025-11-20"),
  /** Several profiles have the name. */
  ...forEach(
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
  ),
  /** The evaluation's server may send 12 requests per call, and its API limits answers to 20,000 numbers. */
  ...forEach(
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
  ),
];
