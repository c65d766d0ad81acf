/** Areas of a picture that show the numbers of a place while the mouse is over them. */
import { type Chart, type ChartPanel, isGrid } from "../../replies/chart.ts";
import { markedNumber } from "../text/chart-text.ts";
import { escaped } from "./ends.ts";
import { isSideways, type Layout } from "./layout.ts";

/** Invisible rectangles with titles, which browsers show as tooltips. */
export function hoverAreas(chart: Chart, { left, right, panels }: Layout): string {
  const count = chart.places.length;
  const [across, down] = isGrid(chart.kind)
    ? [count, 7]
    : isSideways(chart)
      ? [1, count]
      : [count, 1];
  const areas = chart.panels.flatMap((panel, index) => {
    const { top = 0, height = 0 } = panels[index] ?? {};
    const [wide, high] = [(right - left) / across, height / down];
    return Array.from({ length: across * down }, (_, at) => {
      const [column, row] = [Math.floor(at / down), at % down];
      const lines = isGrid(chart.kind)
        ? cellLines(chart, panel, column, row)
        : placeLines(chart, panel, at);
      const box = [left + column * wide, top + row * high, wide, high];
      const [x, y, width, tall] = box.map((one) => Math.round(one * 10) / 10);
      return `<rect x="${x}" y="${y}" width="${width}" height="${tall}"><title>${escaped(lines.join("\n"))}</title></rect>`;
    });
  });
  return `<g fill="none" pointer-events="all">\n${areas.join("\n")}\n</g>`;
}

function placeLines(chart: Chart, { series, title }: ChartPanel, place: number): string[] {
  const { panels, places, placesBefore = [] } = chart;
  const name = [places, placesBefore].flatMap((list) => list[place] ?? []).join(" | ");
  const shown = series.filter(({ isHidden }) => isHidden !== true);
  // Several panels have the same names, and differ by their metric.
  const head = [name, ...(panels.length > 1 ? [title] : [])].filter(Boolean).join(", ");
  const lines = shown.map((one) => `${one.name}: ${markedNumber(one, place)}`);
  return head === "" ? lines : [head, ...lines];
}

function cellLines({ places }: Chart, { series }: ChartPanel, week: number, row: number): string[] {
  const one = series[row];
  return one === undefined
    ? []
    : [`${one.name}, week of ${places[week]}: ${markedNumber(one, week)}`];
}
