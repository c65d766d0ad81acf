/** When numbers were fetched, and which of them replaced others. */
import type { MetricNetwork } from "../../catalog/networks.ts";
import { groupBy } from "./group-by.ts";
import type { Day } from "../../base/time/days.ts";

/** The values of a day that a later fetch replaced by others. */
export interface RestatedDay {
  readonly day: Day;
  readonly values: number;
  /** The earliest fetch of a value that was replaced, in milliseconds since 1970. */
  readonly since: number;
}

export interface Restatement extends RestatedDay {
  readonly network: MetricNetwork;
}

/** The oldest and the newest of some times, in milliseconds since 1970. */
interface Span {
  readonly first: number;
  readonly last: number;
}

export interface Fetched extends Span {
  /** When those of the numbers were fetched that could still change. */
  readonly changeable?: Span | undefined;
  /** One for each network and day, in order. */
  readonly restated: readonly Restatement[];
}

/** Joins the times of several results. Undefined if none has a time. */
export function joinFetched(list: readonly (Fetched | undefined)[]): Fetched | undefined {
  const known = list.filter((fetched) => fetched !== undefined);
  const span = joinSpans(known);
  if (span === undefined) return undefined;
  return {
    ...span,
    changeable: joinSpans(known.flatMap(({ changeable }) => changeable ?? [])),
    restated: joinRestated(known.flatMap(({ restated }) => restated)),
  };
}

function joinSpans(spans: readonly Span[]): Span | undefined {
  if (spans.length === 0) return undefined;
  return {
    first: Math.min(...spans.map(({ first }) => first)),
    last: Math.max(...spans.map(({ last }) => last)),
  };
}

export function joinRestated(list: readonly Restatement[]): Restatement[] {
  const keyOf = ({ network, day }: Restatement): string => `${network} ${day}`;
  return groupBy(list, keyOf)
    .map((restatements) => ({
      network: restatements[0].network,
      day: restatements[0].day,
      values: restatements.reduce((sum, { values }) => sum + values, 0),
      since: Math.min(...restatements.map(({ since }) => since)),
    }))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
