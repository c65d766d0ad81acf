/** Places of the parts of a chart, in pixels. */
import { chartTraits, isGrid, isSingle } from "../model/kinds.ts";
import { columnsOf } from "../../../base/text/columns.ts";
import { seriesNames, shortName } from "../text/names.ts";
import { barText } from "./numbers.ts";
import type { Chart, ChartPanel, Picture } from "../../replies/chart.ts";

/** Of a picture that is shown in any width. */
export const usualWidth = 480;
/** Of pictures that are drawn for their width. */
const widths = { least: 320, most: 900 };
/** The least height of a name that is a switch. */
const switchHeight = 24;
export const fontSize = 12;
export const lineHeight = 15;
/** Rather too wide: fonts differ. */
const characterWidth = 6.7;
export const margin = 14;
/** The labels of an axis of values beside a panel. */
export const valuesWidth = 60;
/** Above a panel: its title; over time also the unit and the breaks. */
export const headingHeight = (chart: Chart): number =>
  isSideways(chart) || isSingle(chart) ? 22 : 42;

export interface Layout {
  readonly width: number;
  /** The least distance between the names of two series. */
  readonly nameHeight: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly title: readonly string[];
  readonly source: readonly string[];
  readonly sourceTop: number;
  readonly panels: readonly { readonly top: number; readonly height: number }[];
  readonly captionTop: number;
  readonly caption: readonly string[];
}

export function layoutOf(
  chart: Chart,
  { pageWidth, width: pictureWidth = pageWidth ?? usualWidth }: Omit<Picture, "without"> = {},
): Layout {
  const width = Math.max(widths.least, Math.min(widths.most, pictureWidth));
  const fit = (text: string): string[] => wrapped(text, (width - 2 * margin) / characterWidth);
  const title = wrapped(chart.title, (width - 2 * margin) / 9);
  const source = fit(chart.source);
  const sourceTop = margin + title.length * 20;
  const heading = headingHeight(chart);
  const first = sourceTop + source.length * lineHeight + heading + 6;
  const height = panelHeight(chart, width);
  const each = height + heading + (isSingle(chart) ? 6 : isSideways(chart) ? 50 : 36);
  const bottom = first + chart.panels.length * each - heading;
  const weeks = chart.dimension === "week" ? ["Weeks have the dates of their first days."] : [];
  const caption = [...notDrawn(chart), ...chart.notes, ...weeks].flatMap(fit);
  const edge = width - (isSideways(chart) ? 22 : margin);
  return {
    width,
    nameHeight: pageWidth === undefined ? 0 : switchHeight,
    height: bottom + caption.length * lineHeight + margin,
    left: leftOf(chart, width),
    right: edge - columnWidth([...endNames(chart).flatMap(nameLines), ...textsOf(chart)]),
    title,
    source,
    sourceTop,
    panels: chart.panels.map((_, index) => ({ top: first + index * each, height })),
    captionTop: bottom,
    caption,
  };
}

/** Rows without time go down the picture, where their names have room. */
export const isSideways = ({ isTime }: Pick<Chart, "isTime">): boolean => !isTime;

function panelHeight(chart: Chart, width: number): number {
  if (isSingle(chart)) return 26;
  if (isGrid(chart.kind)) return 7 * 22;
  if (!isSideways(chart)) return width > 640 ? 280 : 190;
  const most = Math.max(...chart.panels.map(({ series }) => series.length));
  const bars = chartTraits(chart.kind).isStacked ? 1 : most;
  const lines = Math.max(...chart.places.map((name) => placeLines(name, width).length));
  return chart.places.length * Math.max(22, bars * 9 + 8, lines * 14 + 4);
}

function leftOf(chart: Chart, width: number): number {
  if (isSideways(chart))
    return margin + columnWidth(chart.places.flatMap((name) => placeLines(name, width)));
  return isGrid(chart.kind) ? 88 : valuesWidth;
}

export const columnWidth = (lines: readonly string[]): number =>
  lines.length === 0 ? 0 : 10 + Math.max(...lines.map(columnsOf)) * characterWidth;

/** A single bar in a row has its number beside it. */
export const hasNumbers = (
  chart: Pick<Chart, "isTime" | "kind">,
  { series }: ChartPanel,
): boolean => isSideways(chart) && !chartTraits(chart.kind).isStacked && series.length === 1;

/** The texts beside the bars. */
const textsOf = (chart: Chart): string[] =>
  chart.panels.flatMap((panel) =>
    panel.series.flatMap(
      ({ texts, values }) => texts ?? (hasNumbers(chart, panel) ? Array.from(values, barText) : []),
    ),
  );

/** The name of a row in the lines that it takes beside its bars. */
export const placeLines = (name: string, width: number): string[] =>
  width < usualWidth ? wrapped(shortName(name, 28), 14) : wrapped(shortName(name, 72), 24);
/** The name of a series in the lines that it takes at its end. */
export const nameLines = (name: string): string[] => wrapped(name, 18);

const isOneSeries = ({ metric, series: [first, ...rest] }: ChartPanel): boolean =>
  first?.name === metric.name && rest.length === 0;

/** The names at the ends of series; none where the title of the panel is enough. */
export const endNames = (chart: Chart): string[] =>
  isGrid(chart.kind) || isSingle(chart) || chart.panels.every(isOneSeries)
    ? []
    : [...seriesNames(chart).values()];

/** Breaks a text into lines, at spaces if possible. @param columns the most that a line takes. */
function wrapped(text: string, columns: number): string[] {
  const lines = [""];
  for (const word of text.split(/(?<= )/)) {
    for (const piece of columnsOf(word) > columns ? word : [word]) {
      const last = lines.at(-1) ?? "";
      const isFull = last !== "" && columnsOf((last + piece).trimEnd()) > columns;
      if (isFull) lines.push(piece);
      else lines.splice(-1, 1, last + piece);
    }
  }
  return lines.map((line) => line.trimEnd());
}

/** A note on names whose series are not drawn. */
export function notDrawn({ panels }: Chart): string[] {
  const hidden = panels.flatMap(({ series }) => series.filter(({ isHidden }) => isHidden));
  const names = new Set(hidden.map(({ name }) => name));
  return names.size === 0 ? [] : [`Not drawn: ${[...names].join(", ")}.`];
}
