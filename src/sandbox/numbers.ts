/** Numbers of the sandbox: a pure function of profile, metric, day and breakdown, the same on every machine. */
import { kindNameOf } from "../catalog/kinds.ts";
import { breaksOf } from "../catalog/breaks.ts";
import { metricsOf, type Metric } from "../catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../catalog/networks.ts";
import type { SandboxProfile } from "./account.ts";
import { indexOf } from "./calendar.ts";
import { hash, textHash } from "./hash.ts";

/** Returns a value; `null` is missing. It is injected, so that tests can supply other numbers. */
export type Numbers = (
  profile: SandboxProfile,
  metric: string,
  day: string,
  breakdown: string | undefined,
) => number | null;

export const plausibleNumbers: Numbers = (profile, metric, day, breakdown) =>
  isMissing(profile, metric, day) ? null : valueOf(profile, metric, indexOf(day), breakdown);

/** Rows by network and metric. */
const byMetric = <Row>(
  rowsOf: (network: MetricNetwork) => readonly (readonly [metric: string, row: Row])[],
): ReadonlyMap<string, Row> =>
  new Map(
    metricNetworks.flatMap((network) =>
      rowsOf(network).map(([metric, row]) => [`${network} ${metric}`, row] as const),
    ),
  );

const rows = byMetric((network) =>
  metricsOf(network, 3).map((row) => [row.name, { ...row, kind: kindNameOf(row.kind) }]),
);
const breaks = byMetric((network) =>
  breaksOf(network).flatMap((seriesBreak) =>
    seriesBreak.metrics.map((name) => [name, seriesBreak] as const),
  ),
);

function valueOf(profile: SandboxProfile, name: string, today: number, breakdown?: string): number {
  const row = rows.get(`${profile.network} ${name}`);
  const share = breakdown === undefined ? 1 : 6;
  switch (row?.kind) {
    case "level":
      return Math.floor(levelOf(profile, name, today) / share);
    case "net":
      return levelOf(profile, name, today) - levelOf(profile, name, today - 1);
    case "ratio":
      return ratioOf(profile, row, today);
    case "flow":
    case "people":
    case "windowedPeople":
    case "rolling":
    case undefined:
      return Math.floor(countOf(profile, row ?? { name }, today, breakdown) / share);
  }
}

/** The factor by which the numbers of a metric change on the day of a break, by what they count afterwards. */
const stepFactors: Readonly<Record<string, number>> = {
  "page follows": 0.133,
  "media views": 1.6,
  "interactions without dislikes": 0.97,
};

/** The number as it is counted on a day. */
function stepped({ network }: SandboxProfile, name: string, today: number, value: number): number {
  const { before, date, after } = breaks.get(`${network} ${name}`) ?? {};
  if (before === undefined || date === undefined || today < indexOf(date)) return value;
  return Math.floor(value * (stepFactors[after ?? ""] ?? 1));
}

const sizeOf = ({ index }: SandboxProfile): number => 1 + (hash(index, 5) % 40);

const seedOf = (profile: SandboxProfile, name: string, breakdown = ""): number =>
  hash(profile.index, textHash(profile.network), textHash(name), textHash(breakdown));

const growthBegins = indexOf("2014-01-01");

/** The standing count at the end of a day. The daily change of a metric is the difference of two of them. */
function levelOf(profile: SandboxProfile, name: string, today: number): number {
  const counted = name.replace(/^insights_/, "").replace(/_(change|lifetime)$/, "");
  const seed = seedOf(profile, counted);
  const size = sizeOf(profile);
  const growth = (size * (1 + (seed % 5))) / 10;
  const wave = hash(seed, today) % Math.ceil(3 * growth + 4);
  const grown = Math.floor((today - growthBegins) * growth);
  return stepped(profile, name, today, 500 * size + (seed % 400) + grown + wave);
}

/** Percentages from Sunday to Saturday. 1970-01-01 was a Thursday. */
const weeklyRhythm = [70, 95, 105, 110, 108, 115, 85] as const;
const highest = { rhythm: 115, campaign: 18, noise: 1200 };

/** Events or people of a day, or of the days of a window: then less than their sum, and more than any one of them. */
function countOf(
  profile: SandboxProfile,
  { name, window }: Pick<Metric, "name" | "window">,
  today: number,
  breakdown: string | undefined,
): number {
  const counted = name.replace(/_\d+_days$/, "");
  const seed = seedOf(profile, counted, breakdown);
  const base = 160 * sizeOf(profile) + (seed % 2400);
  if (window !== undefined) {
    const { rhythm, campaign, noise } = highest;
    const wave = 1000 + (hash(seed, today, window) % 20);
    return Math.floor((base * rhythm * campaign * noise * window * wave) / 4e9);
  }
  const rhythm = weeklyRhythm[(today + 4) % 7] ?? 100;
  const campaign = hash(seed, Math.floor(today / 13)) % 9 === 0 ? 18 : 10;
  const noise = 800 + (hash(seed, today) % 400);
  const count = Math.floor((base * rhythm * campaign * noise * scaleOf(counted)) / 1_000_000);
  return stepped(profile, name, today, count);
}

/** Few of those who see a page or a post react to it, and fewer follow. The first row that fits counts. */
const scales: readonly (readonly [names: RegExp, scale: number])[] = [
  [/follows|fan_adds|fan_removes|negative_feedback/, 0.002],
  [/engagements|reactions|interaction|clicks/, 0.03],
  [/reach|unique|engaged_users|people/, 0.6],
];

const scaleOf = (name: string): number => scales.find(([names]) => names.test(name))?.[1] ?? 1;

/** Rates are percentages; a ratio of two levels is their quotient. */
function ratioOf(
  profile: SandboxProfile,
  { name, parts }: Pick<Metric, "name" | "parts">,
  today: number,
): number {
  const [numerator, denominator] = parts ?? ["interaction_change", "subscribers_lifetime"];
  const factor = parts === undefined ? 1000 : name.endsWith("_rate") ? 100 : 1;
  return (factor * valueOf(profile, numerator, today)) / valueOf(profile, denominator, today);
}

const outage = { start: "2026-03-10", end: "2026-03-12" };

/** Some profiles lose a run of 2 to 6 days in every 50 days. */
const blockLength = 50;

function isMissing(profile: SandboxProfile, metric: string, day: string): boolean {
  // A break without an earlier meaning is the first day with data.
  const { before, date: firstDay = "" } = breaks.get(`${profile.network} ${metric}`) ?? {};
  if (day < profile.connected || (before === undefined && day < firstDay)) return true;
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
