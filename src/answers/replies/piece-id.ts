/** The id of a piece: that of its result, and the arguments that make it. Nothing more is stored. */
import { grainNames } from "../../catalog/grains.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { statisticBuckets, views } from "../../catalog/statistics.ts";

type Reader<Value> = (texts: readonly string[]) => Value | undefined;

const oneOf =
  <const Name extends string>(names: readonly Name[]): Reader<Name> =>
  ([first]) =>
    names.find((name) => name === first);
const isShort = (text: string): boolean => text.length <= ourLimits.textLength;
const text: Reader<string> = ([first = ""]) => (isShort(first) ? first : undefined);
/** Up to as many texts as read_result takes. */
const list =
  (most: number): Reader<readonly string[]> =>
  (texts) =>
    texts.length <= most && texts.every(isShort) ? texts : undefined;
const count: Reader<number> = ([first = ""]) =>
  /^\d{1,6}$/.test(first) ? Number(first) : undefined;

/** The function that parses each argument of read_result. */
const readers = {
  /** Ids or exact names. */
  profiles: list(ourLimits.profilesPerQuery),
  /** Metrics, or fields of posts. */
  metrics: list(ourLimits.metricsPerCall),
  /** `YYYY-MM-DD`, both included. */
  dateStart: text,
  dateEnd: text,
  grain: oneOf([...grainNames, "weekday", "total"]),
  /** Names of statistics, separated by commas. */
  statistic: text,
  /** The values of which the statistics are made; days (default). */
  of: oneOf(["day", ...statisticBuckets]),
  view: oneOf(views),
  /** Divides numbers by the profiles that have a value. */
  perProfile: ([first]): boolean | undefined => first === "true" || undefined,
  /** By day, the mean of the days up to it. */
  window: ([first]): number | undefined =>
    Number(first) === ourLimits.window.days ? ourLimits.window.days : undefined,
  /** A number or a change by a day: `100000 by 2026-12-31`. */
  goal: text,
  /** The fields that posts are grouped by, separated by commas. */
  groupBy: text,
  /** Of posts: those that have a value of a field, and the others of the same profiles: `post_labels = X`. */
  split: text,
  /** The id of a result of metrics, whose numbers stand beside those of posts. */
  beside: text,
  /** A metric, `coverage`, `name`, or `change`, `change_percent`, `contribution` of a comparison; a field of posts. */
  sortBy: text,
  /** Conditions that the rows meet. */
  where: list(ourLimits.conditions),
  /** Rank 1 is the highest number in either order. */
  order: oneOf(["asc", "desc"]),
  top: (texts) => count(texts) || undefined,
  /** The best posts of each group. */
  best: (texts) => count(texts) || undefined,
  offset: count,
} as const satisfies Readonly<Record<string, Reader<unknown>>>;

export type PieceArguments = {
  readonly [Key in keyof typeof readers]?: ReturnType<(typeof readers)[Key]>;
};

const isKey = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);
const keys = Object.keys(readers).filter(isKey);

/** The name of an argument, as a caller gives it: `date_start`. */
export const argumentName = (key: string): string =>
  key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);

/** The arguments as a part of an id; empty where none is given, undefined where they are too long for an address. */
export function pieceName(piece: PieceArguments): string | undefined {
  const name = keys
    .flatMap((key) =>
      [piece[key] ?? []].flat().map((value) => `${argumentName(key)}=${encoded(String(value))}`),
    )
    .join("&");
  return name.length > ourLimits.pieceNameLength ? undefined : name;
}

const encoded = (value: string): string => encodeURIComponent(value).replaceAll("~", "%7E");

/** The arguments that a part of an id names; undefined for any other text. */
export function pieceNamed(name: string): PieceArguments | undefined {
  // No piece has such a name, and whoever writes one could ask for any number of columns.
  if (name.length > ourLimits.pieceNameLength) return undefined;
  const parameters = new URLSearchParams(name.replaceAll("+", "%2B"));
  const entries = [...new Set(parameters.keys())].map((parameter): unknown[] => {
    const key = keys.find((argumentKey) => argumentName(argumentKey) === parameter);
    return [key, key && readers[key](parameters.getAll(parameter))];
  });
  const isRead = entries.length > 0 && entries.every(([, value]) => value !== undefined);
  return isRead ? Object.fromEntries(entries) : undefined;
}
