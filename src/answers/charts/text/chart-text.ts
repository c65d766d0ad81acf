/** A chart as text: its content for readers who see no picture, agents included. It says what the picture says. */
import { beginsAtZero, chartTraits, isGrid, isSingle } from "../model/kinds.ts";
import { part, thin } from "../../replies/chart.ts";
import type { Chart, ChartPanel, ChartSeries } from "../../replies/chart.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { formatNumber } from "../../../base/text/numbers.ts";
import { done, type Work } from "../../../base/async/work.ts";
import { layOut, type Block, type Content } from "../../replies/layout.ts";
import { fittingLines, fitsTokens } from "../../../base/text/tokens.ts";
import { plural, some } from "../../../base/text/words.ts";
import { addDays, toDay } from "../../../base/time/days.ts";
import { dateTitle } from "../model/dates.ts";
import { placeNames, seriesNames } from "./names.ts";

/** The budget of the text, with what a layout reserves for the cost and the links. */
const maxTokens = 750;

/** The characters of a sparkline, and the most rows that are listed where there is no time. */
type Form = readonly [width: number, rows: number];
/** The fullest first. */
const forms = [40, 30, 20, 12, 8, 0].map((width): Form => [width, Math.max(1, width)]);

/**
 * @param uri of the picture.
 * @param hasPage whether the client shows it in a page; undefined where there is no client.
 */
export function chartContent(chart: Chart, uri: string, hasPage?: boolean): Work<Content> {
  const frame = {
    subject: `${chart.title}: ${sizeOf(chart)}.`,
    coverage: [chart.source],
    cost: [],
    cautions: [...notesOf(chart), hasPage !== undefined && (hasPage ? inPage : asResource)],
    links: [uri],
  };
  return layOut(frame, maxTokens, (room) => done({ table: [seriesIn(chart, room)] }));
}

const inPage = "This client shows the picture in a page.";
const asResource =
  "This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.";

/** The fullest form of the series that fits. */
function seriesIn(chart: Chart, room: number): Block {
  const texts = forms.map((form) => seriesText(chart, form));
  const fitting = texts.find((text) => fitsTokens(text, room));
  if (fitting !== undefined) return { title: fitting, rows: [] };
  const { text, left } = fittingLines(texts.at(-1) ?? "", room - 20);
  const below = [`${plural(left, "line")} more would not fit: draw fewer series.`];
  return { title: text, rows: [], below };
}

/** The description of the picture for screen readers. */
export const descriptionOf = (chart: Chart): string =>
  [
    `${chart.title}: ${sizeOf(chart)}.`,
    chart.source,
    seriesText(chart, [0, 50]),
    ...notesOf(chart),
  ].join("\n");

/** Alternative text for a picture: the title, and the numbers of the first series. */
export function alternativeOf(chart: Chart): string {
  const dated = isGrid(chart.kind) ? chart : { ...chart, places: chart.places.map(dateTitle) };
  const texts = chart.panels.flatMap((panel) =>
    panel.series.map(({ name }, place) => {
      const numbers = numbersOf(dated, panel, place, { from: 0, to: chart.places.length, rows: 5 });
      return name === panel.metric.name ? numbers : `${name}: ${numbers}`;
    }),
  );
  return `${chart.title}: ${some(texts, 6, "; ")}.`;
}

const notesOf = ({ panels, notes }: Chart): string[] => [
  ...notes,
  ...panels.flatMap(({ metric, breaks }) =>
    breaks.flatMap(({ label }) => (label === "" ? [] : [`Break of ${metric.name}, ${label}.`])),
  ),
];

function sizeOf(chart: Chart): string {
  const { kind, places, panels, dimension, isTime } = chart;
  if (isSingle(chart)) return plural(panels.length, "number");
  // A break divides a period into two places.
  const periods = new Set(places.map((name) => (isTime ? name.split(/[* ]/, 1)[0] : name)));
  const length = plural(isTime ? periods.size : places.length, nounOf(dimension));
  const most = Math.max(...panels.map(({ series }) => series.length));
  const panel = panels.length > 1 ? `${panels.length} panels of ` : "";
  return [
    chartTraits(kind).title.toLowerCase(),
    ...(isGrid(kind) ? [] : [`${panel}${most} series`]),
    ...(dimension === "total" ? [] : [length]),
  ].join(", ");
}

const nounOf = (dimension: string): string =>
  dimension === "gender_age" ? "group" : dimension.replace("profile_", "").replaceAll("_", " ");

const seriesText = (chart: Chart, form: Form): string =>
  chart.panels.flatMap((panel) => panelLines(chart, panel, form)).join("\n");

/** The name of a panel, and its series; both in one line where the series has no other name. */
function panelLines(chart: Chart, panel: ChartPanel, [most, rows]: Form): string[] {
  const { places, dimension, isTime } = chart;
  const { series, title, metric } = panel;
  const width = isTime && places.length > 1 ? most : 0;
  const each = Math.ceil(places.length / Math.max(1, width));
  const sides = sidesOf(panel, places.length).map(([from, to]) => {
    const lists = series.map(({ values }) => values.subarray(from, to));
    const drawn = width === 0 ? [] : sparklines(lists, beginsAtZero(chart, panel), each);
    return lists.map((_, at) =>
      [...drawn.slice(at, at + 1), numbersOf(chart, panel, at, { from, to, rows })].join(" "),
    );
  });
  const lines = series.map((_, place) => sides.map((texts) => texts[place]).join(" | "));
  const spread = width > 0 && each > 1 ? `, a character per ${each} ${dimension}s (mean)` : "";
  if (series.length === 1 && series[0]?.name === metric.name)
    return [`${title}${spread}: ${lines[0]}`];
  const names = seriesNames(chart);
  return [
    `${title}${spread}`,
    ...series.map(({ name }, place) => `${names.get(name)}: ${lines[place]}`),
  ];
}

/** The first place of each side of the breaks, and the place after its last. @param count the number of places. */
export function sidesOf({ breaks }: ChartPanel, count: number): (readonly [number, number])[] {
  const starts = [0, ...breaks.map(({ place }) => place)].toSorted((left, right) => left - right);
  return starts
    .map((start, index) => [start, starts[index + 1] ?? count] as const)
    .filter(([from, to]) => to > from);
}

/** Over time the lowest and highest number of whole places, the last of all, and the incomplete ones; else every row. */
function numbersOf(
  chart: Chart,
  { series }: ChartPanel,
  place: number,
  { from, to, rows }: { readonly from: number; readonly to: number; readonly rows: number },
): string {
  const chartSeries = required(series[place], "a series");
  const { values, marks } = chartSeries;
  const names = namesAlong(chart, chartSeries, place);
  const valueAt = (at: number): number => numberAt(values, at);
  const textAt = (at: number): string => {
    const name = required(names[at], "a place");
    const about = [...(name === "" ? [] : [name]), ...markText(marks[at], name)].join(", ");
    return `${formatNumber(valueAt(at))}${about === "" ? "" : ` (${about})`}`;
  };
  const indexes = [...values.keys()].slice(from, to);
  const points = indexes.filter((at) => !Number.isNaN(values[at]));
  const last = points.at(-1);
  if (last === undefined) return "no number";
  if (!chart.isTime && indexes.length > 1)
    return some(
      indexes.map((at) => `${names[at]} ${markedNumber(chartSeries, at)}`),
      rows,
    );
  if (points.length === 1) return textAt(last);
  const sorted = points
    .filter((at) => marks[at] !== part)
    .toSorted((left, right) => valueAt(left) - valueAt(right));
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  const lacking = points.filter((at) => marks[at] === thin);
  const rest = lacking.filter((at) => ![lowest, highest, last].includes(at));
  const listed = rest.map((at) => names[at] ?? "");
  const incomplete = rows < 20 ? `${lacking.length} incomplete` : `incomplete ${some(listed, 3)}`;
  return [
    ...(lowest === undefined ? [] : [`lowest ${textAt(lowest)}`]),
    ...(highest === undefined ? [] : [`highest ${textAt(highest)}`]),
    `last ${textAt(last)}`,
    ...(rest.length === 0 ? [] : [incomplete]),
  ].join(", ");
}

/** The names of the places of a series. The rows of a grid are weekdays. */
function namesAlong(
  { kind, places, placesBefore = places }: Chart,
  { role }: ChartSeries,
  place: number,
): ReturnType<typeof placeNames> {
  const names = role === "before" ? placesBefore : places;
  return placeNames(isGrid(kind) ? names.map((week) => addDays(toDay(week), place)) : names);
}

/** Marks a number as the picture does, unless a star in its name says so. */
function markText(mark: number | undefined, name: string): string[] {
  if (mark === thin) return ["incomplete"];
  return mark === part && !name.includes("*") ? ["a part"] : [];
}

/** `12 (incomplete)`; a dash where the number is missing or withheld. */
export const markedNumber = ({ values, marks, texts }: ChartSeries, place: number): string =>
  [
    texts?.[place] ?? formatNumber(numberAt(values, place)),
    ...markText(marks[place], "").map((mark) => `(${mark})`),
  ].join(" ");

/** Of a sparkline, from the lowest. */
const levels = "▁▂▃▄▅▆▇█";
/** Stands for places without a number. */
const gap = "–";

/** The means of groups of successive places; NaN for a group without a number. @param each the size of a group. */
function condensed(values: Float64Array, each: number): Float64Array {
  if (each <= 1) return values;
  return Float64Array.from({ length: Math.ceil(values.length / each) }, (_, index) => {
    const numbers = values
      .subarray(index * each, (index + 1) * each)
      .filter((value) => !Number.isNaN(value));
    return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  });
}

/** Series as sparklines. They have one scale, so that they can be compared. @param each the number of places that a character stands for. */
function sparklines(lists: readonly Float64Array[], isFromZero: boolean, each: number): string[] {
  const numbers = lists.flatMap((list) => Array.from(list)).filter((value) => !Number.isNaN(value));
  const scaleNumbers = isFromZero ? [0, ...numbers] : numbers;
  const [low, high] = [Math.min(...scaleNumbers), Math.max(...scaleNumbers)];
  const letterOf = (value: number): string => {
    if (Number.isNaN(value)) return gap;
    const level = high === low ? 0 : Math.floor(((value - low) / (high - low)) * levels.length);
    return levels.charAt(Math.min(levels.length - 1, level));
  };
  return lists.map((list) => Array.from(condensed(list, each), letterOf).join(""));
}
