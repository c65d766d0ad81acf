/** The chart of an answer, with what happened marked. */
import { isGrid } from "../../answers/charts/model/kinds.ts";
import { alternativeOf, storedChart } from "../../answers/charts/draw.ts";
import { rangeTitle } from "../../answers/charts/model/dates.ts";
import type { TimeSlice } from "../../base/async/time-slice.ts";
import type { Work } from "../../base/async/work.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import type { Chart, ChartRequest } from "../../answers/replies/chart.ts";
import type { Answer } from "./answers.ts";
import type { Events } from "./events.ts";
import type { Formats } from "./formats.ts";
import type { Piece, Pieces } from "./pieces.ts";
import { labelOf, networkName, rangesText } from "./sources.ts";

/** A chart of a text, and the place of its piece. */
export interface Drawing {
  readonly at: number;
  readonly answer: Answer;
  readonly request: ChartRequest;
}

interface ChartParts {
  readonly events: Events;
  readonly slice: TimeSlice;
  readonly formats: Formats;
}

/** Bytes that a character of a picture takes as tokens. */
const bytesOfPicture = 8;

/** Without the margins of A4, and of a phone: texts have the size of those around the picture. */
const pictureWidths = [672, 328] as const;

/** Puts each chart in its place. @param parts `name`: that of the report, with which the names of files begin. */
export async function drawCharts(
  drawings: readonly Drawing[],
  pieces: Pieces,
  parts: ChartParts & { readonly name: string },
): Promise<void> {
  for (const [number, { at, answer, request }] of drawings.entries()) {
    const fileName = `${parts.name}-${answer.name}${number === 0 ? "" : `-${number + 1}`}.svg`;
    const drawn = await chartPiece(answer, request, fileName, parts);
    pieces.list[at] = { ...drawn, roots: [answer.name] };
    await parts.slice.run(
      taking(
        drawn.kind === "block" && drawn.block.kind === "chart"
          ? bytesOfPicture * (drawn.block.svg.length + drawn.block.small.length)
          : 0,
      ),
    );
  }
}

function* taking(bytes: number): Work<void> {
  yield bytes;
}

/** @param name of its file. @returns the chart; in the place of one that cannot be drawn, why. */
async function chartPiece(
  answer: Answer,
  request: ChartRequest,
  name: string,
  { events, slice, formats }: ChartParts,
): Promise<Piece> {
  try {
    const drawn = await slice.run(answer.result.chart(request));
    const chart = forPeople(withEvents(drawn, events), answer, formats);
    const stored = storedChart("", chart, { result: answer.result.id, request });
    const [svg = "", small = ""] = await Promise.all(
      pictureWidths.map((width) => stored.svg({ width })),
    );
    const { title } = chart;
    const alternative = alternativeOf(chart);
    const block = { kind: "chart", name, title, svg, small, alternative } as const;
    return { kind: "block", block };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "invalid_input") throw error;
    const why = `${answer.name}: ${error.problem}`;
    return { kind: "missing", why, text: `No chart of ${answer.name}.` };
  }
}

/** Returns the chart with labels in place of metric names. The cautions of the report say what is missing. */
const forPeople = (chart: Chart, { figures }: Answer, formats: Formats): Chart => ({
  ...chart,
  source: `${networkName(figures.network, formats)}, ${rangesText(figures, formats)}`,
  panels: chart.panels.map((panel) => ({
    ...panel,
    title: panel.title.replace(panel.metric.name, labelOf(panel.metric.name, "now", formats)),
  })),
});

/** @returns the chart, its events before the places at which they begin. */
function withEvents(chart: Chart, { eventsOf }: Events): Chart {
  if (!chart.isTime || isGrid(chart.kind)) return chart;
  const { rows = [] } = chart;
  const begun = rows.flatMap((row, place) => {
    // An event that lasts begins once.
    const before = eventsOf(rows[place - 1] ?? "");
    const newEvents = eventsOf(row).filter((event) => !before.includes(event));
    const texts = newEvents.map(({ text, ...range }) => `${text} (${rangeTitle(range)})`);
    return texts.length === 0 ? [] : [{ place, text: texts.join("; ") }];
  });
  if (begun.length === 0) return chart;
  // Letters never overlap; the notes say what they stand for.
  const letterOf = (at: number): string =>
    at < 26 ? String.fromCodePoint(65 + at) : String(at + 1);
  const events = begun.map(({ place }, at) => ({ place, label: letterOf(at) }));
  const legend = begun.map(({ text }, at) => `${letterOf(at)}: ${text}`).join("; ");
  return { ...chart, events, notes: [`${legend}.`, ...chart.notes] };
}
