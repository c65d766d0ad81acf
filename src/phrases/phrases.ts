/** What documents say to people, in one language: labels of metrics, and the forms of sentences. */
import type { Reason } from "../replies/reasons.ts";

/** A range, with its dates as texts of the language; of the current year without it, where it is compared with another. */
export interface Days {
  readonly unit: "day" | "month" | "quarter" | "year" | "range";
  /** The day, month, quarter by its number, or year; of other ranges the first day. */
  readonly first: string;
  /** Of a quarter its year, which may be empty; of other ranges the last day. */
  readonly last: string;
}

/** What a number is, which decides its words. */
export type Measure = "count" | "level" | "people" | "rate";

/** A number of some pages in a range. */
export interface Statement {
  readonly label: string;
  readonly measure: Measure;
  /** As it is written. */
  readonly value: string;
  readonly when: Days;
  /** The row that it is of, by its name; undefined for all pages. */
  readonly row: string | undefined;
  /** The number of pages; undefined for one page. */
  readonly pages: number | undefined;
}

/** What changed: its size without its sign, and against what. */
export interface Change {
  readonly measure: Measure;
  readonly direction: "more" | "less" | "same" | "hardly";
  readonly size: string;
  /** With its sign. */
  readonly signed: string;
  readonly before: Days;
  readonly isAtEqualDays: boolean;
  /** The pages that it is of, where these are not those of the number. */
  readonly pages: number | undefined;
  /** Of a comparison with what is usual: the lowest and the highest number. */
  readonly usual: readonly [lowest: string, highest: string] | undefined;
}

/** Each form is a function, so that a language can choose its own order of words. */
export interface Phrases {
  readonly labels: Readonly<Record<string, string>>;
  /** The headings of the lists at the end of a document. */
  readonly cautions: string;
  readonly sources: string;
  /** The unit of changes of rates. */
  readonly points: string;
  readonly reasons: Readonly<Record<Reason["code"], string>>;
  /** `Views: 16,295,681 in October 2026 (114 pages).` */
  readonly statement: (statement: Statement) => string;
  /** `Views: no number in October 2026 (without insights).` */
  readonly missing: (statement: Statement, reason: string) => string;
  /** `At equal days, the 100 pages with data in both months had 0.7 % fewer than in September.` */
  readonly change: (change: Change) => string;
  /** `No comparison with September: a break lies between.` */
  readonly noChange: (before: Days, reason: string) => string;
  /** `At the pace so far 97,300 on December 31, 2026: 2,700 short of 100,000.` */
  readonly pace: (pace: {
    readonly projected: string;
    readonly on: Days;
    readonly target: string;
    readonly difference: string;
    readonly direction: "ahead" | "short" | "reached";
    readonly isOver: boolean;
  }) => string;
}
