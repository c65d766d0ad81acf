/** The chart of an answer, with what happened marked. */
import { isGrid } from "../charts/model/kinds.ts";
import { storedChart } from "../charts/draw.ts";
import { dateTitle } from "../charts/model/dates.ts";
import type { TimeSlice } from "../async/time-slice.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import type { Answer } from "./answers.ts";
import type { Events } from "./events.ts";

/** Draws the chart of an answer. @throws ToolError `invalid_input` where it cannot be drawn. */
export async function draw(
  answer: Answer,
  request: ChartRequest,
  events: Events,
  slice: TimeSlice,
): Promise<{ readonly title: string; readonly svg: string }> {
  const chart = withEvents(await slice.run(answer.result.chart(request)), events);
  const stored = storedChart("", chart, { result: answer.result.id, request });
  return { title: chart.title, svg: await stored.svg() };
}

/** @returns the chart, its events before the places at which they begin. */
function withEvents(chart: Chart, { textsOf }: Events): Chart {
  if (!chart.isTime || isGrid(chart.kind)) return chart;
  const { rows = [] } = chart;
  const begun = rows.flatMap((row, place) => {
    // An event that lasts begins once.
    const before = textsOf(rows[place - 1] ?? "");
    const texts = textsOf(row).filter((text) => !before.includes(text));
    return texts.length === 0 ? [] : [{ place, row, text: texts.join("; ") }];
  });
  if (begun.length === 0) return chart;
  // Letters never overlap; the notes say what they stand for.
  const letterOf = (at: number): string =>
    at < 26 ? String.fromCodePoint(65 + at) : String(at + 1);
  const events = begun.map(({ place }, at) => ({ place, label: letterOf(at) }));
  const legend = begun
    .map(({ row, text }, at) => `${letterOf(at)}: ${text} (${dateTitle(row)})`)
    .join("; ");
  return { ...chart, events, notes: [`${legend}.`, ...chart.notes] };
}
