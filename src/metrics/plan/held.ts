/** The cells of a part that cached answers hold and no request fetches. Pure. */
import type { ProfileId } from "../../api/records.ts";
import { groupBy, numbering } from "../../cells/group-by.ts";
import type { CachedAnswer } from "../../connection/cached-answer.ts";
import type { Box, HeldGroup, Run } from "../../connection/cached-answers.ts";
import { dayNumber, dayOf } from "../../time/days.ts";
import type { HeldCells, RequestStep } from "./steps.ts";

/** A run of days that a cached answer holds. */
type HeldRun = Run & { readonly answer: CachedAnswer };

/** @param groups what the cache holds of the box. */
export function heldBeside(
  steps: readonly RequestStep[],
  groups: readonly HeldGroup[],
  box: Box,
): HeldCells[] {
  const requestsOf = new Map<ProfileId, Box[]>();
  for (const { request } of steps) {
    for (const id of request.profiles) requestsOf.set(id, [...(requestsOf.get(id) ?? []), request]);
  }
  const numberOf = numbering();
  return groups.flatMap(({ profiles: all, runs }) => {
    const alike = groupBy(all, (id) => (requestsOf.get(id) ?? []).map(numberOf).join());
    return alike.flatMap((profiles) => {
      const requests = requestsOf.get(profiles[0]) ?? [];
      const held = box.metrics.flatMap((metric, place) => {
        const fetching = requests.filter(({ metrics }) => metrics.includes(metric));
        const heldRuns = (runs[place] ?? []).filter(isHeld);
        return heldRuns.flatMap((run) => without(run, fetching)).map((run) => ({ ...run, metric }));
      });
      const textOf = ({ answer, first, last }: HeldRun): string =>
        [numberOf(answer), first, last].join(" ");
      return groupBy(held, textOf).map((same): HeldCells => {
        const [{ answer, first, last }] = same;
        const metrics = same.map(({ metric }) => metric);
        return { answer, profiles, metrics, start: dayOf(first), end: dayOf(last) };
      });
    });
  });
}

const isHeld = (run: Run): run is HeldRun => run.answer !== undefined;

/** The days of a run that no request fetches. */
function without(run: HeldRun, requests: readonly Box[]): HeldRun[] {
  let left = [run];
  for (const { start, end } of requests) {
    const [from, to] = [dayNumber(start), dayNumber(end)];
    left = left.flatMap((one) => [
      ...(one.first < from ? [{ ...one, last: Math.min(one.last, from - 1) }] : []),
      ...(one.last > to ? [{ ...one, first: Math.max(one.first, to + 1) }] : []),
    ]);
  }
  return left;
}
