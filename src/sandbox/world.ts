/** Changes of an API over time: retired metrics, metrics that end, and days that arrive late. */
import { metricNetworks, type MetricNetwork } from "../catalog/networks.ts";
import { isDay } from "./calendar.ts";
import type { Numbers } from "./numbers.ts";

/** What differs in an API, or in one of its networks. */
export interface Changes {
  /** Metrics that the API rejects by name (code 3). */
  readonly retired?: readonly string[];
  /** The number of days before today that have no values yet, or only zeros. */
  readonly lag?: number;
  readonly lagZeros?: number;
  /** The first day from which on a metric is 0, by its name. */
  readonly ended?: Readonly<Record<string, string>>;
}

export interface World extends Changes {
  /** What differs in a network besides. */
  readonly networks?: Partial<Record<MetricNetwork, Changes>>;
}

/** The forms of a text, for help and errors. */
export const worldForms =
  "retired=METRIC,…, lag=DAYS, lag-zeros=DAYS, ended=METRIC:DATE, of one network as NETWORK:lag=DAYS" as const;

/** Reads a text such as `lag=3`, or `youtube:lag=3`; undefined for one of another form. */
export function readWorld(text: string): World | undefined {
  const network = metricNetworks.find((name) => text.startsWith(`${name}:`));
  if (network === undefined) return readChanges(text);
  const changes = readChanges(text.slice(network.length + 1));
  return changes && { networks: { [network]: changes } };
}

function readChanges(text: string): Changes | undefined {
  const [, name = "", value = ""] = /^(retired|lag|lag-zeros|ended)=(\S+)$/.exec(text) ?? [];
  const isCount = /^\d{1,2}$/.test(value);
  if (name === "retired") return { retired: value.split(",") };
  if (name === "lag" && isCount) return { lag: Number(value) };
  if (name === "lag-zeros" && isCount) return { lagZeros: Number(value) };
  const [metric = "", date = ""] = value.split(":");
  return name === "ended" && isDay(date) ? { ended: { [metric]: date } } : undefined;
}

/** One world of several texts. */
export function joinWorlds(worlds: readonly World[]): World {
  const networks = metricNetworks.flatMap((network) => {
    const changes = worlds.flatMap((world) => world.networks?.[network] ?? []);
    return changes.length === 0 ? [] : [[network, joinChanges(changes)]];
  });
  return { ...joinChanges(worlds), networks: Object.fromEntries(networks) };
}

/** What differs in a network. */
export const changesOf = ({ networks, ...changes }: World, network: MetricNetwork): Changes =>
  joinChanges([changes, networks?.[network] ?? {}]);

const joinChanges = (list: readonly Changes[]): Changes => ({
  ...Object.assign({}, ...list),
  retired: list.flatMap(({ retired = [] }) => retired),
  ended: Object.assign({}, ...list.map(({ ended }) => ended)),
});

/** The numbers of such an API. @param daysAgo the days between a day and today. */
export const inWorld =
  (
    numbers: Numbers,
    { lag = 0, lagZeros = 0, ended = {} }: Changes,
    daysAgo: (day: string) => number,
  ): Numbers =>
  (profile, metric, day, breakdown) => {
    const value = numbers(profile, metric, day, breakdown);
    const age = daysAgo(day);
    if (value === null || age < 1 || age <= lag) return age >= 1 && age <= lag ? null : value;
    return age <= lagZeros || day >= (ended[metric] ?? "9999") ? 0 : value;
  };
