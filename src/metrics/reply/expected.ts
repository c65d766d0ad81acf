/** How an answer would look, laid out with numbers of the usual size in the place of those that are not asked yet. */
import type { Axis, RowValue } from "../../cells/axis.ts";
import { bucketsOf, isoWeekName, monday, monthName } from "../../time/grains.ts";
import { daysOf } from "../../time/days.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Query } from "../question/question.ts";
import { cellCount } from "../../cells/cells.ts";
import { condense } from "../../tables/condense.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { plural } from "../../text/words.ts";
import { resultOf } from "./result.ts";

export interface Expected {
  readonly tokens: number;
  readonly layout: string;
}

/** Beyond so many the table is condensed for certain, and laying it out would take its time. */
const most = 2_000_000;
/** What stands around a table. */
const around = 250;

export function expectedAnswer(
  query: Query,
  labels: Labels | undefined,
  maxTokens: number,
): Expected {
  const axes = query.dimensions.map((type): Axis => ({ type, rows: rowsOf(type, query, labels) }));
  const count = cellCount(axes, query.metrics.length);
  const shape = axes.map(({ type, rows }) => `${rows.length} ${type}`);
  const table = [...shape, plural(query.metrics.length, "metric")].join(" × ");
  if (count > most) return { tokens: maxTokens, layout: `${table}, condensed to fit` };
  const values = Float64Array.from({ length: count }, (_, at) => (at * 7919) % 10_000);
  const outcome = { cells: { axes, metrics: query.metrics, values }, parts: [] };
  const result = { ...resultOf(query, outcome, labels), id: "" };
  const { text, condensed } = condense(result, maxTokens - around, result);
  return {
    tokens: estimateTokens(text) + around,
    layout: condensed === undefined ? `${table}, whole` : `${table}, ${condensed}`,
  };
}

/** As many rows as there will be; of breakdowns nobody knows. */
function rowsOf(type: Dimension, query: Query, labels: Labels | undefined): RowValue[] {
  const { start, end } = query;
  switch (type) {
    case "profile":
      return includedProfiles(query).map(({ id }) => id);
    case "profile_label":
      return [...new Set(includedProfiles(query).flatMap((profile) => labels?.of(profile) ?? []))];
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
