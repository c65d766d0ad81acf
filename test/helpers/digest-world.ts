/** An account over some weeks, with planted changes, late days and corrections: what a digest must find, and nothing else. */
import { kindNameOf } from "../../src/catalog/kinds.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../src/catalog/networks.ts";
import type { SandboxProfile } from "../../src/sandbox/account.ts";
import { hash, textHash } from "../../src/sandbox/hash.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { dayNumber, toDay } from "../../src/base/time/days.ts";

export interface Planted {
  readonly kind: "silent" | "views" | "unusual" | "fans" | "gone";
  readonly network: MetricNetwork;
  /** The index of a page, or the name of a label. */
  readonly page?: number;
  readonly label?: string;
  readonly metric?: string;
  /** Days since 1970. */
  readonly start: number;
  readonly length: number;
}

const networksWithViews: readonly MetricNetwork[] = [
  "facebook",
  "instagram",
  "youtube",
  "linkedin",
  "tiktok",
];

const days = { silent: 8, views: 12, unusual: 1, fans: 3, gone: 1000 } as const;
const labels = ["Europe", "Americas", "Brand"];
const every = 8;

/** A change on each network every 8 days; near the end a metric of two networks ends. */
export function plant(first: number, count: number, pages: number): Planted[] {
  const kinds = ["silent", "views", "fans", "unusual"] as const;
  return metricNetworks.flatMap((network, at) => {
    const seed = textHash(network);
    const list = Array.from({ length: Math.ceil(count / every) }, (_, number): Planted => {
      const kind = kinds[(at + number) % kinds.length] ?? "silent";
      const fits = !["views", "unusual"].includes(kind) || networksWithViews.includes(network);
      const any = hash(seed, number) % pages;
      // Pages without insights have no values at all.
      const page = any % 20 === 2 ? (any + 1) % pages : any;
      const start = first + 2 + number * every + (hash(seed, number, 1) % 3);
      const label = labels[number % labels.length] ?? "";
      const chosen = fits ? kind : "silent";
      const of = chosen === "views" ? { label } : chosen === "unusual" ? {} : { page };
      return { kind: chosen, network, ...of, start, length: days[chosen] };
    });
    const gone = { facebook: "insights_reactions", linkedin: "insights_engagements" };
    const metric = Object.entries(gone).find(([name]) => name === network)?.[1];
    return metric === undefined
      ? list
      : [...list, { kind: "gone", network, metric, start: first + count - 14, length: days.gone }];
  });
}

const kindsOf = new Map(
  metricNetworks.flatMap((network) =>
    metricsOf(network, 3).map(
      ({ name, kind }) => [`${network} ${name}`, kindNameOf(kind)] as const,
    ),
  ),
);

const share = (...seed: number[]): number => (hash(...seed) % 1000) / 1000;

/** @param today days since 1970. */
export function numbersOf(planted: readonly Planted[], today: () => number): Numbers {
  const ofNetwork = new Map(
    metricNetworks.map((network) => [
      network,
      planted.filter((event) => event.network === network),
    ]),
  );
  return (profile, metric, text) => {
    const network = metricNetworks.find((name) => name === profile.network);
    const day = dayNumber(toDay(text));
    const age = today() - day;
    const seed = textHash(profile.network);
    if (network === undefined || age <= lagOf(seed, today())) return null;
    const during = (kind: Planted["kind"]): Planted | undefined =>
      (ofNetwork.get(network) ?? []).find(
        (event) =>
          event.kind === kind &&
          day >= event.start &&
          day < event.start + event.length &&
          concerns(event, profile),
      );
    if (during("silent") !== undefined) return null;
    // Single days of single pages arrive a day late.
    if (age === lagOf(seed, today()) + 1 && hash(profile.index, day, 3) % 40 === 0) return null;
    const kind = kindsOf.get(`${network} ${metric}`);
    const level = (at: number): number => levelOf(profile, at, ofNetwork.get(network) ?? []);
    if (kind === "level") return level(day);
    if (kind === "net") return level(day) - level(day - 1);
    if (kind === "ratio") return 0.1;
    if (during("gone")?.metric === metric) return 0;
    const factor = (during("views") ? 0.4 : 1) * (during("unusual") ? 3 : 1);
    const noise =
      (0.85 + 0.3 * share(profile.index, day, textHash(metric))) *
      (0.95 + 0.1 * share(seed, day, 9));
    const rhythm = [0.7, 0.95, 1.05, 1.1, 1.08, 1.15, 0.85][(day + 4) % 7] ?? 1;
    // Values of the last two days are corrected later.
    const unsettled = age <= 2 ? 0.98 : 1;
    return Math.floor(
      (1000 + (hash(profile.index, 5) % 6000)) * noise * rhythm * factor * unsettled,
    );
  };
}

/** A network is late by up to three days, for some days at a time. */
const lagOf = (network: number, today: number): number =>
  [0, 0, 1, 0, 2, 0, 3][hash(network, Math.floor(today / 3)) % 7] ?? 0;

const concerns = (
  { page, label }: Planted,
  { index, labels: pageLabels }: SandboxProfile,
): boolean =>
  (page === undefined || page === index) &&
  (label === undefined || pageLabels.some(({ name }) => name === label));

/** From 6,000 followers on, with a small growth; a planted loss takes a percent a day. */
function levelOf(profile: SandboxProfile, day: number, planted: readonly Planted[]): number {
  const size = 6000 + (hash(profile.index, 7) % 50_000);
  const grown = size + Math.floor((day - 20_000) * (1 + (profile.index % 5)));
  const lost = planted.reduce((sum, { kind, page, start, length }) => {
    const gone = Math.max(0, Math.min(day - start + 1, length));
    return kind === "fans" && page === profile.index ? sum + Math.floor((grown * gone) / 100) : sum;
  }, 0);
  return grown - lost;
}
