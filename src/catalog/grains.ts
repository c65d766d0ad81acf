/** Grains of time as data: their lengths, and the names of their buckets. `src/base/time/grains.ts` has the days of the buckets. */

/** A bucket of `days` begins on a day, or on the day on which weeks start; buckets of `months` are counted from January. */
type Length =
  | { readonly days: 1 | 7 }
  | {
      readonly months: 1 | 2 | 3 | 4 | 6 | 12;
      /** The name of a bucket. @param number its place in the year, from 1. */
      readonly nameOf: (year: string, number: number) => string;
    };

export interface GrainTraits {
  readonly length: Length;
  /** The API has it. Other grains are folded from days. */
  readonly hasApiDimension: boolean;
  /** Buckets in a text. Weeks that start on Monday are ISO weeks. */
  readonly plural: string;
}

/** From the finest to the coarsest. */
export const grains = {
  day: { length: { days: 1 }, hasApiDimension: true, plural: "days" },
  week: { length: { days: 7 }, hasApiDimension: true, plural: "weeks" },
  month: {
    length: {
      months: 1,
      nameOf: (year, number) => `${year}-${String(number).padStart(2, "0")}`,
    },
    hasApiDimension: true,
    plural: "calendar months",
  },
  quarter: {
    length: { months: 3, nameOf: (year, number) => `${year}-Q${number}` },
    hasApiDimension: false,
    plural: "quarters",
  },
  year: {
    length: { months: 12, nameOf: (year) => year },
    hasApiDimension: false,
    plural: "years",
  },
} as const satisfies Record<string, GrainTraits>;

export type GrainName = keyof typeof grains;

export const isGrain = (text: string): text is GrainName => Object.hasOwn(grains, text);
export const grainNames: readonly GrainName[] = Object.keys(grains).filter(isGrain);

/** Units with buckets of several days. */
export const calendarUnits = grainNames.filter((name) => name !== "day");

/** The most days that a bucket has. */
export function mostDaysOf(name: GrainName): number {
  const { length }: GrainTraits = grains[name];
  return "days" in length ? length.days : 31 * length.months;
}
