/** Numbers of the sandbox: a pure function of profile, metric, day and breakdown, the same on every machine. */
import { hash } from "./hash.ts";
import { breaksOf } from "../catalog/breaks.ts";
import { metricNetworks } from "../catalog/networks.ts";
import type { SandboxProfile } from "./account.ts";
import { indexOf } from "./calendar.ts";

const textHashes = new Map<string, number>();

/** Returns a hash of a text. It is cached, because every number needs it and there are few distinct texts. */
export function textHash(text: string): number {
  const cached = textHashes.get(text);
  if (cached !== undefined) return cached;
  let state = 7;
  for (let index = 0; index < text.length; index += 1) {
    state = (Math.imul(state, 31) + text.charCodeAt(index)) | 0;
  }
  textHashes.set(text, state >>> 0);
  return state >>> 0;
}

/** Returns a value; `null` is missing. It is injected, so that tests can supply other numbers. */
export type Numbers = (
  profile: SandboxProfile,
  metric: string,
  day: string,
  breakdown: string | undefined,
) => number | null;

/** The first days with data, by network and metric. Most metrics have no limit. */
const firstDays = new Map<string, string>(
  metricNetworks.flatMap((network) =>
    breaksOf(network)
      .filter(({ before }) => before === undefined)
      .flatMap(({ metrics, date }) => metrics.map((name) => [`${network} ${name}`, date] as const)),
  ),
);

/** Percentages from Sunday to Saturday. 1970-01-01 was a Thursday. */
const weeklyRhythm = [70, 95, 105, 110, 108, 115, 85] as const;
const outage = { start: "2026-03-10", end: "2026-03-12" };
const growthBegins = indexOf("2018-01-01");

export const plausibleNumbers: Numbers = (profile, metric, day, breakdown) => {
  const isInsights = metric.startsWith("insights_");
  const firstDay = firstDays.get(`${profile.network} ${metric}`) ?? "";
  if (day < profile.connected || day < firstDay) return null;
  if (isInsights && (!profile.insights || (day >= outage.start && day <= outage.end))) return null;

  const today = indexOf(day);
  const series = hash(
    profile.index,
    textHash(profile.network),
    textHash(metric),
    textHash(breakdown ?? ""),
  );
  const noise = hash(series, today) % 1000;
  if (metric.includes("rate") || metric.includes("ratio"))
    return (series % 700) / 100 + noise / 10_000;

  const size = 1 + (hash(profile.index, 5) % 40);
  const days = today - growthBegins;
  const share = breakdown === undefined ? 1 : 6;
  if (metric.endsWith("lifetime") || metric === "insights_followers") {
    const level = 500 * size + (series % 400) + Math.floor((days * size * (1 + (series % 5))) / 10);
    return Math.floor((level + (noise % 7)) / share);
  }
  if (metric.endsWith("_change") && !metric.startsWith("view") && !metric.startsWith("inter")) {
    return Math.floor((size * (noise - 250)) / 500 / share);
  }
  const campaign = hash(series, Math.floor(today / 13)) % 9 === 0 ? 18 : 10;
  const rhythm = weeklyRhythm[(today + 4) % 7] ?? 100;
  const base = 20 * size + (series % 300);
  return Math.floor((base * rhythm * campaign * (800 + (noise % 400))) / 1_000_000 / share);
};
