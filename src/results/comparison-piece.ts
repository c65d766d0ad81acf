/** A piece of a stored comparison as a reply: some profiles or metrics, ranked. */
import type { Work } from "../async/work.ts";
import type { Result, Comparison } from "../cells/result.ts";
import { onlyProfiles } from "../cells/select.ts";
import { compare, type ComparedTable } from "../table/compare.ts";
import { comparedShares } from "../table/compared-share.ts";
import { checkOptions, type Piece, type Reply, type StoredResult } from "../replies/reply.ts";
import { comparedCsv } from "../report/comparison/csv.ts";
import { readCondition, readNumber } from "../meaning/conditions.ts";
import { comparisonReport } from "./report.ts";
import { pieceCost, textReply } from "./text.ts";
import { namedRatios } from "./ratios.ts";
import { comparedLabelGroups } from "./label-groups.ts";
import { conditionNotes, type Conditions } from "./piece.ts";
import { slice } from "./slice.ts";

/** @throws ToolError `invalid_input` for what the comparison does not hold, and for arguments that it cannot take. */
export function* comparisonPiece(
  stored: StoredResult & Conditions,
  held: Comparison,
  asked: Piece,
  maxTokens: number,
): Work<Reply> {
  const { piece, add } = namedRatios(asked);
  checkOptions(piece, "comparison");
  const { dimensions } = held.now;
  const whole = yield* withProfiles(held, piece.profiles, add);
  const sorted = piece.sortBy === undefined ? undefined : readNumber(piece.sortBy).metric;
  const isMetric = held.now.metrics.some(({ name }) => name === sorted);
  const named = (piece.where ?? []).flatMap((text) => readCondition(text).metric ?? []);
  const metrics = piece.metrics && [
    ...new Set([...piece.metrics, ...named, ...(isMetric && sorted !== undefined ? [sorted] : [])]),
  ];
  const withMetrics = (sides: Comparison): Comparison => ({
    ...sides,
    now: slice(sides.now, { metrics }),
    before: slice(sides.before, { metrics }),
  });
  const comparison = withMetrics(whole);
  if (piece.groupBy !== undefined) {
    const remarks = [...comparison.now.remarks, ...conditionNotes(stored, piece)];
    const noted = { ...comparison, now: { ...comparison.now, remarks } };
    return yield* comparedLabelGroups(stored, noted, dimensions, piece, maxTokens);
  }
  const isSelected = piece.profiles !== undefined;
  const question = withMetrics(yield* withProfiles(held, undefined, add));
  const totals = piece.view === "shares" ? yield* compare(question, []) : undefined;
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
    cautions: comparison.now.remarks,
    stored,
    *csv() {
      return comparedCsv(comparison, table, yield* report.rows());
    },
  };
  return yield* textReply(report, frame, maxTokens);
}

/** Both sides with some of their profiles. */
function* withProfiles(
  held: Comparison,
  profiles: Piece["profiles"],
  add: (result: Result) => Work<Result>,
): Work<Comparison> {
  const [now, before] = [yield* add(held.now), yield* add(held.before)];
  if (profiles === undefined) return { ...held, now, before };
  const chosen = slice(now, { profiles });
  const ids = new Set(chosen.days.profiles);
  return {
    ...held,
    question: { now, before },
    now: chosen,
    before: onlyProfiles(before, (id) => ids.has(id)),
  };
}
