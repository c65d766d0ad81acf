/** Questions whose honest answer is a gap, a limit, or a question in return. */
import { daysBetween, type Wire } from "../wire.ts";
import type { Draw } from "../draw.ts";
import { metricsCall, plainProfiles, type Template } from "./template.ts";

/** Profiles that lose days now and then. */
export const missingDays: Template[] = ["facebook", "instagram", "tiktok"].map((network) => ({
  id: `missing-${network}`,
  trap: "missing days",
  async make(draw, wire) {
    const range = draw.month();
    const metric = network === "tiktok" ? "insights_video_views" : "insights_reach";
    const profile = draw.one(await plainProfiles(wire, network));
    const daily = await wire.daily(network, [metric], [profile.id], range);
    const missing = daysBetween(range.start, range.end).filter(
      (day) => daily(profile.id, metric, day) === null,
    );
    return {
      text: `On how many days ${range.words} does the ${network} profile "${profile.name}" have no value of ${metric}?`,
      truth: missing.length,
      script: {
        ...metricsCall(network, [metric], range, { profiles: [profile.name] }),
        pick: { pattern: "(\\d+) of \\d+ profile-days missing", none: 0 },
      },
    };
  },
}));

async function withoutInsights(wire: Wire, network: string): Promise<string> {
  const profiles = await wire.profiles(network);
  const found = profiles.find(({ insights_enabled }) => insights_enabled === false);
  if (found === undefined) throw new Error(`every ${network} profile has insights`);
  return found.name;
}

export const noInsights: Template[] = [
  ["facebook", "insights_views"],
  ["instagram", "insights_media_views"],
  ["linkedin", "insights_impressions"],
].map(([network = "", metric = ""]) => ({
  id: `no-insights-${network}`,
  trap: "missing days",
  async make(draw: Draw, wire: Wire) {
    const [name, range] = [await withoutInsights(wire, network), draw.month()];
    return {
      text: `What was the total of ${metric} of the ${network} profile "${name}" ${range.words}?`,
      truth: null,
      script: metricsCall(network, [metric], range, { profiles: [name] }),
    };
  },
}));

export const acrossBreaks: Template[] = [
  ["fans_lifetime", "2025-11-01", "2025-11-30"],
  ["insights_impressions", "2025-11-10", "2025-11-20"],
].map(([metric = "", start = "", end = ""]) => ({
  id: `break-${metric}`,
  trap: "a break in the series",
  async make(draw: Draw, wire: Wire) {
    const profile = draw.one(await plainProfiles(wire, "facebook"));
    return {
      text: `By how many percent did ${metric} of the facebook profile "${profile.name}" change from ${start} to ${end}?`,
      truth: null,
      script: {
        ...metricsCall("facebook", [metric], { start, end }, { profiles: [profile.name] }),
        refusal: "No total or change crosses it",
      },
    };
  },
}));

export const ambiguous: Template[] = ["facebook", "youtube"].map((network) => ({
  id: `ambiguous-${network}`,
  trap: "an ambiguous name",
  async make(draw, _wire) {
    const range = draw.month();
    const metric = network === "facebook" ? "insights_views" : "views_change";
    return {
      text: `How many views did the ${network} profile "Acme" have ${range.words}?`,
      truth: null,
      script: metricsCall(network, [metric], range, { profiles: ["Acme"] }),
    };
  },
}));

/** The evaluation's server may send 12 requests per call, and its API limits answers to 20,000 numbers. */
export const unaffordable: Template[] = ["facebook", "instagram"].map((network) => ({
  id: `unaffordable-${network}`,
  trap: "an unaffordable range",
  make(_draw, _wire) {
    const range = { start: "2019-01-01", end: "2025-10-31" };
    return Promise.resolve({
      text: `On how many profile-days from ${range.start} to ${range.end} did the ${network} profiles have a reach above 1,000?`,
      truth: null,
      script: {
        ...metricsCall(network, ["insights_reach"], range, { dimensions: ["profile", "date.day"] }),
        refusal: "earlier days, from 2019-01-01, are not available",
      },
    });
  },
}));
