/** A piece of a stored comparison as a reply: some profiles or metrics, ranked. */
import type { Work } from "../../base/async/work.ts";
import type { Comparison, ComparedForm, Result } from "../../numbers/cells/result.ts";
import { onlyProfiles } from "../../numbers/cells/select.ts";
import { compare, type ComparedTable } from "../../numbers/table/compare.ts";
import { comparedTotal } from "../../numbers/table/compared-total.ts";
import { comparedShares } from "../../numbers/table/compared-share.ts";
import { checkOptions, type Piece, type Reply, type StoredResult } from "../replies/reply.ts";
import { comparedCsv } from "../report/comparison/csv.ts";
import type { ShownComparison } from "../report/comparison/shown.ts";
import { lineDimensions } from "../report/shown.ts";
import { readCondition, readNumber } from "../../numbers/meaning/conditions.ts";
import { comparisonReport } from "./report.ts";
import { checkForm, checkStatistic, readStatistics, statisticNote } from "./form.ts";
import { throwErrors } from "../../base/errors/joined.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { pieceCost, textReply } from "./text.ts";
import { namedRatios } from "./ratios.ts";
import { comparedLabelGroups } from "./label-groups.ts";
import { conditionNotes, type Conditions } from "./piece.ts";
import { slice } from "./slice.ts";

/** @throws ToolError `invalid_input` for what the comparison does not hold, and for arguments that it cannot take. */
export function* comparisonPiece(
  stored: StoredResult & Conditions,
  storedComparison: Comparison,
  pieceArguments: Piece,
  maxTokens: number,
): Work<Reply> {
  const { piece, add } = namedRatios(pieceArguments, storedComparison.now.network);
  checkOptions(piece, "comparison");
  const form = comparedForm(storedComparison, piece);
  const { now } = storedComparison;
  const dimensions = typeof form === "object" ? lineDimensions(now) : now.dimensions;
  checkForm(piece, dimensions);
  const inForm = { ...storedComparison, form };
  const selection = yield* withProfiles(inForm, piece.profiles, add);
  const metrics = metricsFor(piece, now);
  const comparison = withMetrics(selection, metrics);
  if (piece.groupBy !== undefined) {
    const remarks = [...comparison.now.remarks, ...conditionNotes(stored, piece)];
    const noted = { ...comparison, now: { ...comparison.now, remarks } };
    const rows = { comparison: noted, dimensions };
    return yield* comparedLabelGroups(stored, rows, piece, maxTokens);
  }
  const question =
    piece.profiles && withMetrics(yield* withProfiles(inForm, undefined, add), metrics);
  const shown = yield* shownComparison({ comparison, dimensions }, question, piece);
  const report = yield* comparisonReport(shown);
  const frame = {
    cost: [pieceCost()],
    cautions: [
      ...comparison.now.remarks,
      ...conditionNotes(stored, piece),
      statisticNote(comparison.now, readStatistics(piece.statistic), piece.of),
    ],
    stored,
    *csv() {
      return comparedCsv(comparison, shown.table, yield* report.rows());
    },
  };
  return yield* textReply(report, frame, maxTokens);
}

/** The metrics of a piece, with those of its conditions and of its order; undefined for all. */
function metricsFor({ metrics, sortBy, where = [] }: Piece, now: Result): string[] | undefined {
  const sorted = sortBy === undefined ? undefined : readNumber(sortBy).metric;
  const isMetric = now.metrics.some(({ name }) => name === sorted);
  const named = where.flatMap((text) => readCondition(text).metric ?? []);
  const ranking = isMetric && sorted !== undefined ? [sorted] : [];
  return metrics && [...new Set([...metrics, ...named, ...ranking])];
}

const withMetrics = (comparison: Comparison, metrics: Piece["metrics"]): Comparison => ({
  ...comparison,
  now: slice(comparison.now, { metrics }),
  before: slice(comparison.before, { metrics }),
});

/** @param question all profiles of the question, of which the comparison has some; undefined where it has all. */
function* shownComparison(
  { comparison, dimensions }: Pick<ShownComparison, "comparison" | "dimensions">,
  question: Comparison | undefined,
  piece: Piece,
): Work<ShownComparison> {
  const totals =
    piece.view === "shares" ? (yield* comparedTotal(question ?? comparison)).table : undefined;
  const compared = yield* compare(comparison, dimensions);
  const rows = question === undefined ? compared : yield* compare(question, dimensions);
  const withShares = (table: ComparedTable): ComparedTable =>
    totals === undefined ? table : comparedShares(table, totals, rows);
  return {
    comparison,
    dimensions,
    population: question && { comparison: question, table: withShares(rows) },
    table: withShares(compared),
    sorting: { ...piece, isNamed: question !== undefined },
  };
}

/** @throws ToolError `invalid_input` for a form that both sides cannot have. */
function comparedForm(
  { now, usual }: Comparison,
  { statistic, of = "day", perProfile }: Piece,
): ComparedForm | undefined {
  const [name, ...further] = readStatistics(statistic);
  const isAsked = name !== undefined || perProfile === true;
  throwErrors(
    (further.length > 0 || name === "sum") &&
      inputError(
        "a comparison has one statistic of the days of both ranges, other than sum",
        "Name one, such as median; without statistic, changes of sums are at equal days.",
      ),
    isAsked &&
      usual !== undefined &&
      inputError(
        "what is usual has no statistic and no number per profile",
        "Ask get_profile_metrics with compare_to previous_period.",
      ),
  );
  if (name !== undefined) checkStatistic(now, name, of);
  return name === undefined ? (perProfile === true ? "per_profile" : undefined) : { name, of };
}

/** Both sides with some of their profiles. */
function* withProfiles(
  comparison: Comparison,
  profiles: Piece["profiles"],
  add: (result: Result) => Work<Result>,
): Work<Comparison> {
  const [now, before] = [yield* add(comparison.now), yield* add(comparison.before)];
  if (profiles === undefined) return { ...comparison, now, before };
  const chosen = slice(now, { profiles });
  const ids = new Set(chosen.days.profiles);
  return {
    ...comparison,
    question: { now, before },
    now: chosen,
    before: onlyProfiles(before, (id) => ids.has(id)),
  };
}
