/** Names of series and places as charts show them. */
import type { Chart } from "../../replies/chart.ts";

/** Longer names are cut. */
const nameLength = 40;
/** The last letters are kept, because they name the side of a comparison. */
const endLength = 12;

export function shortName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= nameLength) return name;
  const start = letters.slice(0, nameLength - endLength - 1).join("");
  return `${start}…${letters.slice(-endLength).join("")}`;
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
