/** Applies what is late (`late-days.ts`): the days of a range that count, and as many of the earlier one. */
import type { Work } from "../../base/async/work.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { heldDays, lineAt, type DayValues } from "../cells/day-values.ts";
import type { Result, ZeroRun } from "../cells/result.ts";
import { evidenceRange } from "../cells/select.ts";
import {
  addDays,
  daysBetween,
  earlier,
  lastDayOver,
  later,
  type Day,
} from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import { dayTotals, knownOf } from "./known-values.ts";
import { lateDays, lateFrom } from "./late-days.ts";
import { runOf } from "./zero-runs.ts";

/** The last day of a range, or of a part of it, that is over and delivered; before its first day for none. */
export function lastDayIn(
  { today, delivered }: Pick<Result, "today" | "delivered">,
  { name }: Pick<Metric, "name">,
  { start, end }: Range,
): Day {
  const over = lastDayOver(start, end, today);
  return earlier(over, delivered?.get(name) ?? over);
}

/** The number of days of a range that count for a metric. Undefined if all days count. */
export function countedDays(
  { start, end, delivered }: Pick<Result, "start" | "end" | "delivered">,
  { name }: Pick<Metric, "name">,
): number | undefined {
  const last = delivered?.get(name);
  if (last === undefined || last >= end) return undefined;
  return last < start ? 0 : daysBetween(start, last);
}

/** The first day on which a metric that has ended has no value above 0; undefined for others. */
export function endOf(
  { runs }: Pick<Result, "runs">,
  { name }: Pick<Metric, "name">,
): ZeroRun | undefined {
  const run = runs?.get(name);
  return run?.kind === "ended" ? run : undefined;
}

/** The last day of the evidence of a metric that is over and delivered. */
export function lastOfEvidence(result: Result, metric: Pick<Metric, "name">): Day {
  const { start, end } = evidenceRange(result);
  const isLate = countedDays(result, metric) !== undefined;
  return isLate ? lastDayIn(result, metric, result) : lastDayOver(start, end, result.today);
}

/** The metrics that a number is made of: the parts of a ratio, where the result holds them; else itself. */
export function basesOf({ days }: Pick<Result, "days">, metric: Metric): readonly Metric[] {
  const parts = (metric.parts ?? []).flatMap(
    (name) => days.metrics.find((part) => part.name === name) ?? [],
  );
  return parts.length === 2 ? parts : [metric];
}

/**
 * The sides of a question with the days up to which each metric counts: those that are delivered, of a metric that has
 * not ended. Both sides of a comparison keep as many days.
 */
export function* withDelivery(
  now: Result,
  before?: Result,
): Work<readonly [now: Result, before?: Result]> {
  const results = before === undefined ? [now] : [before, now];
  const [delivered, runs] = [new Map<string, Day>(), new Map<string, ZeroRun>()];
  for (const metric of now.metrics)
    for (const base of basesOf(now, metric)) {
      const { late, run } = lastDaysOf(now, results, base);
      yield;
      const hasEnded = run?.kind === "ended";
      // A ratio ends, and is late, with a part of it.
      const names = new Set([base.name, metric.name]);
      if (run !== undefined) for (const name of hasEnded ? names : [base.name]) runs.set(name, run);
      const last = hasEnded ? addDays(run.day, -1) : late;
      if (last === undefined || last >= now.end) continue;
      for (const name of names) delivered.set(name, earlier(last, delivered.get(name) ?? last));
    }
  if (delivered.size + runs.size === 0) return before === undefined ? [now] : [now, before];
  const counted = { ...now, delivered, runs };
  return before === undefined ? [counted] : [counted, cutAlike(counted, before)];
}

/** The earlier range with as many first days of each metric as count in the later one. */
export function cutAlike(now: Result, before: Result): Result {
  const cut = Array.from(now.delivered ?? [], ([name, day]): [string, Day] => {
    // A metric that ended before the later range has a number before, and no change.
    const end = endOf(now, { name });
    if (end !== undefined && end.day <= now.start)
      return [name, earlier(before.end, addDays(end.day, -1))];
    const count = day < now.start ? 0 : daysBetween(now.start, day);
    return [name, earlier(before.end, addDays(before.start, count - 1))];
  });
  return { ...before, delivered: new Map(cut) };
}

/** Of a metric that is no ratio: its last delivered day, if later ones are late, and its run up to the end of the evidence. */
function lastDaysOf(
  now: Result,
  results: readonly Result[],
  metric: Metric,
): { readonly late?: Day | undefined; readonly run?: ZeroRun | undefined } {
  const known = knownOf(results, metric);
  const totals = dayTotals(known);
  const { start, end } = evidenceRange(now);
  const over = lastDayOver(start, end, now.today);
  const recentFrom = addDays(now.today ?? addDays(end, lateDays + 1), -lateDays);
  const rows = now.split && knownOf(results, metric, "split");
  const recent = { from: later(recentFrom, start), to: over };
  const first = recent.from > over ? undefined : lateFrom({ known, rows, totals }, recent, metric);
  const late = first && addDays(first, -1);
  const last = late ?? over;
  const run =
    last < start ? undefined : runOf({ known, totals, last, end: now.end, recentFrom }, metric);
  return { late, run };
}

const counting = new WeakMap<Result, Result>();

/** The result without the values of days that do not count. Single cells are shown with them. */
export function withCountedDays(result: Result): Result {
  const { delivered, days, split } = result;
  if (delivered === undefined) return result;
  const known = counting.get(result);
  if (known !== undefined) return known;
  const counted = {
    ...result,
    days: cutDays(result, days),
    split: split && cutDays(result, split),
  };
  counting.set(result, counted);
  return counted;
}

function cutDays(result: Result, days: DayValues): DayValues {
  const lists = days.lists.map((list, at) => {
    const metric = days.metrics[at];
    const count = metric && countedDays(result, metric);
    if (count === undefined) return list;
    const cut = list.slice();
    for (let line = 0; line * heldDays(days) < cut.length; line += 1)
      lineAt(days, cut, line).fill(Number.NaN, count);
    return cut;
  });
  return { ...days, lists };
}
