/** Arguments that several prompts take. */
import { comparisons } from "../../../base/time/compared-range.ts";
import { isDay } from "../../../base/time/days.ts";
import { findPeriod, periods } from "../../../base/time/periods.ts";
import { metricNetworks } from "../../../catalog/networks.ts";
import { metricsOf } from "../../../catalog/metrics/index.ts";
import { briefly } from "../../../suite/connection/call-context.ts";
import type { Lists } from "../../../suite/connection/lists.ts";
import type { Completer, PromptArgument } from "./prompt.ts";

const metricNames: Completer = async ({ args }) =>
  metricNetworks
    .filter((name) => args["network"] === undefined || args["network"] === name)
    .flatMap((network) => metricsOf(network, 3).map(({ name }) => name));

const profileNames: Completer = async ({ args, services }) => {
  const network = metricNetworks.find((name) => name === args["network"]);
  if (network === undefined) return [];
  return names(await (await listsOf(services))?.get("profiles", { network }));
};

const postLabelNames: Completer = async ({ services }) =>
  names(await (await listsOf(services))?.get("post_labels"));

/** The lists of the account, within 10 seconds: a user at a keyboard does not wait longer. */
const listsOf = async (
  services: Parameters<Completer>[0]["services"],
): Promise<Lists | undefined> =>
  services && (await services.connection()).forCall({ ...briefly(10), view: services.view }).lists;

const names = (list: readonly { readonly name: string }[] = []): string[] =>
  list.map(({ name }) => name);

export const network = {
  description: "The social network.",
  values: metricNetworks,
} as const satisfies PromptArgument;

export const anyNetwork = {
  ...network,
  description: "The social network (default: all).",
  optional: true,
} as const satisfies PromptArgument;

export const period = {
  description: "Whole days in the time zone of each profile: last_month, 2026-Q3, …",
  accepts: (text) => findPeriod(text) !== undefined,
  completes: async () => periods,
} as const satisfies PromptArgument;

export const comparison = {
  description: "The range to compare with, also a period (default: previous_period).",
  accepts: (text) =>
    [...comparisons].some((choice) => choice === text) ||
    isDay(text) ||
    findPeriod(text) !== undefined,
  optional: true,
  completes: async () => comparisons,
} as const satisfies PromptArgument;

export const metric = {
  description: "One metric (default: the main metrics of the network).",
  optional: true,
  completes: metricNames,
} as const satisfies PromptArgument;

export const profile = {
  description: "Id or exact name of one profile (default: all profiles).",
  optional: true,
  completes: profileNames,
} as const satisfies PromptArgument;

export const label = {
  description: "Id or exact name of a content label.",
  completes: postLabelNames,
} as const satisfies PromptArgument;
