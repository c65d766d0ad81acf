/** Draws over the chart of ECharts: breaks, names of series, and the numbers at the mouse pointer. */
import { chartTraits, isGrid, isSingle } from "../model/kinds.ts";
import type { ECharts } from "echarts/core";
import { grouped } from "../../../base/text/numbers.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { part } from "../../replies/chart.ts";
import type { Chart, ChartPanel } from "../../replies/chart.ts";
import { dateTitle } from "../model/dates.ts";
import { markedNumber } from "../text/chart-text.ts";
import { outside } from "./divided.ts";
import { columnWidth, endNames, isSideways, margin, nameLines, type Layout } from "./layout.ts";
import { shadeAt } from "./series.ts";
import { faint, ink, othersShade } from "./style.ts";

/** Elements of SVG, the last of them on top. */
export const drawnAbove = (chart: Chart, layout: Layout, drawing: ECharts): string[] => [
  ...breakLines(chart, layout),
  ...(isSingle(chart) ? [] : changeTexts(chart, layout, drawing)),
  ...endLabels(chart, layout, drawing),
  ...(isSingle(chart) ? [] : [hoverAreas(chart, layout)]),
];

/** A text as the content of an element of XML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Vertical lines between two places, with what changed there: ECharts has lines at places only. */
const breakLines = (
  { panels: chartPanels, places, events = [] }: Chart,
  { panels, left, right, width }: Layout,
): string[] =>
  chartPanels.flatMap(({ breaks }, index) =>
    [...breaks, ...events].map(({ place, label }) => {
      const { top = 0, height = 0 } = panels[index] ?? {};
      const x = Math.round(left + ((right - left) * place) / places.length);
      // Beside the line, on the side with more room, within the picture.
      const size = columnWidth([label]) - 10;
      const beside = x > width / 2 ? x - 4 - size : x + 4;
      const at = Math.max(margin, Math.min(width - margin - size, beside));
      return `<path d="M${x} ${top - 4}V${top + height}" stroke="${ink.light}" stroke-dasharray="4 3"/><text x="${Math.round(at)}" y="${top - 6}" font-family="sans-serif" font-size="12" fill="${ink.light}">${escaped(label)}</text>`;
    }),
  );

/** Of changes: the line at zero, their texts in a column, and the line above rows that are not compared. */
const changeTexts = (
  { panels: chartPanels, places, apartFrom }: Chart,
  { panels, right, width }: Layout,
  drawing: ECharts,
): string[] =>
  chartPanels.flatMap(({ series: [{ texts } = {}] }, index) => {
    if (texts === undefined) return [];
    const { top = 0, height = 0 } = panels[index] ?? {};
    const yAt = (place: number): number => Math.round(top + (height * place) / places.length);
    const [zero = 0] = drawing.convertToPixel({ xAxisIndex: index, yAxisIndex: index }, [0, 0]);
    const foot = yAt(apartFrom ?? places.length);
    const lines = [`<path d="M${Math.round(zero)} ${top}V${foot}" stroke="${faint.light}"/>`];
    if (apartFrom !== undefined)
      lines.push(
        `<path d="M${margin} ${foot}H${width - margin}" stroke="${faint.light}" stroke-dasharray="2 3"/>`,
      );
    const texted = texts.map(
      (text, place) =>
        `<text x="${right + 10}" y="${Math.round((yAt(place) + yAt(place + 1)) / 2) + 4}" font-family="sans-serif" font-size="12" fill="${ink.light}">${escaped(text)}</text>`,
    );
    return [...lines, ...texted];
  });

const lineHeight = 14;

/**
 * The names of series at their ends. In the page they are switches, so each has the number of its name. Names of series
 * that are not drawn are struck through, at the foot.
 */
function endLabels(chart: Chart, layout: Layout, drawing: ECharts): string[] {
  const { panels, right, width } = layout;
  const names = endNames(chart);
  if (names.length === 0) return [];
  return chart.panels.flatMap((panel, index) => {
    const { top = 0, height: down = 0 } = panels[index] ?? {};
    const foot = top + down + 16;
    const ends = panel.series.map(({ name, isHidden = false }, place): End => {
      const end = endOf(chart, panel, place);
      const axes = { xAxisIndex: index, yAxisIndex: index };
      const [x, y = isHidden ? foot : top] = end ? drawing.convertToPixel(axes, end) : [];
      const color = (isHidden ? othersShade : shadeAt(chart, panel, place)).light;
      const lines = nameLines(name);
      const height = Math.max(layout.nameHeight, lines.length * lineHeight + 2);
      const draw = (labelTop: number): string => {
        const left = right + 10;
        // A line leads from the end of the series to its name; a name at a distance from its series has a box in its colour.
        const key =
          x === undefined
            ? `<path d="M${right + 2} ${labelTop + 3}h5v7h-5Z" fill="${color}"/>`
            : `<path d="M${x.toFixed(1)} ${y.toFixed(1)}L${left - 2} ${labelTop + height / 2}" fill="none" stroke="${color}" stroke-opacity="0.5"/>`;
        const firstLine = 10 + (height - lines.length * lineHeight) / 2;
        const font = `fill="${color}" font-family="sans-serif" font-size="12"${isHidden ? ' text-decoration="line-through"' : ""}`;
        const texts = lines.map(
          (text, at) =>
            `<text x="${left}" y="${labelTop + firstLine + at * lineHeight}" ${font}>${escaped(text)}</text>`,
        );
        // The box takes the mouse.
        const box = `<rect x="${right}" y="${labelTop}" width="${width - right}" height="${height}" fill="none" pointer-events="all"/>`;
        return `<g data-legend="${names.indexOf(name) + 1}"><title>${escaped(name)}</title>${key}${texts.join("")}${box}</g>`;
      };
      return { y, height, draw };
    });
    return apart(ends, top - 8, foot);
  });
}

/** The last point of a line, or the middle of the last segment of a stack. Bars side by side have no end. */
function endOf(chart: Chart, { series }: ChartPanel, place: number): number[] | undefined {
  const { marks, isStacked } = chartTraits(chart.kind);
  const isApart = isSideways(chart) || (marks === "bar" && !isStacked);
  const lists = series.map(({ values, drawn = values }) => drawn);
  const { marks: ownMarks = [] } = series[place] ?? {};
  // A part of a period is a mark beside the line.
  const isEnd = (value: number, index: number): boolean =>
    Number.isFinite(value) && (marks === "bar" || ownMarks[index] !== part);
  const at = lists[place]?.findLastIndex(isEnd) ?? -1;
  if (at === -1 || isApart || series[place]?.isHidden === true) return undefined;
  const numbers = series.map((chartSeries, index) =>
    chartSeries.isHidden ? 0 : (lists[index]?.[at] ?? 0),
  );
  const [value = 0, ...below] = numbers.slice(0, place + 1).toReversed();
  return [at, isStacked ? below.reduce((sum, number) => sum + number, value / 2) : value];
}

interface End {
  /** Of the end of the series. */
  readonly y: number;
  readonly height: number;
  readonly draw: (top: number) => string;
}

/** Draws labels where they do not overlap: moved down, then up from the foot. */
function apart(ends: readonly End[], top: number, foot: number): string[] {
  let edge = top;
  const placed = ends
    .toSorted((left, right) => left.y - right.y)
    .map(({ y, height, draw }) => {
      const labelTop = Math.round(Math.max(y - height / 2, edge));
      edge = labelTop + height;
      return { labelTop, height, draw };
    });
  edge = foot;
  return placed.toReversed().map(({ labelTop, height, draw }) => {
    edge = Math.min(labelTop, edge - height);
    return draw(edge);
  });
}

/** Invisible rectangles with titles, which browsers show as tooltips: the numbers of each place. */
function hoverAreas(chart: Chart, { left, right, panels }: Layout): string {
  const count = chart.places.length;
  const [across, down] = isGrid(chart.kind)
    ? [count, 7]
    : isSideways(chart)
      ? [1, count]
      : [count, 1];
  const areas = chart.panels.flatMap((panel, index) => {
    const { top = 0, height = 0 } = panels[index] ?? {};
    const [wide, high] = [(right - left) / across, height / down];
    return Array.from({ length: across * down }, (_, at) => at).flatMap((at) => {
      const [column, row] = [Math.floor(at / down), at % down];
      const lines = isGrid(chart.kind)
        ? cellLines(chart, panel, column, row)
        : placeLines(chart, panel, at);
      if (lines.length === 0) return [];
      const box = [left + column * wide, top + row * high, wide, high];
      const [x, y, boxWidth, tall] = box.map((coordinate) => Math.round(coordinate * 10) / 10);
      return `<rect x="${x}" y="${y}" width="${boxWidth}" height="${tall}"><title>${escaped(lines.join("\n"))}</title></rect>`;
    });
  });
  return `<g fill="none" pointer-events="all">\n${areas.join("\n")}\n</g>`;
}

function placeLines(chart: Chart, { series, title }: ChartPanel, place: number): string[] {
  const { panels, places, placesBefore = [] } = chart;
  const name = [places, placesBefore]
    .flatMap((list) => list[place] ?? [])
    .map((text) => (chart.isTime ? dateTitle(text) : text))
    .join(" | ");
  const shown = series.filter(
    ({ isHidden, values }) => isHidden !== true && values[place] !== outside,
  );
  if (shown.length === 0) return [];
  // Several panels have the same names, and differ by their metric.
  const head = [name, ...(panels.length > 1 ? [title] : [])].filter(Boolean).join(", ");
  const lines = shown.map(
    (chartSeries) => `${chartSeries.name}: ${grouped(markedNumber(chartSeries, place))}`,
  );
  return head === "" ? lines : [head, ...lines];
}

function cellLines({ places }: Chart, { series }: ChartPanel, week: number, row: number): string[] {
  const weekday = required(series[row], "a weekday");
  return [
    `${weekday.name}, week of ${dateTitle(places[week] ?? "")}: ${grouped(markedNumber(weekday, week))}`,
  ];
}
