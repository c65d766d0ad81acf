/** The size and layout of a reply, estimated with numbers of the usual size in place of those that are not fetched yet. */
import { required } from "../../errors/tool-error.ts";
import type { Axis, RowValue } from "../../cells/axis.ts";
import { bucketsOf, isoWeekName, monday, monthName } from "../../time/grains.ts";
import { daysOf } from "../../time/days.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { cellCount } from "../../cells/cells.ts";
import { condense } from "../../tables/token-budget.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { plural } from "../../text/words.ts";
import { resultOf } from "./result.ts";

export interface Expected {
  readonly tokens: number;
  readonly layout: string;
}

/** A table of more numbers is certainly condensed: it is not laid out. */
const most = 2_000_000;
/** Tokens around a table. */
const around = 250;

export function expectedReply(
  question: Question,
  labels: Labels | undefined,
  maxTokens: number,
): Expected {
  const axes = question.dimensions.map((type): Axis => ({
    type,
    rows: rowsOf(type, question, labels),
  }));
  const count = cellCount(axes, question.metrics.length);
  const shape = axes.map(({ type, rows }) => `${rows.length} ${type}`);
  const table = [...shape, plural(question.metrics.length, "metric")].join(" × ");
  if (count > most) return { tokens: maxTokens, layout: `${table}, condensed to fit` };
  const values = Float64Array.from({ length: count }, (_, at) => (at * 7919) % 10_000);
  const cells = { axes, metrics: question.metrics, values };
  const result = resultOf(question, cells, labels);
  const { text, condensed } = condense(result, maxTokens - around, result);
  return {
    tokens: estimateTokens(text) + around,
    layout: condensed === undefined ? `${table}, whole` : `${table}, ${condensed}`,
  };
}

/** The expected rows; those of a breakdown are unknown. */
function rowsOf(type: Dimension, question: Question, labels: Labels | undefined): RowValue[] {
  const { start, end } = question;
  switch (type) {
    case "profile":
      return includedProfiles(question).map(({ id }) => id);
    case "profile_label":
      return [
        ...new Set(
          includedProfiles(question).flatMap((profile) =>
            required(labels, "the list of labels").of(profile),
          ),
        ),
      ];
    case "date.day":
      return daysOf(start, end);
    case "date.week":
      return bucketsOf(start, end, { unit: "week", startsOn: monday }).map(isoWeekName);
    case "date.month":
      return bucketsOf(start, end, { unit: "month" }).map(monthName);
    default:
      return ["one row", "and another", "and a third"];
  }
}
