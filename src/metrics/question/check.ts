/** Everything that can be seen to be wrong with a question without a request, as one error. */
import { attempt, passed } from "../../errors/joined.ts";
import { ToolError } from "../../errors/tool-error.ts";
import { readCondition } from "../../meaning/conditions.ts";
import type { Sorting } from "../../report/shown.ts";
import { checkComparison } from "../../time/compared-range.ts";
import { checkDates, type Calendar, type RequestedDates } from "../../time/resolve.ts";
import type { Subject } from "./question.ts";
import { checkSorting } from "./sorting.ts";
import { validate, type RequestedSubject } from "./validate.ts";

interface Checked {
  readonly dates: RequestedDates;
  readonly compareTo?: string | undefined;
  readonly sorting: Sorting;
}

/** Dates, the comparison and conditions, whatever they are about. Returns the errors. */
export const errorsOfRange = (
  { dates, compareTo, sorting }: Checked,
  calendar: Calendar,
): readonly unknown[] => [
  attempt(() => checkDates(dates, calendar)),
  attempt(() => checkComparison(compareTo)),
  ...(sorting.where ?? []).map((text) => attempt(() => readCondition(text))),
];

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
