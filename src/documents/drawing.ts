/** The chart of an answer, with what happened marked. */
import { isGrid } from "../charts/model/kinds.ts";
import { alternativeOf, storedChart } from "../charts/draw.ts";
import { rangeTitle } from "../charts/model/dates.ts";
import type { TimeSlice } from "../async/time-slice.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import type { Answer } from "./answers.ts";
import type { Events } from "./events.ts";
import type { Piece } from "./pieces.ts";

/** @param name of its file. @returns the chart; in the place of one that cannot be drawn, why. */
export async function chartPiece(
  answer: Answer,
  request: ChartRequest,
  name: string,
  { events, slice }: { readonly events: Events; readonly slice: TimeSlice },
): Promise<Piece> {
  try {
    const chart = withEvents(await slice.run(answer.result.chart(request)), events);
    const svg = await storedChart("", chart, { result: answer.result.id, request }).svg();
    const { title } = chart;
    const block = { kind: "chart", name, title, svg, alternative: alternativeOf(chart) } as const;
    return { kind: "block", block };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "invalid_input") throw error;
    const why = `${answer.name}: ${error.problem}`;
    return { kind: "missing", why, text: `No chart of ${answer.name}.` };
  }
}

/** @returns the chart, its events before the places at which they begin. */
function withEvents(chart: Chart, { eventsOf }: Events): Chart {
  if (!chart.isTime || isGrid(chart.kind)) return chart;
  const { rows = [] } = chart;
  const begun = rows.flatMap((row, place) => {
    // An event that lasts begins once.
    const before = eventsOf(rows[place - 1] ?? "");
    const own = eventsOf(row).filter((event) => !before.includes(event));
    const texts = own.map(({ text, ...range }) => `${text} (${rangeTitle(range)})`);
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
