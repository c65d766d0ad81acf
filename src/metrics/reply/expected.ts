/** The size and layout of a reply whose numbers are not fetched yet. */
import type { Work } from "../../async/work.ts";
import { areProfileDays, isBreakdown, isDateDimension } from "../../catalog/dimensions.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { RowValue } from "../../cells/axis.ts";
import { cellCount } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { required } from "../../errors/tool-error.ts";
import { combine } from "../../meaning/combine.ts";
import { compare } from "../../comparison/compare.ts";
import { blockText } from "../../replies/layout.ts";
import { condenseComparison } from "../../comparison/condense.ts";
import { condense, mostInWeeks, type Condensed } from "../../tables/condense.ts";
import type { Shown } from "../../tables/shown.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { plural } from "../../text/words.ts";
import { bucketName, bucketsOf, grainOf, monday, type Range } from "../../time/grains.ts";
import type { Facts } from "../plan/requests.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { resultOf } from "./result.ts";

export interface Expectation {
  readonly question: Question;
  /** The range that the question is compared with. */
  readonly before?: Range | undefined;
  readonly labels: Labels | undefined;
  readonly facts: Facts;
  readonly maxTokens: number;
}

/** A table of more numbers is certainly condensed: it is not laid out. */
const most = 2_000_000;
/** Tokens around a table. */
const around = 250;

/** The size and layout of the reply, estimated with numbers of the usual size. */
export function* expectedReply({ question, before, labels, facts, maxTokens }: Expectation): Work<{
  tokens: number;
  layout: string;
  /** The reply may show weeks, although the question does not name them. */
  mayShowWeeks: boolean;
}> {
  const axes = question.dimensions.map((type) => ({ type, rows: rowsOf(type, question, labels) }));
  const shown = question.shown ?? question.metrics;
  const count = cellCount(axes, shown.length);
  const shape = axes.map(({ type, rows }) => plural(rows.length, type.replace("date.", "")));
  const table = [...shape, plural(shown.length, "metric")].join(" × ");
  if (count > most)
    return { tokens: maxTokens, layout: `${table}, condensed to fit`, mayShowWeeks: false };
  const values = Float64Array.from({ length: count }, (_, at) => (at * 7919) % 10_000);
  // Names without breaks: without days, the sides of a break cannot be distinguished.
  const metrics = shown.map(({ parts: _parts, ...metric }) => ({
    ...metric,
    name: `${metric.name}_`,
  }));
  const cells = { axes, metrics, values };
  const days = areProfileDays(question.dimensions, question.profiles.length) ? cells : undefined;
  const weekStart = facts.weekStart ?? monday;
  const whole = { ...question, shown: undefined };
  const result = yield* resultOf(whole, { cells, days, weekStart }, labels);
  const body = yield* bodyOf(result, question, before, maxTokens - around);
  const { answer = [], table: rows = [], condensed } = body;
  const text = [...answer, ...rows].map(blockText).join("\n\n");
  const tokens = estimateTokens(text) + around;
  // The numbers are not known yet, and can be longer than those of the estimate.
  const mayNotFit = condensed !== undefined || tokens > 0.7 * maxTokens;
  const isByDay = question.dimensions.includes("date.day") && before === undefined;
  const lines = question.dimensions.some(isDateDimension) ? 0 : count / shown.length;
  const listed = (rows.at(-1)?.rows.length ?? 1) - 1;
  const shownRows = listed > 0 && listed < lines ? `${listed} rows shown` : "whole";
  return {
    tokens,
    layout: `${table}, ${condensed === undefined ? shownRows : `condensed to ${condensed}`}`,
    mayShowWeeks: isByDay && mayNotFit && count <= mostInWeeks(maxTokens),
  };
}

function* bodyOf(
  result: Result,
  { dimensions }: Question,
  before: Range | undefined,
  maxTokens: number,
): Work<Condensed> {
  const sorting = {};
  if (before !== undefined) {
    // The other side has other days, but as many numbers.
    const comparison = { now: result, before: result };
    const compared = yield* compare(comparison, dimensions);
    return yield* condenseComparison({ comparison, dimensions, compared, sorting }, maxTokens);
  }
  const made: Shown["combine"] = (one, types) => combine(one, types, { isDivided: false });
  const figures = yield* made(result, dimensions);
  return yield* condense({ result, dimensions, figures, combine: made, sorting }, maxTokens);
}

/** The expected rows; those of a breakdown are unknown. */
function rowsOf(
  type: Dimension,
  question: Question,
  labels: Labels | undefined,
): readonly RowValue[] {
  const { start, end } = question;
  if (type === "profile") return includedProfiles(question).map(({ id }) => id);
  if (type === "profile_label")
    return required(labels, "the list of labels").rowsOf(includedProfiles(question)).rows;
  if (type === "date.weekday") return [1, 2, 3, 4, 5, 6, 7];
  if (isBreakdown(type)) return ["one row", "and another", "and a third"];
  const grain = grainOf([type]);
  return bucketsOf(start, end, grain).map((bucket) => bucketName(bucket, grain));
}
