/** A goal of a result: beside its report, and as a piece of it. */
import { done, type Work } from "../../base/async/work.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { isStanding } from "../../catalog/kinds.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import { checkOptions, type Piece, type Reply, type StoredResult } from "../replies/reply.ts";
import { goalBlock, goalCsv, goalLine } from "../report/goal.ts";
import { subjectOf } from "../report/subject.ts";
import { standingOf, type Standing } from "../../numbers/table/goal.ts";
import { goalBase, goalUnitName, readGoal } from "../../base/time/goals.ts";
import { reportOf, type Report } from "./report.ts";
import { shownOf } from "./shown.ts";
import { slice } from "./slice.ts";
import { pieceCost, textReply } from "./text.ts";

/** A stored result with the days of the year before, where its question has a goal in percent. */
export interface Goals {
  readonly base: Result | undefined;
}

/** The report with the goal of its question above its numbers. */
export function withGoal(report: Report, standing: Standing): Report {
  return {
    ...report,
    *bodyIn(room) {
      const body = yield* report.bodyIn(room);
      return { ...body, answer: [goalBlock(standing), ...(body.answer ?? [])] };
    },
    *figures() {
      return { ...(yield* report.figures()), goal: goalLine(standing) };
    },
  };
}

/** @throws ToolError `invalid_input` for a goal in percent of days that the result does not hold. */
export function* goalPiece(
  stored: StoredResult & Goals,
  fullResult: Result,
  piece: Piece & { readonly goal: string },
  maxTokens: number,
): Work<Reply> {
  checkOptions(piece, "goal");
  const { profiles, metrics, dateStart, dateEnd } = piece;
  const result = slice(fullResult, { profiles, metrics, dateStart, dateEnd });
  const goal = readGoal(piece.goal);
  const { kind } = required(result.metrics[0], "a metric");
  const range = goalBase(goal, result, isStanding(kind));
  const { base } = stored;
  const isHeld = range === undefined || (base?.start === range.start && base.end === range.end);
  if (!isHeld)
    throw inputError(
      `the result does not hold ${goalUnitName(range)}, which this goal is measured by`,
      `Ask get_profile_metrics with goal ${JSON.stringify(piece.goal)}.`,
    );
  const before = range && base && slice(base, { profiles: [...result.days.profiles] });
  const standing = standingOf(result, goal, before);
  const shown = yield* shownOf(fullResult, { profiles, metrics, dateStart, dateEnd });
  const report = {
    ...withGoal(yield* reportOf(shown), standing),
    subject: subjectOf(result, []),
    bodyIn: () => done({ answer: [goalBlock(standing)] }),
  };
  const frame = {
    cost: [pieceCost()],
    cautions: result.remarks,
    stored,
    csv: () => done(goalCsv(standing)),
  };
  return yield* textReply(report, frame, maxTokens);
}
