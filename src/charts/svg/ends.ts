/** The names of series at their ends. In the page they are switches, so each has the number of its name. */
import type { ECharts } from "echarts/core";
import { chartTraits, type Chart, type ChartPanel } from "../../replies/chart.ts";
import { endNames, isSideways, nameLines, type Layout, width } from "./layout.ts";
import { shadeAt } from "./series.ts";
import { othersShade } from "./style.ts";

/** A text as the content of an element of XML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const lineHeight = 13;

/** Names of series that are not drawn are struck through, at the foot. */
export function endLabels(chart: Chart, { panels, right }: Layout, drawing: ECharts): string[] {
  const names = endNames(chart);
  if (names.length === 0) return [];
  return chart.panels.flatMap((panel, index) => {
    const { top = 0, height: down = 0 } = panels[index] ?? {};
    const foot = top + down + 16;
    const ends = panel.series.map(({ name, isHidden = false }, place): End => {
      const end = endOf(chart, panel, place);
      const axes = { xAxisIndex: index, yAxisIndex: index };
      const [x, y = isHidden ? foot : top] = end ? drawing.convertToPixel(axes, end) : [];
      const color = (isHidden ? othersShade : shadeAt(panel, place)).light;
      const lines = nameLines(name);
      const height = lines.length * lineHeight;
      const draw = (labelTop: number): string => {
        const left = right + 10;
        // A line leads from the end of the series to its name; a name that stands apart has a box in its colour.
        const key =
          x === undefined
            ? `<path d="M${right + 2} ${labelTop + 3}h5v7h-5Z" fill="${color}"/>`
            : `<path d="M${x.toFixed(1)} ${y.toFixed(1)}L${left - 2} ${labelTop + height / 2}" fill="none" stroke="${color}" stroke-opacity="0.5"/>`;
        const font = `fill="${color}" font-family="sans-serif" font-size="11"${isHidden ? ' text-decoration="line-through"' : ""}`;
        const texts = lines.map(
          (text, at) =>
            `<text x="${left}" y="${labelTop + 10 + at * lineHeight}" ${font}>${escaped(text)}</text>`,
        );
        // The box takes the mouse.
        const box = `<rect x="${right}" y="${labelTop}" width="${width - right}" height="${height}" fill="none" pointer-events="all"/>`;
        return `<g data-legend="${names.indexOf(name) + 1}"><title>${escaped(name)}</title>${key}${texts.join("")}${box}</g>`;
      };
      return { y, height: height + 2, draw };
    });
    return apart(ends, top - 8, foot);
  });
}

/** The last point of a line, or the middle of the last segment of a stack. Bars side by side have no end. */
function endOf(chart: Chart, { series }: ChartPanel, place: number): number[] | undefined {
  const { marks, isStacked } = chartTraits(chart.kind);
  const isApart = isSideways(chart) || (marks === "bar" && !isStacked);
  const lists = series.map(({ values, drawn = values }) => drawn);
  const at = lists[place]?.findLastIndex(Number.isFinite) ?? -1;
  if (at === -1 || isApart || series[place]?.isHidden === true) return undefined;
  const numbers = series.map((one, index) => (one.isHidden ? 0 : (lists[index]?.[at] ?? 0)));
  const [value = 0, ...below] = numbers.slice(0, place + 1).toReversed();
  return [at, isStacked ? below.reduce((sum, one) => sum + one, value / 2) : value];
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
    .toSorted((one, other) => one.y - other.y)
    .map(({ y, height, draw }) => {
      const own = Math.round(Math.max(y - height / 2, edge));
      edge = own + height;
      return { own, height, draw };
    });
  edge = foot;
  return placed.toReversed().map(({ own, height, draw }) => {
    edge = Math.min(own, edge - height);
    return draw(edge);
  });
}
