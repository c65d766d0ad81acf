/** Measures how far back the API answers. */
import { addMonths, type Day } from "../../base/time/days.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { historyProbe, historyStartOf } from "../../questions/metrics/history.ts";
import { isBeforeHistory } from "../../questions/metrics/run/learn.ts";
import type { Asking, Exchange } from "./asking.ts";
import type { Answered } from "./answered.ts";

const years = 10;

export interface MeasuredHistory {
  readonly observation: string;
  /** The first day that is answered; undefined where no limit was seen. */
  readonly first?: Day | undefined;
  /** A day that is answered, with no limit between it and today. */
  readonly answered?: Day;
}

export async function measureHistory(survey: Answered, asking: Asking): Promise<MeasuredHistory> {
  const { request } = survey;
  const ask = (day: Day): Promise<Exchange> => asking.metrics(historyProbe(request, day));
  const start = addMonths(request.end, -12 * years);
  const { outcome } = await ask(start);
  if (!(outcome instanceof ToolError))
    return { observation: `${start} is answered: no limit within ${years} years`, answered: start };
  if (!isBeforeHistory(outcome)) return { observation: outcome.problem };
  const isAnswered = async (day: Day): Promise<boolean> => {
    const { outcome: answer } = await ask(day);
    if (answer instanceof ToolError && !isBeforeHistory(answer)) throw answer;
    return !(answer instanceof ToolError);
  };
  const search = { start, end: request.start, accepted: request.start, cause: outcome, isAnswered };
  const first = await asking.orError(() => historyStartOf(search));
  if (first instanceof ToolError) return { observation: `begins after ${start}; ${first.problem}` };
  return { observation: `answers days from ${first} on`, first };
}
