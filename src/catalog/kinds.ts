/** The kinds of numbers of metrics, as data. A kind can differ from the API's aggregation, which says how the API combined them. */

/** The traits of a kind. Conditions ask for a trait, never for a kind by its name. */
export interface KindTraits {
  /** The word for it in lists and errors. */
  readonly word: string;
  /** The quantity that is counted, and the ways in which its numbers can be combined. */
  readonly meaning: string;
  /** The number of several days of one profile. A `quotient` is that of its parts, or a mean where they are not known. */
  readonly overDays: "sum" | "last" | "mean" | "quotient";
  /** The number of several profiles, of the numbers that each has over the days. */
  readonly overProfiles: "sum" | "mean" | "quotient";
  /** Percentages of signed differences and of rates mislead: their changes are differences. */
  readonly change: "percent" | "difference";
  /** People are stated with the highest single day, because neither their days nor their profiles can be totalled. */
  readonly isDistinct: boolean;
  /**
   * The difference of a count between two days. On the day of a break it can be the switch to another count, so that the
   * day is in neither side; and it can be negative, so that it is not stacked. Only `net` is one: no other kind is made
   * of two days.
   */
  readonly isDifference: boolean;
  /** Each number counts the days before it too, so that a mean would count days several times. */
  readonly isWindow: boolean;
  /** Why its days cannot be added, on request either; undefined where they can. */
  readonly whyNoSum?: string;
  /** Why it cannot be a part of a derived ratio, or its denominator; undefined where it can. */
  readonly whyNoPart?: string;
  readonly whyNoDenominator?: string;
}

/** Most kinds are none of these. */
const plain = { isDistinct: false, isDifference: false, isWindow: false } as const;

const count = { ...plain, overProfiles: "sum", change: "percent" } as const;

const people = {
  ...plain,
  word: "people",
  meaning:
    "distinct people of a day, or of the days up to it; neither days nor profiles add up: means only",
  overProfiles: "mean",
  change: "percent",
  isDistinct: true,
} as const;

const ofWindow = {
  isWindow: true,
  whyNoSum: "each day counts the days before it too, so days cannot be added",
} as const;

export const kinds = {
  flow: {
    ...count,
    word: "flow",
    meaning: "events of a day; days and profiles add up",
    overDays: "sum",
  },
  net: {
    ...count,
    word: "net",
    meaning: "a signed difference; days and profiles add up; it has no percent change",
    overDays: "sum",
    change: "difference",
    isDifference: true,
    whyNoDenominator: "is a signed difference, which is no base",
  },
  level: {
    ...count,
    word: "level",
    meaning:
      "a standing count at the end of a day; profiles add up, days do not: the last day counts",
    overDays: "last",
    whyNoSum: "a level stands at the end of each day, so its days cannot be added",
  },
  people: { ...people, overDays: "mean" },
  /** People of 7 or 28 days: means would average overlapping windows. */
  windowedPeople: { ...people, overDays: "last", ...ofWindow },
  ratio: {
    ...plain,
    word: "ratio",
    meaning: "a rate or a count per thousand; nothing adds up",
    overDays: "quotient",
    overProfiles: "quotient",
    change: "difference",
    whyNoSum: "ratios cannot be added",
    whyNoPart: "is a ratio itself",
  },
  rolling: {
    ...count,
    word: "rolling",
    meaning: "a count over the days up to this one; profiles add up, days do not",
    overDays: "last",
    ...ofWindow,
    whyNoPart: "counts the same days several times",
  },
} as const satisfies Record<string, KindTraits>;

export type KindName = keyof typeof kinds;

export const isKindName = (text: string): text is KindName => Object.hasOwn(kinds, text);

/** The name of a kind, for tables with an entry for each kind. */
export const kindNameOf = (kind: KindTraits): KindName | undefined =>
  Object.keys(kinds)
    .filter(isKindName)
    .find((name) => kinds[name] === kind);

/** True for a number whose last day is carried to later ones: a level, or people or events of the days up to it. */
export const isCarried = ({ overDays }: KindTraits): boolean => overDays === "last";

/** A level: the days of a profile are never added; its last day is added to the last days of other profiles. */
export const isStanding = ({ overDays, overProfiles }: KindTraits): boolean =>
  overDays === "last" && overProfiles === "sum";

/** A count or a level: it can reach a goal. */
export const hasGoal = ({ overProfiles, isWindow }: KindTraits): boolean =>
  overProfiles === "sum" && !isWindow;
