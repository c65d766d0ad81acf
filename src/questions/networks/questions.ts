/** Divides a question to all networks into one for each: its own profiles, and those of the metrics that it has. */
import type { Profile } from "../../suite/api/records.ts";
import { dimensionOf, isCalendarDate } from "../../catalog/dimensions.ts";
import { followerMetrics, headlineMetrics } from "../../catalog/headlines.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworksOf, type MetricNetwork } from "../../catalog/networks.ts";
import { ownFormula } from "../../catalog/own.ts";
import { NoPages } from "../../suite/connection/profiles.ts";
import { allPages, leftOutOf, leftOutText } from "../../suite/connection/left-out.ts";
import { dividedNames, namedBy, unknownText } from "../../suite/connection/names.ts";
import { inputError, ToolError } from "../../base/errors/tool-error.ts";
import { namesIn, readFormula } from "../../numbers/meaning/formulas.ts";
import { newerMetrics } from "../metrics/question/validate.ts";
import { metricMeant, ratioSaid } from "../../catalog/people-words.ts";
import { throwErrors } from "../../base/errors/joined.ts";
import { metricHint } from "../metrics/question/metric-hint.ts";
import type { MetricsInput } from "../metrics/call.ts";

export type AllInput = Omit<MetricsInput, "network">;

/** @throws ToolError `invalid_input` for arguments that only a question to one network can have. */
export function checkAllowed({ dimensions, sorting, goal }: AllInput): void {
  const { sortBy, order, top, where } = sorting;
  const options = Object.entries({ sort_by: sortBy, order, top, where, goal });
  const wrong = options.flatMap(([name, value]) => (value === undefined ? [] : [name])).join(", ");
  const wrongDimension = dimensions.find((text) => {
    const type = dimensionOf(text);
    return type !== "profile_label" && !(type !== undefined && isCalendarDate(type));
  });
  throwErrors(
    wrong !== "" &&
      inputError(
        `${wrong} cannot be applied to network all, whose networks are neither added nor ranked together`,
        `Leave ${wrong} out, or ask for one network.`,
      ),
    wrongDimension !== undefined &&
      inputError(
        `network all has no dimension ${wrongDimension.slice(0, 40)}`,
        "Choose date.day, .week, .month, .quarter, .year or profile_label, or ask for one network.",
      ),
  );
}

/** The main metrics of a network, with its followers, which all networks have. */
const main = (network: MetricNetwork, version: MetricsInput["version"]): string[] => {
  const names = new Set([...headlineMetrics[network], followerMetrics[network]]);
  return [...names].filter((name) =>
    metricsOf(network, version).some((metric) => metric.name === name),
  );
};

/** The named metrics that each network has; the main ones where none are named. @throws ToolError `invalid_input`. */
export function metricsByNetwork({
  version,
  metrics,
}: Pick<AllInput, "version" | "metrics">): ReadonlyMap<MetricNetwork, readonly string[]> {
  const networks = metricNetworksOf[version];
  if (metrics === undefined)
    return new Map(networks.map((network) => [network, main(network, version)]));
  const namesOf = (network: MetricNetwork): string[] =>
    metricsOf(network, version).map(({ name }) => name);
  const has = (network: MetricNetwork, text: string): boolean => {
    const { formula } = ownFormula(text) ?? {};
    if (typeof formula === "object" && formula[network] === undefined) return false;
    const read = readFormula(text, network);
    const names = read === undefined ? [text] : namesIn(read);
    return names.every((name) => namesOf(network).includes(name));
  };
  const unknown = metrics.filter(
    (text) => !networks.some((network) => meantBy(network, text, has) !== undefined),
  );
  if (unknown.length > 0) {
    const metricNames = [...new Set(networks.flatMap(namesOf))];
    const hints = unknown.map((text) => {
      const hint = metricHint(text, networks[0] ?? "facebook", metricNames);
      return `${JSON.stringify(text.slice(0, 80))}${hint}`;
    });
    throw inputError(
      `no network has the metric ${hints.join(", ")}`,
      `Leave metrics out for the main ones of each network; describe_metrics lists those of one. ${newerMetrics}`,
    );
  }
  return new Map(
    networks.flatMap((network) => {
      const names = metrics.flatMap((text) => meantBy(network, text, has) ?? []);
      return names.length === 0 ? [] : [[network, names]];
    }),
  );
}

/** The metric or formula that a text means on a network, by its name or by a word such as `views`. */
const meantBy = (
  network: MetricNetwork,
  text: string,
  has: (network: MetricNetwork, text: string) => boolean,
): string | undefined =>
  [text, metricMeant(text, network), ratioSaid(text, network)].find(
    (meaning) => meaning !== undefined && has(network, meaning),
  );

/** The metrics of words, by network: `views: facebook insights_views, instagram insights_media_views.` */
export const wordsText = (
  texts: readonly string[] = [],
  metrics: readonly (readonly [MetricNetwork, readonly string[]])[],
): string[] =>
  texts.flatMap((text) => {
    const meant = metrics.flatMap(([network, names]) => {
      const metric = metricMeant(text, network);
      return metric !== undefined && names.includes(metric) ? [`${network} ${metric}`] : [];
    });
    return meant.length === 0 ? [] : [`${text}: ${meant.join(", ")}.`];
  });

/**
 * The input of each network that has profiles: of named profiles, its own.
 * @throws ToolError `profiles_not_allowed` for a profile that no network has, `not_found` where no network is left.
 */
export function inputsByNetwork(
  input: AllInput,
  metrics: ReturnType<typeof metricsByNetwork>,
  lists: ReadonlyMap<MetricNetwork, readonly Profile[]>,
): { readonly inputs: readonly MetricsInput[]; readonly unknown: readonly string[] } {
  const { skipUnavailable } = input;
  const pages = allPages(lists.values());
  const { profiles, profilesNot, unknown } = profileNames(input, pages);
  const inputs = [...lists].flatMap(([network, list]) => {
    const pickNames = (texts: readonly string[] | undefined): readonly string[] | undefined =>
      texts?.filter((text) => namedBy(text, list).length > 0);
    const [named, not] = [pickNames(profiles), pickNames(profilesNot)];
    if (list.length === 0 || named?.length === 0 || !metrics.has(network)) return [];
    return [
      {
        ...input,
        network,
        metrics: metrics.get(network),
        areMain: input.metrics === undefined,
        profiles: named,
        profilesNot: not?.length === 0 ? undefined : not,
        // Some networks reject profiles without insights, which a question to all does not name.
        skipUnavailable: skipUnavailable || named === undefined,
      },
    ];
  });
  const isLeftOut = (text: string): boolean => namedBy(text, leftOutOf(pages)).length > 0;
  const reasons = unknown.map((text) => (isLeftOut(text) ? `${text} (${leftOutText})` : text));
  if (inputs.length > 0) return { inputs, unknown: reasons };
  throw new NoPages(
    "not_found",
    "no network of this account has such profiles and metrics",
    "list_profiles shows the profiles of a network, describe_metrics its metrics.",
  );
}

/** The names of profiles in a question, and those of `profiles` that no network has. @throws ToolError `profiles_not_allowed`. */
function profileNames(
  input: AllInput,
  pages: ReturnType<typeof allPages>,
): Pick<AllInput, "profiles" | "profilesNot"> & { readonly unknown: readonly string[] } {
  const [profiles, profilesNot] = [input.profiles, input.profilesNot].map((texts) =>
    texts?.flatMap((text) => dividedNames(text, pages)),
  );
  const isUnknown = (text: string): boolean => namedBy(text, pages).length === 0;
  const unknown = (profiles ?? []).filter(isUnknown);
  // An unknown name in profiles_not is an error: its numbers would be counted.
  const unknownNot = (profilesNot ?? []).filter(isUnknown);
  const isRefused =
    unknown.length > 0 && (!input.skipUnavailable || unknown.length === profiles?.length);
  const refused = [...(isRefused ? unknown : []), ...unknownNot];
  if (refused.length === 0) return { profiles, profilesNot, unknown };
  throw new ToolError(
    "profiles_not_allowed",
    `not profiles of this account: ${unknownText(refused, pages)}`,
  );
}
