/** Arguments that several prompts take. */
import { comparisons } from "../../time/compared-range.ts";
import { isDay } from "../../time/days.ts";
import { findPeriod } from "../../time/periods.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import type { PromptArgument } from "./prompt.ts";

export const network = {
  description: "The social network.",
  values: metricNetworks,
  completes: "network",
} as const satisfies PromptArgument;

export const period = {
  description: "Whole days in the time zone of each profile: last_month, 2026-Q3, …",
  accepts: (text) => findPeriod(text) !== undefined,
  completes: "period",
} as const satisfies PromptArgument;

export const comparison = {
  description: "The range to compare with, also a period (default: previous_period).",
  accepts: (text) =>
    [...comparisons].some((one) => one === text) || isDay(text) || findPeriod(text) !== undefined,
  optional: true,
  completes: "comparison",
} as const satisfies PromptArgument;

export const metric = {
  description: "One metric (default: the main metrics of the network).",
  optional: true,
  completes: "metric",
} as const satisfies PromptArgument;

export const profile = {
  description: "Id or exact name of one profile (default: all profiles).",
  optional: true,
  completes: "profile",
} as const satisfies PromptArgument;

export const label = {
  description: "Id or exact name of a content label.",
  completes: "post_label",
} as const satisfies PromptArgument;
