/** Arguments that several prompts take. */
import { comparisons } from "../../time/compared-range.ts";
import { isDay } from "../../time/days.ts";
import { findPeriod, periods } from "../../time/periods.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { metricNames, postLabelNames, profileNames } from "./completions.ts";
import type { PromptArgument } from "./prompt.ts";

export const network = {
  description: "The social network.",
  values: metricNetworks,
} as const satisfies PromptArgument;

export const period = {
  description: "Whole days in the time zone of each profile: last_month, 2026-Q3, …",
  accepts: (text) => findPeriod(text) !== undefined,
  completes: async () => periods,
} as const satisfies PromptArgument;

export const comparison = {
  description: "The range to compare with, also a period (default: previous_period).",
  accepts: (text) =>
    [...comparisons].some((one) => one === text) || isDay(text) || findPeriod(text) !== undefined,
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
