/** What documents say to people, in one language: labels of metrics, and the forms of sentences. */
import type { NumberName } from "../../catalog/numbers.ts";
import type { Statistic } from "../../catalog/statistics.ts";
import type { MissingPage } from "../../answers/replies/figures.ts";
import type { Reason } from "../../answers/replies/reasons.ts";

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
  /** Whose number it is: `12 pages`, `the same 12 of 14 pages`; empty for one page. */
  readonly who: string;
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

/** Pages without values on some days, for one reason. */
interface Lacking {
  readonly kind: MissingPage["kind"];
  /** Empty where there are too many. */
  readonly names: readonly string[];
  readonly count: number;
  /** Of how many. */
  readonly pages: number;
  /** The first or the last day with a value. */
  readonly day: string | undefined;
}

/** The projection of a number to the date of its goal; after that date, the actual number. */
interface Pace {
  readonly projected: string;
  readonly on: Days;
  readonly target: string;
  readonly difference: string;
  readonly direction: "ahead" | "short" | "reached";
  readonly isOver: boolean;
}

/** Columns that tables have beside those of numbers. */
type Heading =
  | "profile"
  | "label"
  | "date"
  | "network"
  | "group"
  | "name"
  | "metric"
  | "of"
  | "range"
  | "goal"
  | "events"
  | "missing %"
  | "created_local"
  | "type"
  | "text"
  | "url"
  | "posts"
  | "interactions"
  | "reactions"
  | "comments"
  | "shares"
  | "likes";
export type Head = Heading | NumberName | Statistic;

/** Each form is a function, so that a language can choose its own order of words. */
export interface Phrases {
  readonly labels: Readonly<Record<string, string>>;
  /** Headings of columns. A column without one has the program's own name. */
  readonly heads: Readonly<Partial<Record<string, string>>>;
  /** The headings of the lists at the end of a document. */
  readonly cautions: string;
  readonly sources: string;
  readonly madeUp: string;
  readonly allNetworks: string;
  readonly notAllPosts: string;
  readonly partOfPosts: string;
  /** Stands before the notes that are in English. */
  readonly rest: readonly string[];
  /** `4 of 29 pages lack some days`, `Acme Lima 103 has no insights`. */
  readonly lacking: (lacking: Lacking) => string;
  readonly nothing: string;
  readonly noRows: string;
  readonly more: (count: string) => string;
  /** Phrases of footnotes: the author's text, the number of pages, the ranges, the days. */
  readonly byAuthor: (text: string) => string;
  /** The lines of all rows, and of the same pages, in a table. */
  readonly total: (pages: number | undefined) => string;
  readonly sameInBoth: string;
  readonly pages: (count: number) => string;
  readonly same: (count: number, of: number) => string;
  /** Those that meet the conditions; undefined for other rows than pages. */
  readonly matching: (count: number | undefined) => string;
  readonly against: (range: string, before: string) => string;
  readonly covered: (percent: string) => string;
  readonly fetched: (day: string) => string;
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
  readonly pace: (pace: Pace) => string;
}
