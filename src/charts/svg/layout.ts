/** Places of the parts of a chart, in pixels. */
import { captionOf } from "../build/notes.ts";
import { seriesNames } from "../text/names.ts";
import { isGrid, type Chart } from "../../replies/chart.ts";

const lineHeight = 16;
const characterWidth = 6.2;
const panelHeight = 210;
/** Below a panel: the labels of its axis, which are slanted where they are many. */
const axisHeight = { level: 46, slanted: 84 };
/** The title of a panel. */
const titleHeight = 30;

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly title: readonly string[];
  readonly legendTop: number;
  readonly panels: readonly { readonly top: number; readonly height: number }[];
  readonly captionTop: number;
  readonly caption: readonly string[];
}

/** @param hidden names in the legend whose series are not drawn. */
export function layoutOf(chart: Chart, width: number, hidden: ReadonlySet<string>): Layout {
  const [left, right] = [isGrid(chart.kind) ? 96 : 72, 24];
  const perLine = Math.floor((width - 32) / characterWidth);
  const title = wrapped(chart.title, Math.floor(perLine * 0.75));
  const legendTop = 16 + title.length * 22;
  const first = legendTop + legendRows(legendNames(chart), width - 32) * 22 + 34;
  const height = isGrid(chart.kind) ? 7 * 26 : panelHeight;
  const axis = isCrowdedAxis(chart) ? axisHeight.slanted : axisHeight.level;
  const each = height + axis + titleHeight;
  const panels = chart.panels.map((_, index) => ({ top: first + index * each, height }));
  const bottom = first + chart.panels.length * each - titleHeight;
  const caption = [...notDrawn(hidden), ...captionOf(chart)].flatMap((text) =>
    wrapped(text, perLine),
  );
  return {
    width,
    height: bottom + caption.length * lineHeight + 12,
    left,
    right,
    title,
    legendTop,
    panels,
    captionTop: bottom,
    caption,
  };
}

/** The names of the places are slanted. */
export const isCrowdedAxis = ({ isTime, places }: Pick<Chart, "isTime" | "places">): boolean =>
  !isTime && places.length > 6;

/** The names of series that a legend explains; none where the title of the panel is enough. */
export const legendNames = (chart: Chart): string[] =>
  isGrid(chart.kind) || chart.panels.every(({ series }) => series.length === 1)
    ? []
    : [...seriesNames(chart).values()];

/** The key of a name in the legend: its number, from 1. ECharts uses keys as members of objects, so names are not safe. */
export const legendKey = (at: number): string => String(at + 1);

/** The symbol of a name, and the gaps around both. */
const symbolWidth = 52;

/** The rows that names take, by widths that are rather too large. */
function legendRows(names: readonly string[], width: number): number {
  let [rows, used] = [names.length === 0 ? 0 : 1, 0];
  for (const name of names) {
    const letters = Array.from(name, (letter) => (letter < "\u2E80" ? 8 : 13));
    const wanted = letters.reduce((sum, one) => sum + one, symbolWidth);
    if (used > 0 && used + wanted > width) [rows, used] = [rows + 1, 0];
    used += wanted;
  }
  return rows;
}

/** Breaks a text into lines, at spaces if possible. @param length the most characters of a line. */
function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > length) {
    const space = rest.lastIndexOf(" ", length);
    const end = space > length / 2 ? space : length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** A note on names whose series are not drawn. */
export const notDrawn = (hidden: ReadonlySet<string>): string[] =>
  hidden.size === 0 ? [] : [`Not drawn: ${[...hidden].join(", ")}.`];
