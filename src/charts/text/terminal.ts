/** A chart in the characters of a terminal: braille for lines, blocks for bars. */
import {
  beginsAtZero,
  type Chart,
  type ChartPanel,
  type ChartSeries,
  chartTraits,
  isGrid,
} from "../../replies/chart.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required } from "../../errors/tool-error.ts";
import { formatNumber } from "../../text/numbers.ts";
import { madeUp } from "../../text/words.ts";
import { compact } from "./compact.ts";
import { scaleOf, stepOf, type Scale } from "./sparkline.ts";
import { breakLines, sidesOf } from "./chart-text.ts";
import { seriesNames } from "./names.ts";

/** The widths of the labels of values, and of the names of rows, in characters. */
const labelWidth = 8;
const rowWidth = 24;

/** @param columns the width of the terminal. */
export function terminalChart(chart: Chart, columns: number): string {
  const width = Math.min(Math.max(columns, 40), 200);
  const panels = chart.panels.map((panel) => {
    if (isGrid(chart.kind)) return heatmap(chart, panel);
    const isRows = !chart.isTime || chart.places.length === 1;
    return isRows ? sideBySide(chart, panel, width) : overTime(chart, panel, width);
  });
  const notes = [...breakLines(chart), ...chart.notes.filter((note) => note === madeUp)];
  return [chart.title, ...notes, "", ...panels.map((lines) => lines.join("\n"))].join("\n");
}

/** One plot for each series and each side of its breaks. The plots of one side have one scale. */
function overTime(chart: Chart, panel: ChartPanel, width: number): string[] {
  const { series, title } = panel;
  const height = series.length === 1 ? 8 : 4;
  const room = width - labelWidth - 2;
  const names = seriesNames(chart);
  const draw = chartTraits(chart.kind).marks === "line" ? braille : blocks;
  const plots = sidesOf(panel, chart.places.length).flatMap(([from, to]) => {
    const lists = series.map(({ values }) => values.subarray(from, to));
    const scale = scaleOf(lists, beginsAtZero(chart, panel));
    return [
      ...series.flatMap((one, index) => [
        ...(series.length === 1 ? [] : [required(names.get(one.name), "a name")]),
        ...plot(draw, lists[index] ?? one.values, { scale, height, room }),
      ]),
      axisOf(chart.places.slice(from, to), room),
    ];
  });
  return [title, ...plots, ""];
}

function axisOf(places: readonly string[], room: number): string {
  const [first = "", last = ""] = [places[0], places.length > 1 ? places.at(-1) : ""];
  const between = " ".repeat(Math.max(1, room - first.length - last.length));
  return `${" ".repeat(labelWidth)} ${first}${between}${last}`.trimEnd();
}

interface Size {
  readonly scale: Scale;
  readonly height: number;
  readonly room: number;
}

function plot(draw: typeof blocks, values: Float64Array, size: Size): string[] {
  const { scale, height } = size;
  return draw(values, size).map((line, row) => {
    const value = row === 0 ? scale.high : row === height - 1 ? scale.low : undefined;
    return `${(value === undefined ? "" : compact(value, 3)).padStart(labelWidth)}┤${line}`;
  });
}

/** The place that a column of the terminal shows. */
const placeAt = (column: number, columns: number, places: number): number =>
  Math.min(places - 1, Math.floor((column * places) / columns));

/** Dots of a character: two columns of four. */
const dots = Uint8Array.of(0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80);

/** A dot per place, or several per place where there is room. */
function braille(values: Float64Array, { scale, height, room }: Size): string[] {
  const cells = Array.from({ length: height }, () => new Uint8Array(room));
  for (let column = 0; column < room * 2; column += 1) {
    const value = numberAt(values, placeAt(column, room * 2, values.length));
    if (Number.isNaN(value)) continue;
    const fromTop = height * 4 - 1 - stepOf(value, scale, height * 4);
    const row = required(cells[Math.floor(fromTop / 4)], "a row");
    row[Math.floor(column / 2)]! |= numberAt(dots, (column % 2) * 4 + (fromTop % 4));
  }
  return cells.map((row) => Array.from(row, (bits) => String.fromCharCode(0x2800 + bits)).join(""));
}

/** Bars that are wide enough have a space between them. */
const isBetween = (column: number, columns: number, places: number): boolean =>
  columns >= places * 3 &&
  placeAt(column, columns, places) !== placeAt(column + 1, columns, places);

const eighths = " ▁▂▃▄▅▆▇█";

/** Columns that begin at zero; numbers below zero hang from it. */
function blocks(values: Float64Array, { scale, height, room }: Size): string[] {
  const { low, high } = scale;
  const steps = height * 8;
  const toStep = (value: number): number => Math.round(((value - low) / (high - low || 1)) * steps);
  const zero = toStep(0);
  return Array.from({ length: height }, (_, row) => {
    const base = (height - 1 - row) * 8;
    return Array.from({ length: room }, (__, column) => {
      if (isBetween(column, room, values.length)) return " ";
      const value = numberAt(values, placeAt(column, room, values.length));
      if (Number.isNaN(value)) return " ";
      const [from, to] = [Math.min(zero, toStep(value)), Math.max(zero, toStep(value))];
      const filled = Math.min(8, Math.max(0, to - base));
      // A character fills from its foot only: what hangs is rounded to whole characters.
      return from >= base + 8 ? " " : eighths.charAt(from > base && filled === 8 ? 0 : filled);
    }).join("");
  });
}

/** A bar for each row and series, with its number. */
function sideBySide(chart: Chart, { series, title }: ChartPanel, width: number): string[] {
  const lists = series.map(({ values }) => values);
  const scale = scaleOf(lists, true);
  const most = Math.max(Math.abs(scale.low), scale.high) || 1;
  const room = width - rowWidth - 14;
  const bar = (name: string, { values }: ChartSeries, place: number): string => {
    const value = numberAt(values, place);
    const length = Number.isNaN(value) ? 0 : (Math.abs(value) / most) * room;
    const rest = " ▏▎▍▌▋▊▉".charAt(Math.floor((length % 1) * 8));
    return `${fitted(name)} ${"█".repeat(Math.floor(length))}${rest.trim()} ${formatNumber(value)}`;
  };
  const lines = chart.places.flatMap((name, place) =>
    series.map((one, index) => {
      const left = rowWidth - one.name.length - 1;
      const own = series.length === 1 ? name : `${index === 0 ? cut(name, left) : ""} ${one.name}`;
      return bar(chart.dimension === "total" ? one.name : own, one, place);
    }),
  );
  return [title, ...lines, ""];
}

const cut = (name: string, length: number): string =>
  name.length > length ? `${name.slice(0, Math.max(0, length - 1))}…` : name;

const fitted = (name: string): string => cut(name.trim(), rowWidth).padEnd(rowWidth);

const shadesOf = "░▒▓█";

/** Two characters per week. */
function heatmap({ places }: Chart, { series, title }: ChartPanel): string[] {
  const lists = series.map(({ values }) => values);
  const scale = scaleOf(lists, false);
  const lines = series.map(({ name, values }) => {
    const cells = Array.from(values, (value) =>
      Number.isNaN(value) ? "  " : shadesOf.charAt(stepOf(value, scale, shadesOf.length)).repeat(2),
    );
    return `${name.padEnd(10)}${cells.join("")}`;
  });
  const range = `${places[0]} to ${places.at(-1)}, weeks; ░ from ${formatNumber(scale.low)}, █ to ${formatNumber(scale.high)}`;
  return [title, ...lines, range, ""];
}
