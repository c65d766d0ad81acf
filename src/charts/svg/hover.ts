/** Areas of a picture that show the numbers of a place while the mouse is over them. */
import type { ECharts } from "echarts/core";
import {
  thin,
  whole,
  type Chart,
  type ChartPanel,
  type ChartSeries,
  isGrid,
} from "../../replies/chart.ts";
import { numberAt } from "../../cells/number-at.ts";
import { formatNumber } from "../../text/numbers.ts";
import { seriesNames } from "../text/names.ts";
import { escaped } from "./escaped.ts";
import type { Layout } from "./layout.ts";

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

/** Invisible rectangles with titles, which browsers show as tooltips. @param hidden names of series that are not drawn. */
export function hoverAreas(
  chart: Chart,
  layout: Layout,
  drawing: ECharts,
  hidden: ReadonlySet<string>,
): string {
  const names = seriesNames(chart);
  const areas = chart.panels.flatMap((panel, index) => {
    const box = layout.panels[index];
    if (box === undefined) return [];
    const across = bands(chart.places.length, (place) =>
      drawing.convertToPixel({ xAxisIndex: index }, place),
    );
    return across.flatMap(([x, width], place) =>
      isGrid(chart.kind)
        ? cellAreas(chart, panel, place).map((lines, row, rows) => {
            const height = box.height / rows.length;
            return { x, y: box.top + row * height, width, height, lines };
          })
        : [{ x, y: box.top, width, height: box.height, lines: placeLines(chart, panel, place) }],
    );
  });
  return `<g fill="none" pointer-events="all">\n${areas.map(rectangle).join("\n")}\n</g>`;

  /** The left edge and the width of each place. */
  function bands(count: number, middle: (place: number) => number): (readonly [number, number])[] {
    const width = count > 1 ? middle(1) - middle(0) : layout.width - layout.left - layout.right;
    return Array.from({ length: count }, (_, place) => [middle(place) - width / 2, width]);
  }

  function placeLines(
    { panels, places, placesBefore }: Chart,
    { series, title }: ChartPanel,
    place: number,
  ): string[] {
    const name = [places, placesBefore ?? []].flatMap((list) => list[place] ?? []).join(" | ");
    const shown = series.filter((one) => !hidden.has(names.get(one.name) ?? ""));
    // Several panels have the same names, and differ by their metric.
    const head = [name, ...(panels.length > 1 ? [title] : [])].filter(Boolean).join(", ");
    return [
      ...(head === "" ? [] : [head]),
      ...shown.map((one) => `${names.get(one.name)}: ${textAt(one, place)}`),
    ];
  }
}

const cellAreas = ({ places }: Chart, { series }: ChartPanel, place: number): string[][] =>
  series.map((one) => [`${one.name}, week of ${places[place]}: ${textAt(one, place)}`]);

function textAt({ values, marks }: ChartSeries, place: number): string {
  const value = numberAt(values, place);
  // A number can be missing or withheld.
  if (Number.isNaN(value)) return "not drawn";
  const mark = marks[place] ?? whole;
  const about = mark === whole ? "" : mark === thin ? " (incomplete)" : " (a part)";
  return formatNumber(value) + about;
}

function rectangle({ x, y, width, height, lines }: Area): string {
  const [left, top, across, down] = [x, y, width, height].map((one) => Math.round(one * 10) / 10);
  const title = `<title>${escaped(lines.join("\n"))}</title>`;
  return `<rect x="${left}" y="${top}" width="${across}" height="${down}">${title}</rect>`;
}
