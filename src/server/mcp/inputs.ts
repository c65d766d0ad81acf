/** Arguments of several tools. */
import * as z from "zod";
import { ourLimits } from "../../catalog/limits.ts";
import { lazily } from "../../base/async/lazily.ts";

export const text = (most: number): z.ZodOptional<z.ZodString> => z.string().max(most).optional();

/** Two dates or a period. */
export const dates = lazily(() => ({
  date_start: text(40).describe("YYYY-MM-DD with date_end, or use period."),
  date_end: text(40).describe("Inclusive."),
  period: text(40).describe("E.g. last_week."),
}));

/** As `dates`, with the forms of periods, which saves tokens if only one tool lists them. */
export const datesListed = lazily(() => ({
  date_start: text(40).describe(
    "YYYY-MM-DD with date_end, or use period. Profile time (YouTube: UTC).",
  ),
  date_end: text(40).describe("Inclusive."),
  period: text(40).describe(
    "Whole days: last_month, last_6_weeks, this_year, 2026, 2026-Q3, 2026-09, …",
  ),
}));

/** A text that the names of a list must contain. */
export const nameFilter = lazily(() =>
  z.string().min(1).max(ourLimits.textLength).optional().describe("Part of the name."),
);

export const count = (most: number): z.ZodOptional<z.ZodInt> => z.int().min(1).max(most).optional();

/** Texts of up to `length` characters each. The bounds are not in the list of tools, where they would cost each model tokens. */
export const texts = (most: number, length: number, least = 1): z.ZodArray<z.ZodString> =>
  z
    .array(z.string())
    .refine(
      (list) =>
        list.length >= least &&
        list.length <= most &&
        list.every((member) => member.length <= length),
      `it must have ${least} to ${most} items of at most ${length} characters`,
    )
    .refine((list) => list.every((member) => member.trim() !== ""), "an item is an empty text");

/** Names of metrics, and ratios. */
export const metrics = lazily(() =>
  texts(ourLimits.metricsPerCall, ourLimits.textLength).optional(),
);

/** Ids or exact names of profiles. */
export const profiles = lazily(() =>
  texts(ourLimits.profilesPerQuery, ourLimits.textLength).optional(),
);

export const order = lazily(() =>
  z.enum(["desc", "asc"]).optional().describe("desc: largest first."),
);

export const where = lazily(() => texts(ourLimits.conditions, ourLimits.textLength).optional());

export const skipUnavailable = lazily(() =>
  z.boolean().optional().describe("false: refuse unavailable profiles."),
);
