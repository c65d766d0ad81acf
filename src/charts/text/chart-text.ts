/** A chart as text: its content for readers who see no picture, agents included. */
import {
  beginsAtZero,
  part,
  thin,
  type Chart,
  type ChartPanel,
  type ChartSeries,
  chartTraits,
  isGrid,
} from "../../replies/chart.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required } from "../../errors/tool-error.ts";
import { formatNumber } from "../../text/numbers.ts";
import { fittingLines, fitsTokens } from "../../text/tokens.ts";
import { plural } from "../../text/words.ts";
import { addDays, toDay } from "../../time/days.ts";
import { seriesNames, shortName } from "./names.ts";
import { scaleOf, sparkline } from "./sparkline.ts";

/** The budget of the text. */
const maxTokens = 600;
/** Forms of the line of a series, the fullest first. */
const forms: readonly Form[] = [
  { width: 40 },
  { width: 30 },
  { width: 20 },
  { width: 12 },
  { width: 8 },
  { width: 8, isBrief: true },
  { width: 0, isBrief: true },
];

interface Form {
  /** The number of characters of the sparkline. */
  readonly width: number;
  /** The lowest number is left out. */
  readonly isBrief?: boolean;
}

/** @param uri that of the picture, the last line. */
export function chartText(chart: Chart, uri: string): string {
  const fit = (text: string): boolean => fitsTokens(`${text}\n${uri}`, maxTokens);
  let shortest = "";
  for (const form of forms) {
    shortest = textAt(chart, form);
    if (fit(shortest)) return `${shortest}\n${uri}`;
  }
  const { text, left } = fittingLines(shortest, maxTokens - 50);
  return `${text}\n${plural(left, "line")} more would not fit: draw fewer series.\n${uri}`;
}

function textAt(chart: Chart, { width, isBrief = false }: Form): string {
  const { kind, dimension, isTime, places, source, notes, panels } = chart;
  const hasLines = isTime && !isGrid(kind) && places.length > 1;
  const each = Math.ceil(places.length / Math.max(1, width));
  const spread =
    hasLines && width > 0 && each > 1
      ? `Each character stands for the mean of ${each} ${dimension}s. `
      : "";
  return [
    `${chartTraits(kind).title} of ${chart.title}: ${sizeOf(chart)}. ${source}`,
    `${spread}The user may not see the picture: state in words what it shows.`,
    // Notes come before the series, because a text that is too long loses its last lines.
    ...breakLines(chart),
    ...notes,
    "",
    ...panels.flatMap((panel) =>
      panelLines(chart, panel, { width: hasLines ? width : 0, isBrief }),
    ),
  ].join("\n");
}

const breakLines = ({ panels }: Chart): string[] =>
  panels.flatMap(({ metric, breaks }) =>
    breaks.flatMap(({ label }) => {
      const day = metric.kind.isDifference
        ? " That day is not drawn: its value may be the switch."
        : "";
      return label === "" ? [] : [`Break of ${metric.name}, ${label}.${day}`];
    }),
  );

/** The description of the picture for screen readers. */
export const descriptionOf = (chart: Chart): string =>
  [
    `${chartTraits(chart.kind).title}: ${sizeOf(chart)}. ${chart.source}`,
    ...chart.panels.flatMap((panel) => panelLines(chart, panel, { width: 0 })),
    ...breakLines(chart),
    ...chart.notes,
  ].join("\n");

function sizeOf({ kind, places, panels, dimension, isTime }: Chart): string {
  // A break divides a period into two places.
  const periods = new Set(places.map((name) => (isTime ? name.split(/[* ]/, 1)[0] : name)));
  const count = isTime ? periods.size : places.length;
  const length = dimension === "total" ? "" : plural(count, dimension.replaceAll("_", " "));
  if (isGrid(kind)) return length;
  const most = Math.max(...panels.map(({ series }) => series.length));
  const panel = panels.length > 1 ? `${panels.length} panels of ` : "";
  return [`${panel}${most} series`, length].filter(Boolean).join(", ");
}

/** The name of a panel, and its series; both in one line where the series has no other name. */
function panelLines(chart: Chart, panel: ChartPanel, { width, isBrief = false }: Form): string[] {
  const { series, title } = panel;
  if (isGrid(chart.kind)) return [`${title}: ${heatmapEnds(chart, panel)}`];
  const each = Math.max(1, Math.ceil(chart.places.length / Math.max(1, width)));
  const sides = sidesOf(panel, chart.places.length).map(([from, to]) => {
    const lists = series.map(({ values }) => values.subarray(from, to));
    const scale = scaleOf(lists, beginsAtZero(chart, panel));
    return series.map((one, place) => {
      const line = width === 0 ? "" : `${sparkline(lists[place] ?? one.values, scale, each)} `;
      return line + endsOf(chart, one, { from, to, isBrief });
    });
  });
  const lines = series.map((_, place) => sides.map((texts) => texts[place]).join(" | "));
  const [only] = series;
  if (series.length === 1 && only?.name === panel.metric.name) return [`${title}: ${lines[0]}`];
  const names = seriesNames(chart);
  return [title, ...series.map(({ name }, place) => `${names.get(name)}: ${lines[place]}`)];
}

/** The first place of each side of the breaks, and the place after its last. @param count the number of places. */
export function sidesOf({ breaks }: ChartPanel, count: number): (readonly [number, number])[] {
  const starts = [0, ...breaks.map(({ place }) => place)].toSorted((one, other) => one - other);
  return starts
    .map((start, index) => [start, starts[index + 1] ?? count] as const)
    .filter(([from, to]) => to > from);
}

/** The lowest and highest number of whole places, and the last of all. */
function endsOf(
  chart: Chart,
  { values, marks, role }: ChartSeries,
  { from, to, isBrief }: { readonly from: number; readonly to: number; readonly isBrief: boolean },
): string {
  const { places, placesBefore, isTime, hasOmittedRows = false } = chart;
  const names = role === "before" && placesBefore !== undefined ? placesBefore : places;
  const shorten = isTime ? withoutYear(names) : shortName;
  const at = (place: number): string => {
    const own = shorten(required(names[place], "a place"));
    const mark = markText(marks[place], own);
    const about = [...(own === "" ? [] : [own]), ...mark].join(", ");
    return `${formatNumber(numberAt(values, place))}${about === "" ? "" : ` (${about})`}`;
  };
  const held = [...values.keys()].filter(
    (place) => place >= from && place < to && !Number.isNaN(values[place]),
  );
  const last = held.at(-1);
  if (last === undefined) return "no number";
  if (held.length === 1) return at(last);
  const compared = held.filter((place) => marks[place] !== part);
  const valueAt = (place: number): number => numberAt(values, place);
  const end = isTime ? [`last ${at(last)}`] : [];
  const [lowest] = compared.toSorted((one, other) => valueAt(one) - valueAt(other));
  const [highest] = compared.toSorted((one, other) => valueAt(other) - valueAt(one));
  if (lowest === undefined || highest === undefined) return end.join("");
  const drawn = hasOmittedRows ? " drawn" : "";
  const low = isBrief ? [] : [`lowest${drawn} ${at(lowest)}`];
  return [...low, `highest${drawn} ${at(highest)}`, ...end].join(", ");
}

/** Marks a number that is not whole, unless a star in its name says so. */
function markText(mark: number | undefined, name: string): string[] {
  if (mark === thin) return ["incomplete"];
  return mark === part && !name.includes("*") ? ["a part"] : [];
}

/** Days and weeks without the year where all are in one year. Places of the other range alone have no name. */
function withoutYear(places: readonly string[]): (name: string) => string {
  const names = places.filter((name) => /^\d/.test(name));
  const years = new Set(names.map((name) => name.slice(0, 5)));
  const areShort = names.every((name) => /^\d{4}-(\d{2}-\d{2}|W\d{2})\*?$/.test(name));
  return (name) => (areShort && years.size === 1 ? name.slice(5) : shortName(name));
}

function heatmapEnds({ places }: Chart, { series }: ChartPanel): string {
  const cells = series
    .flatMap(({ values, marks, name }, weekday) =>
      Array.from(values, (value, week) => ({ value, week, name, weekday, mark: marks[week] })),
    )
    .filter(({ value, mark }) => !Number.isNaN(value) && mark !== part)
    .toSorted((one, other) => one.value - other.value);
  return [cells[0], cells.at(-1)]
    .flatMap((cell, place) => {
      if (cell === undefined) return [];
      const day = addDays(toDay(required(places[cell.week], "a week")), cell.weekday);
      const end = place === 0 ? "lowest" : "highest";
      const about = [`${cell.name} ${day}`, ...markText(cell.mark, "")].join(", ");
      return [`${end} ${formatNumber(cell.value)} (${about})`];
    })
    .join(", ");
}
