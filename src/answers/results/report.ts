/** The parts of a reply that follow from its figures: of a result, or of a comparison. */
import { done, type Work } from "../../base/async/work.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { onlyLabelled } from "../../numbers/cells/select.ts";
import type { Note } from "../replies/layout.ts";
import type { Coverage } from "../replies/completeness.ts";
import type { Reply } from "../replies/reply.ts";
import { comparedFigures } from "../report/comparison/figures.ts";
import { figuresOf } from "../report/figures.ts";
import { condenseComparison } from "../report/comparison/condense.ts";
import { comparisonNotes } from "../report/comparison/notes.ts";
import { comparedRanks } from "../report/comparison/ranks.ts";
import type { ShownComparison } from "../report/comparison/shown.ts";
import { matchingRows } from "../report/comparison/where.ts";
import { answerOf } from "../report/answer.ts";
import { condense, type Condensed } from "../report/condense.ts";
import { comparedCoverage, coverageText } from "../report/coverage.ts";
import { missingPages } from "../report/gaps.ts";
import { notesOf } from "../report/notes.ts";
import { within } from "../replies/window.ts";
import { shownRows } from "../report/lines.ts";
import { ranksOf } from "../report/ranks.ts";
import { matching } from "../report/where.ts";
import type { Shown } from "../report/shown.ts";
import { comparedSubject, subjectOf } from "../report/subject.ts";
import { lastDayIn } from "../../numbers/meaning/delivery.ts";
import type { Day } from "../../base/time/days.ts";
import { throughoutNotes } from "./form.ts";

export interface Report {
  readonly subject: string;
  readonly coverage: Coverage;
  readonly notes: readonly Note[];
  /** @param room in tokens. */
  readonly bodyIn: (room: number) => Work<Condensed>;
  /** The numbers by the names of references. */
  readonly figures: NonNullable<Reply["figures"]>;
  /** The places of the rows that are shown, in order, whatever the room. */
  readonly rows: () => Work<readonly number[]>;
}

/** It pauses between the steps, each of which is short for the largest result. */
export function* reportOf(shown: Shown): Work<Report> {
  const { result, table, dimensions } = shown;
  const { shown: matched, note } = matching(shown);
  yield;
  const coverage = coverageText(onlyLabelled(result, dimensions));
  yield;
  const notes = notesOf(result, table);
  yield;
  const ranks = ranksOf(matched);
  yield;
  const answer = answerOf(matched);
  yield;
  return {
    subject: subjectOf(result, dimensions, table.dimensions),
    coverage,
    notes: [
      note,
      ...(dimensions.includes("date.weekday") ? throughoutNotes(result, dimensions) : []),
      ...notes,
    ],
    *bodyIn(room) {
      yield;
      return condense({ shown: matched, ranks, answer }, room);
    },
    *figures() {
      const missing = [yield* missingPages([result])];
      const figures = figuresOf(matched);
      yield;
      return { ...figures, lastDays: lastDaysOf(result), missing };
    },
    rows: () => shownRows(matched, ranks),
  };
}

/** By metric, the last day that counts, where it is not the last one of the range. */
const lastDaysOf = (result: Result): ReadonlyMap<string, Day> =>
  new Map(
    result.metrics
      .map((metric) => [metric.name, lastDayIn(result, metric, result)] as const)
      .filter(([, day]) => result.start <= day && day < result.end),
  );

export function* comparisonReport(shown: ShownComparison): Work<Report> {
  const { comparison, dimensions } = shown;
  const { shown: matches, note } = matchingRows(shown);
  yield;
  return {
    subject: comparedSubject(comparison, dimensions),
    coverage: comparedCoverage(comparison),
    notes: [note, ...comparisonNotes(shown)],
    bodyIn: (room) => condenseComparison(matches, room),
    *figures() {
      const missing = [yield* missingPages([comparison.now, comparison.before])];
      return {
        ...(yield* comparedFigures(matches)),
        lastDays: lastDaysOf(comparison.now),
        missing,
      };
    },
    rows: () =>
      done(within(comparedRanks(matches).lines, matches.sorting).map(({ place }) => place)),
  };
}
