/** Everything that can be seen to be wrong with a question without a request, as one error. */
import { attempt, passed } from "../../../base/errors/joined.ts";
import { inputError, ToolError } from "../../../base/errors/tool-error.ts";
import { readCondition } from "../../../numbers/meaning/conditions.ts";
import type { Sorting } from "../../../answers/report/shown.ts";
import { dimensionOf, isDateDimension } from "../../../catalog/dimensions.ts";
import { checkComparison, isUsual } from "../../../base/time/compared-range.ts";
import { readGoal } from "../../../base/time/goals.ts";
import { checkDates, type Calendar, type RequestedDates } from "../../../base/time/resolve.ts";
import type { Subject } from "./question.ts";
import { checkSorting } from "./sorting.ts";
import { validate, type RequestedSubject } from "./validate.ts";

interface Checked extends Pick<RequestedSubject, "dimensions"> {
  readonly dates: RequestedDates;
  readonly compareTo?: string | undefined;
  readonly goal?: string | undefined;
  readonly sorting: Sorting;
}

/** Dates, the comparison and conditions, whatever they are about. Returns the errors. */
export const errorsOfRange = (
  { dates, compareTo, sorting, dimensions, goal }: Checked,
  calendar: Calendar,
): readonly unknown[] => [
  attempt(() => checkDates(dates, calendar)),
  attempt(() => checkCompared(compareTo, dimensions)),
  goal === undefined ? undefined : attempt(() => readGoal(goal)),
  goal !== undefined &&
    compareTo !== undefined &&
    inputError(
      "goal and compare_to cannot be combined: a goal in percent has its own year before",
      "Give one of them.",
    ),
  ...(sorting.where ?? []).map((text) => attempt(() => readCondition(text))),
];

/** @throws ToolError `invalid_input` */
function checkCompared(compareTo: string | undefined, dimensions: readonly string[]): void {
  checkComparison(compareTo);
  const hasTime = dimensions.some((text) => isDateDimension(dimensionOf(text) ?? "profile"));
  if (hasTime && isUsual(compareTo))
    throw inputError(
      "compare_to usual is of whole ranges, and these rows are of time",
      "Leave the dimension of time out, or write compare_to previous_period; read_result with window 7 gives the mean of the last 7 days, by day.",
    );
}

/** @throws ToolError `invalid_input` */
export function checkQuestion(input: Checked & RequestedSubject, calendar: Calendar): Subject {
  const subject = attempt(() => validate(input));
  const ofRange = errorsOfRange(input, calendar);
  // Wrong dimensions do not hide a wrong order.
  const readable =
    subject instanceof ToolError ? attempt(() => validate({ ...input, dimensions: [] })) : subject;
  const sorting =
    readable instanceof ToolError
      ? undefined
      : attempt(() => checkSorting(readable, input.sorting, input.compareTo !== undefined));
  return passed(subject, ...ofRange, sorting);
}
