/** Goals that fall behind the straight line from their first number to their last one. */
import { isNumber } from "../../numbers/cells/states.ts";
import type { Result } from "../../numbers/cells/result.ts";
import type { Goal } from "../documents/nodes.ts";
import { differsMuch } from "../../numbers/meaning/coverage.ts";
import { lastDayIn } from "../../numbers/meaning/delivery.ts";
import { daysBetween, earlier } from "../../base/time/days.ts";
import { nothing, type Judgement } from "./findings.ts";
import { dayText, labelText, numberText } from "./words.ts";

/**
 * Measured on the last day that is delivered; not judged where many values are missing, which count as no shortfall.
 * @param least percent of what the line has gained since the first day. @param result by profile and day.
 */
export function behindPace(
  { name, from, to, now, isFlow }: Goal,
  least: number,
  result: Result,
): Judgement {
  const { value } = now.figure;
  const { metric, network, coverage } = now.source;
  const [first, start] = from;
  const [last, target] = to;
  const at = earlier(lastDayIn(result, { name: metric }, result), last);
  const without = isFlow ? 0 : 1;
  const part = (daysBetween(first, at) - without) / (daysBetween(first, last) - without);
  const gain = (target - start) * part;
  if (!isNumber(value) || gain === 0 || !Number.isFinite(gain) || differsMuch(coverage, 1))
    return nothing;
  const key = `${metric} ${last} ${target}`;
  const behind = (100 * (gain - (value - start))) / gain;
  const isWhole = [start, target, value].every(Number.isInteger);
  const expected = start + gain;
  const text = `${labelText(metric)} ${numberText(value)} on ${dayText(at)}, ${numberText(Math.floor(10 * behind) / 10)} % behind its pace: ${numberText(isWhole ? Math.round(expected) : expected)} by then, ${numberText(target)} on ${dayText(last)}`;
  const isBehind = behind > 0 && behind >= least;
  const finding = { key, network, subject: name, text, size: behind };
  return { findings: isBehind ? [finding] : [], judged: new Map([[key, undefined]]) };
}
