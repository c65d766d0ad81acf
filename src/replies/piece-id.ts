/** The id of a piece: that of its result, and the arguments that make it. Nothing more is stored. */
import { grainNames } from "../catalog/grains.ts";
import { ourLimits } from "../catalog/limits.ts";
import { statisticBuckets, views } from "../catalog/statistics.ts";
import { argumentNames, type Piece } from "./reply.ts";

type Reader<Value> = (texts: readonly string[]) => Value | undefined;

const oneOf =
  <Name extends string>(names: readonly Name[]): Reader<Name> =>
  ([first]) =>
    names.find((name) => name === first);
const text: Reader<string> = ([first]) => first;
const list: Reader<readonly string[]> = (texts) => texts;
const count: Reader<number> = ([first = ""]) =>
  /^\d{1,6}$/.test(first) ? Number(first) : undefined;
const weekday: Reader<Piece["weekStart"]> = (texts) =>
  ([0, 1, 2, 3, 4, 5, 6] as const).find((day) => day === count(texts));

/** How each argument is read. */
const readers: { readonly [Key in Exclude<keyof Piece, "spent">]-?: Reader<Piece[Key]> } = {
  profiles: list,
  metrics: list,
  dateStart: text,
  dateEnd: text,
  grain: oneOf([...grainNames, "weekday", "total"] as const),
  statistic: text,
  of: oneOf(["day", ...statisticBuckets] as const),
  view: oneOf(views),
  perProfile: ([first]) => first === "true" || undefined,
  groupBy: text,
  sortBy: text,
  where: list,
  order: oneOf(["asc", "desc"] as const),
  top: count,
  offset: count,
  weekStart: weekday,
};
const isKey = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);
const keys = Object.keys(readers).filter(isKey);

/** The arguments as a part of an id; empty where none is given, undefined where they are too long for an address. */
export function pieceName(piece: Piece): string | undefined {
  const name = keys
    .flatMap((key) =>
      [piece[key] ?? []].flat().map((value) => `${argumentNames[key]}=${encoded(String(value))}`),
    )
    .join("&");
  return name.length > ourLimits.pieceNameLength ? undefined : name;
}

const encoded = (value: string): string => encodeURIComponent(value).replaceAll("~", "%7E");

/** The arguments that a part of an id names; undefined for any other text. */
export function pieceNamed(name: string): Piece | undefined {
  const parameters = new URLSearchParams(name.replaceAll("+", "%2B"));
  const entries = [...new Set(parameters.keys())].map((given): unknown[] => {
    const key = keys.find((one) => argumentNames[one] === given);
    return [key, key && readers[key](parameters.getAll(given))];
  });
  const isRead = entries.length > 0 && entries.every(([, value]) => value !== undefined);
  return isRead ? Object.fromEntries(entries) : undefined;
}
