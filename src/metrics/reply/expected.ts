/** The size and layout of a reply whose numbers are not fetched yet. */
import type { Work } from "../../async/work.ts";
import { isBreakdown, isDateDimension } from "../../catalog/dimensions.ts";
import type { Axis } from "../../cells/axis.ts";
import type { DayValues } from "../../cells/day-values.ts";
import type { Result } from "../../cells/result.ts";
import { compare } from "../../table/compare.ts";
import { condenseComparison } from "../../report/comparison/condense.ts";
import { fold } from "../../table/statistic.ts";
import type { Table } from "../../table/table.ts";
import { blockText } from "../../replies/layout.ts";
import { answerOf } from "../../report/answer.ts";
import { condense, type Condensed } from "../../report/condense.ts";
import { lineDimensions } from "../../report/shown.ts";
import { timeDimension } from "../../report/view.ts";
import { ranksOf } from "../../report/ranks.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { plural } from "../../text/words.ts";
import { daysBetween } from "../../time/days.ts";
import type { Range, Weekday } from "../../time/grains.ts";
import type { Labels } from "../question/labels.ts";
import { noEvidence } from "../question/needs.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { resultOf } from "./result.ts";

export interface Expectation {
  readonly question: Question;
  /** The range that the question is compared with. */
  readonly before?: Range | undefined;
  readonly labels: Labels | undefined;
  readonly weekStart: Weekday;
  readonly maxTokens: number;
}

/** The layout is that of fewer metrics where there are more numbers. */
const most = 2_000_000;
/** Tokens around a table. */
const around = 250;
/** The rows of a breakdown are not known. */
const assumedRows = ["one row", "another", "a third"];

/** The size and layout of the reply, estimated with numbers of the usual size. */
export function* expectedReply({
  question,
  before,
  labels,
  weekStart,
  maxTokens,
}: Expectation): Work<{ readonly tokens: number; readonly layout: string }> {
  const { dimensions, metrics, shown = metrics, start, end } = question;
  const breakdown = dimensions.find((type) => isBreakdown(type));
  const profiles = includedProfiles(question).map(({ id }) => id);
  const dayCount = daysBetween(start, end);
  // Names without breaks: they are no metrics of the catalogue.
  const named = shown.map(({ parts: _parts, ...metric }) => ({
    ...metric,
    name: `${metric.name}_`,
  }));
  const split = breakdown === undefined ? 0 : assumedRows.length;
  const finest = profiles.length * dayCount * (1 + split);
  const width = Math.min(shown.length, Math.max(1, Math.floor(most / finest)));
  yield finest * width * Float64Array.BYTES_PER_ELEMENT;
  const daysOf = (axis?: Axis): DayValues => {
    const length = profiles.length * dayCount * (axis?.rows.length ?? 1);
    const lists = Array.from({ length: width }, (_, column) =>
      Float64Array.from({ length }, (__, at) => ((at * width + column) * 7919) % 10_000),
    );
    return {
      metrics: named.slice(0, width),
      profiles,
      dayCount,
      ...noEvidence,
      breakdown: axis,
      lists,
    };
  };
  const outcome = {
    days: daysOf(),
    split: breakdown && daysOf({ type: breakdown, rows: assumedRows }),
  };
  const asked = { ...question, metrics: named.slice(0, width), shown: undefined };
  const result = yield* resultOf(asked, outcome, {
    labels,
    weekStart,
    remarks: [],
    today: undefined,
  });
  const whole = fold(result, dimensions);
  const body = yield* bodyOf(result, whole, before, maxTokens - around);
  const { answer = [], table = [], condensed } = body;
  const text = [...answer, ...table].map((block) => blockText(block)).join("\n\n");
  const tokens = Math.round((estimateTokens(text) * shown.length) / width) + around;
  const lines = dimensions.some(isDateDimension) ? 0 : whole.rowCount;
  const listed = (table.at(-1)?.rows.length ?? 1) - 1;
  const shownRows = listed > 0 && listed < lines ? `${listed} rows shown` : "whole";
  const axes = whole.dimensions.map(({ type, rows: own }) =>
    plural(own.length, type.replace("date.", "")),
  );
  return {
    tokens: Math.min(tokens, maxTokens),
    layout: `${[...axes, plural(shown.length, "metric")].join(" × ")}, ${condensed === undefined ? shownRows : `condensed to ${condensed}`}`,
  };
}

function* bodyOf(
  result: Result,
  table: Table,
  before: Range | undefined,
  maxTokens: number,
): Work<Condensed> {
  const { dimensions } = result;
  const sorting = {};
  if (before === undefined) {
    const isTimed = timeDimension(table) !== undefined;
    const lines = isTimed ? fold(result, lineDimensions({ dimensions })) : table;
    const shown = { result, dimensions, table, lines, fold, sorting };
    return condense({ shown, ranks: ranksOf(shown), answer: answerOf(shown) }, maxTokens);
  }
  // The other side has other days, but as many numbers.
  const comparison = { now: result, before: result };
  const shown = { comparison, dimensions, table: yield* compare(comparison, dimensions), sorting };
  return yield* condenseComparison(shown, maxTokens);
}
