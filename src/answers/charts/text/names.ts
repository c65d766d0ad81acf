/** Names of series and places as charts show them. */
import type { Chart } from "../../replies/chart.ts";
import { columnsOf } from "../../../base/text/columns.ts";

/** In columns. Longer names are cut, unless a picture has room. */
const nameLength = 40;
/** A shortened name ends with its last characters, because they name the side of a comparison. */
const endLength = 12;

export function shortName(name: string, most = nameLength): string {
  if (columnsOf(name) <= most) return name;
  const letters = Array.from(name);
  const start = firstLetters(letters, most - endLength - 1);
  const end = firstLetters(letters.toReversed(), endLength).toReversed();
  return `${start.join("")}…${end.join("")}`;
}

function firstLetters(letters: readonly string[], columns: number): string[] {
  let used = 0;
  return letters.filter((letter) => (used += columnsOf(letter)) <= columns);
}

/** The shown name of each series, by its whole name. Names that are the same when cut are numbered. */
export function seriesNames({ panels }: Pick<Chart, "panels">): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { name } of panels.flatMap(({ series }) => series)) {
    if (shown.has(name)) continue;
    const short = shortName(name);
    const count = (counts.get(short) ?? 0) + 1;
    counts.set(short, count);
    shown.set(name, count === 1 ? short : `${short} (${count})`);
  }
  return shown;
}

/** The names of places, days and weeks without the year where all are in one. Days of the other range alone have no date. */
export function placeNames(places: readonly string[]): string[] {
  const dates = places.filter((name) => /^\d{4}-(\d{2}-\d{2}|W\d{2})\*?$/.test(name));
  const years = new Set(dates.map((name) => name.slice(0, 4)));
  const areShort = years.size === 1 && places.every((name) => name === "–" || dates.includes(name));
  return places.map((name) => (areShort && name !== "–" ? name.slice(5) : shortName(name)));
}
