/** Why a number is missing: a code for programs, and its words for people. */
import type { Day } from "../../base/time/days.ts";

const texts = {
  new: "new",
  ended: "ended",
  gaps: "gaps",
  no_insights: "insights are off",
  not_delivered: "not delivered yet",
  not_applicable: "its data starts later",
  other_profiles: "not the same profiles in both ranges (change is of the same)",
  break: "the network changed what it counts within these days",
  no_value: "no value",
  no_percent: "a change of this metric has no percentage",
  not_alike: "not comparable",
  not_combined: "its values may not be combined into one number",
} as const;

export interface Reason {
  readonly code: keyof typeof texts;
  readonly text: string;
  /** Shown instead of a change, such as `new 08-17`. */
  readonly word?: string;
  /** The day on which a profile began or ended, or by which it had begun, or after which it ended. */
  readonly date?: Day;
  readonly bound?: "on" | "by" | "after";
  /** No row of the metric can have the number. */
  readonly concernsMetric?: true;
}

export const reasonOf = (
  code: Reason["code"],
  { text = texts[code], ...more }: Partial<Omit<Reason, "code">> = {},
): Reason => ({ code, text, ...more });

/** The reason of a number that the reply does not have. */
export const absent = (text: string): Reason => reasonOf("no_value", { text });

/** A metric whose changes are differences: its percentages would mislead. */
export const noPercent = reasonOf("no_percent", { concernsMetric: true });

/** Ranges of less than a week that have other weekdays. */
export const otherWeekdays = reasonOf("not_alike", {
  text: "ranges of less than a week against other weekdays have no percentage",
  word: "not comparable",
  concernsMetric: true,
});

/** @param word `new 08-17`, `ended 07-31`, `gaps`. */
export const notCompared = (
  code: Reason["code"],
  word: string,
  date?: Pick<Reason, "date" | "bound">,
): Reason => reasonOf(code, { text: `not comparable: ${word}`, word, ...date });
