/** Goals that fall behind the straight line from their first number to their last one. */
import { isNumber } from "../cells/states.ts";
import type { Goal } from "../documents/nodes.ts";
import { formatNumber } from "../text/numbers.ts";
import { daysBetween, earlier } from "../time/days.ts";
import { nothing, type Judgement } from "./findings.ts";

/** @param least percent of what the line has gained since the first day. */
export function behindPace({ name, from, to, now, at, isFlow }: Goal, least: number): Judgement {
  const { value } = now.figure;
  const [first, start] = from;
  const [last, target] = to;
  const without = isFlow ? 0 : 1;
  const part =
    (daysBetween(first, earlier(at, last)) - without) / (daysBetween(first, last) - without);
  const gain = (target - start) * part;
  if (!isNumber(value) || gain === 0 || !Number.isFinite(gain)) return nothing;
  const behind = (100 * (gain - (value - start))) / gain;
  const { network } = now.source;
  const text = `${now.source.metric} ${formatNumber(value)} on ${at}, ${formatNumber(Math.floor(10 * behind) / 10)} % behind the pace to ${formatNumber(target)} on ${last} (${formatNumber(Math.round(start + gain))})`;
  const findings =
    behind <= 0 || behind < least
      ? []
      : [{ key: name, network, subject: name, text, size: behind }];
  return { findings, judged: new Map([[name, undefined]]) };
}
