/** Places of the parts of a chart, in pixels. */
import { captionOf } from "../build/notes.ts";
import { shortName } from "../text/chart-text.ts";
import type { Chart } from "../../replies/chart.ts";

const lineHeight = 16;
const characterWidth = 6.2;
const panelHeight = 210;
/** Below a panel: the labels of its axis, which are slanted where they are many. */
const axisHeight = { level: 46, slanted: 84 };
/** The title of a panel. */
const titleHeight = 30;

interface PanelBox {
  readonly top: number;
  readonly height: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly title: readonly string[];
  readonly legendTop: number;
  readonly panels: readonly PanelBox[];
  readonly captionTop: number;
  readonly caption: readonly string[];
}

export function layoutOf(chart: Chart, width: number): Layout {
  const [left, right] = [chart.kind === "heatmap" ? 96 : 72, 24];
  const perLine = Math.floor((width - 32) / characterWidth);
  const title = wrapped(chart.title, Math.floor(perLine * 0.75));
  const legendTop = 16 + title.length * 22;
  const names = legendNames(chart);
  const legendWidth = names.reduce((sum, name) => sum + name.length * 7 + 48, 0);
  const legendRows = names.length === 0 ? 0 : Math.ceil(legendWidth / (width - 32));
  const first = legendTop + legendRows * 22 + 34;
  const height = chart.kind === "heatmap" ? 7 * 26 : panelHeight;
  const axis = isCrowdedAxis(chart) ? axisHeight.slanted : axisHeight.level;
  const each = height + axis + titleHeight;
  const panels = chart.panels.map((_, index) => ({ top: first + index * each, height }));
  const bottom = first + chart.panels.length * each - titleHeight;
  const caption = captionOf(chart).flatMap((text) => wrapped(text, perLine));
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
export const legendNames = ({ kind, panels }: Chart): string[] =>
  kind === "heatmap" || panels.every(({ series }) => series.length === 1)
    ? []
    : [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => shortName(name))))];

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
