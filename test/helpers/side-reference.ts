/** One side of a comparison, computed apart from the server. */
import { breaksOf } from "../../src/catalog/breaks.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { daysFrom, moved } from "./day-names.ts";
import type { Expected, Reference } from "./reference.ts";

/** A side of a comparison: its days, and what a metric counts in them. */
export class SideReference {
  readonly days: readonly string[];
  /** The days before the range whose levels are carried into it. */
  readonly leadIn: readonly string[];

  constructor(
    readonly reference: Reference,
    readonly network: MetricNetwork,
    { start, end }: { readonly start: string; readonly end: string },
  ) {
    this.days = daysFrom(start, end);
    this.leadIn = daysFrom(moved(start, -28), moved(start, -1));
  }

  /** The last break on or before a day, where the days are of one meaning; undefined where they are not. */
  meaning(metric: string, days: readonly string[]): string | undefined {
    const [start = "", end = ""] = [days[0], days.at(-1)];
    const breaks = breaksOf(this.network).filter(
      ({ metrics, before }) => metrics.includes(metric) && before !== undefined,
    );
    const isNet = this.reference.kind(metric) === "net";
    if (breaks.some(({ date }) => (isNet ? start <= date : start < date) && date <= end))
      return undefined;
    return breaks.findLast(({ date }) => date <= start)?.date ?? "";
  }

  /** The valid number of some profiles and days, and what it counts. */
  number(
    metric: string,
    profiles: readonly string[],
    days: readonly string[],
    isTime: boolean,
  ): { readonly value: Expected; readonly meaning: string | undefined } {
    const sides = this.reference.sides(metric, days);
    const sideDays = sides.at(-1)?.days ?? [];
    const values = sides.map((side) => this.reference.combined(metric, profiles, side.days));
    const hasValue = values.some((value) => value !== null);
    if (sides.length > 1)
      return { value: hasValue ? ("withheld" as const) : null, meaning: undefined };
    // A row of time carries the last values of the days before it, on the same side of a break.
    const [first = ""] = isTime ? days : sideDays;
    const until = [...this.leadIn, ...(isTime ? this.days : [])].filter((day) => day < first);
    const same = until.filter((day) => this.reference.sides(metric, [day, first]).length === 1);
    const value = this.reference.combined(metric, profiles, sideDays, same);
    return { value, meaning: this.meaning(metric, sideDays) };
  }
}
