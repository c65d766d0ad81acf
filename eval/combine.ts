/** Truth from single profiles and days, by what each kind of number allows. */

type Values = readonly number[];

/** A value that exists. */
export interface Cell {
  readonly profile: string;
  readonly day: string;
  readonly value: number;
}

export const sum = (values: Values): number => values.reduce((before, value) => before + value, 0);

/** Null where no value exists: that is not 0. */
export const total = (values: Values): number | null => (values.length === 0 ? null : sum(values));

export const mean = (values: Values): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** The sum now, less that before made of as many days; null without values on a side. */
export const changeAtEqualDays = (now: Values, before: Values): number | null =>
  now.length === 0 || before.length === 0
    ? null
    : Math.round(sum(now) - (sum(before) * now.length) / before.length);

/** The sum of one metric over the sum of another, of the profile-days that have both. */
export function ratio(above: readonly Cell[], below: readonly Cell[]): number | null {
  const sumOf = (cells: readonly Cell[], partners: readonly Cell[]): number => {
    const both = cells.filter(({ profile, day }) =>
      partners.some((partner) => partner.profile === profile && partner.day === day),
    );
    return sum(both.map(({ value }) => value));
  };
  const divisor = sumOf(below, above);
  return divisor === 0 ? null : sumOf(above, below) / divisor;
}

/** The values by a key, in the order of the cells. */
export function grouped(
  cells: readonly Cell[],
  keyOf: (cell: Cell) => string,
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    groups.set(key, [...(groups.get(key) ?? []), cell.value]);
  }
  return groups;
}

/** The key of the values with the highest number, or null where there are none. */
export const highest = (
  groups: ReadonlyMap<string, Values>,
  numberOf: (values: Values) => number = sum,
): string | null =>
  Array.from(groups, ([key, values]) => ({ key, number: numberOf(values) })).toSorted(
    (left, right) => right.number - left.number,
  )[0]?.key ?? null;

/** The fewest numbers, the largest first, that make a part of the sum of all. */
export function mostOf(values: Values, part: number): number {
  const sorted = values.toSorted((left, right) => right - left);
  const bound = part * sum(values);
  let subtotal = 0;
  return sorted.findIndex((value) => (subtotal += value) >= bound) + 1;
}

export function median(values: Values): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  return mean(sorted.slice(low, high + 1));
}

/** The rank of the last number, 1 being the highest. */
export function rankOfLast(values: Values): number | null {
  const last = values.at(-1);
  return last === undefined ? null : 1 + values.filter((value) => value > last).length;
}
