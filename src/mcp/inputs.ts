/** Arguments that several tools share. */
import * as z from "zod";
import { periods } from "../time/periods.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { RequestedDates } from "../time/resolve.ts";
import { lazily } from "../async/lazily.ts";

const day = lazily(() => z.string().max(40).optional());

/** Two dates or a period, with the list of periods: one tool of the list is enough to show it. */
export const datesListed = lazily(() => ({
  date_start: day().describe("YYYY-MM-DD, in each profile's timezone (YouTube: UTC); or a period."),
  date_end: day().describe("Inclusive."),
  period: z.enum(periods).optional().describe("Whole days."),
}));

export const dates = lazily(() => ({
  date_start: day().describe("YYYY-MM-DD; or a period."),
  date_end: day(),
  period: z.string().max(40).optional().describe("E.g. last_week; a wrong one returns the list."),
}));

interface DateInputs {
  readonly date_start?: string | undefined;
  readonly date_end?: string | undefined;
  readonly period?: string | undefined;
}

export const askedDates = ({ date_start, date_end, period }: DateInputs): RequestedDates => ({
  dateStart: date_start,
  dateEnd: date_end,
  period,
});

/** Narrows a list. */
export const nameContains = lazily(() => z.string().min(1).max(ourLimits.textLength).optional());

export const count = (most: number): z.ZodOptional<z.ZodInt> => z.int().min(1).max(most).optional();

/** Texts of up to `length` characters each. */
export const texts = (most: number, length: number): z.ZodArray<z.ZodString> =>
  z.array(z.string().max(length)).max(most);

/** Ids or exact names of profiles. */
export const profiles = lazily(() => {
  const one = z.string().min(1).max(ourLimits.textLength);
  return z.array(one).min(1).max(ourLimits.profilesPerQuery).optional();
});

export const skipUnavailable = lazily(() => z.boolean().optional());
