/** A piece of a stored comparison as a reply: some profiles or metrics, ranked. */
import type { Work } from "../async/work.ts";
import type { Comparison, ComparedForm, Result } from "../cells/result.ts";
import { onlyProfiles } from "../cells/select.ts";
import { compare, type ComparedTable } from "../table/compare.ts";
import { comparedTotal } from "../table/compared-total.ts";
import { comparedShares } from "../table/compared-share.ts";
import { checkOptions, type Piece, type Reply, type StoredResult } from "../replies/reply.ts";
import { comparedCsv } from "../report/comparison/csv.ts";
import { readCondition, readNumber } from "../meaning/conditions.ts";
import { comparisonReport } from "./report.ts";
import { checkForm, checkStatistic, readStatistics, statisticNote } from "./form.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import { throwErrors } from "../errors/joined.ts";
import { inputError } from "../errors/tool-error.ts";
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
  const { dimensions: types } = storedComparison.now;
  const dimensions =
    typeof form === "object" ? types.filter((type) => !isDateDimension(type)) : types;
  checkForm(piece, dimensions);
  const inForm = { ...storedComparison, form };
  const selection = yield* withProfiles(inForm, piece.profiles, add);
  const sorted = piece.sortBy === undefined ? undefined : readNumber(piece.sortBy).metric;
  const isMetric = storedComparison.now.metrics.some(({ name }) => name === sorted);
  const named = (piece.where ?? []).flatMap((text) => readCondition(text).metric ?? []);
  const metrics = piece.metrics && [
    ...new Set([...piece.metrics, ...named, ...(isMetric && sorted !== undefined ? [sorted] : [])]),
  ];
  const withMetrics = (sides: Comparison): Comparison => ({
    ...sides,
    now: slice(sides.now, { metrics }),
    before: slice(sides.before, { metrics }),
  });
  const comparison = withMetrics(selection);
  if (piece.groupBy !== undefined) {
    const remarks = [...comparison.now.remarks, ...conditionNotes(stored, piece)];
    const noted = { ...comparison, now: { ...comparison.now, remarks } };
    return yield* comparedLabelGroups(stored, noted, dimensions, piece, maxTokens);
  }
  const isSelected = piece.profiles !== undefined;
  const question = isSelected
    ? withMetrics(yield* withProfiles(inForm, undefined, add))
    : comparison;
  const totals = piece.view === "shares" ? (yield* comparedTotal(question)).table : undefined;
  const compared = yield* compare(comparison, dimensions);
  const rows = isSelected ? yield* compare(question, dimensions) : compared;
  const withShares = (table: ComparedTable): ComparedTable =>
    totals === undefined ? table : comparedShares(table, totals, rows);
  const population = isSelected ? { comparison: question, table: withShares(rows) } : undefined;
  const sorting = { ...piece, isNamed: isSelected };
  const table = withShares(compared);
  const shown = { comparison, dimensions, table, sorting, population };
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
      return comparedCsv(comparison, table, yield* report.rows());
    },
  };
  return yield* textReply(report, frame, maxTokens);
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
