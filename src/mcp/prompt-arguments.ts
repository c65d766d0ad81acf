/** Arguments that several prompts take. */
import * as z from "zod";
import { periods } from "../calendar/periods.ts";
import { ourLimits } from "../catalog/limits.ts";
import { metricNetworks } from "../catalog/networks.ts";
import type { PromptArgument } from "./prompt.ts";

const text = z.string().min(1).max(ourLimits.textLength);

export const network = {
  schema: z.enum(metricNetworks).describe("The social network."),
  completes: "network",
} as const satisfies PromptArgument;

export const period = {
  schema: z.enum(periods).describe("Whole days, in the profiles' time."),
  completes: "period",
} as const satisfies PromptArgument;

export const metric = {
  schema: text.optional().describe("One metric; left out: the network's main ones."),
  completes: "metric",
} as const satisfies PromptArgument;

export const profile = {
  schema: text.optional().describe("Id or exact name of one profile; left out: all."),
  completes: "profile",
} as const satisfies PromptArgument;
