/** Days without values: late starts, an outage of the insights, single days and runs of days. */
import { breaksOf } from "../catalog/breaks.ts";
import { metricNetworks } from "../catalog/networks.ts";
import type { SandboxProfile } from "./account.ts";
import { indexOf } from "./calendar.ts";
import { hash } from "./hash.ts";

/** The first days with data, by network and metric. Most metrics have no limit. */
const firstDays = new Map<string, string>(
  metricNetworks.flatMap((network) =>
    breaksOf(network)
      .filter(({ before }) => before === undefined)
      .flatMap(({ metrics, date }) => metrics.map((name) => [`${network} ${name}`, date] as const)),
  ),
);

const outage = { start: "2026-03-10", end: "2026-03-12" };

/** Some profiles lose a run of 2 to 6 days in every 50 days. */
const blockLength = 50;

export function isMissing(profile: SandboxProfile, metric: string, day: string): boolean {
  const firstDay = firstDays.get(`${profile.network} ${metric}`) ?? "";
  if (day < profile.connected || day < firstDay) return true;
  const today = indexOf(day);
  if (isInRun(profile, today)) return true;
  if (!metric.startsWith("insights_")) return false;
  if (!profile.insights || (day >= outage.start && day <= outage.end)) return true;
  return profile.index % 5 === 1 && hash(profile.index, today, 77) % 31 === 0;
}

function isInRun({ index }: SandboxProfile, today: number): boolean {
  if (index % 6 !== 4) return false;
  const block = Math.floor(today / blockLength);
  const seed = hash(index, block, 78);
  const first = block * blockLength + (seed % 40);
  return today >= first && today < first + 2 + ((seed >>> 8) % 5);
}
