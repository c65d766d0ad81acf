/** Arguments that several prompts take. */
import * as z from "zod";
import { periods } from "../../calendar/periods.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import type { PromptArgument } from "./prompt.ts";

const text = z.string().min(1).max(ourLimits.textLength);

export const network = {
  description: "The social network.",
  schema: z.enum(metricNetworks),
  completes: "network",
} as const satisfies PromptArgument;

export const period = {
  description: "Whole days, in the profiles' time.",
  schema: z.enum(periods),
  completes: "period",
} as const satisfies PromptArgument;

export const metric = {
  description: "One metric; left out: the network's main ones.",
  schema: text,
  optional: true,
  completes: "metric",
} as const satisfies PromptArgument;

export const profile = {
  description: "Id or exact name of one profile; left out: all.",
  schema: text,
  optional: true,
  completes: "profile",
} as const satisfies PromptArgument;

export const label = {
  description: "Id or exact name of a content label.",
  schema: text,
  completes: "post_label",
} as const satisfies PromptArgument;
