/** Ratios that a piece of a stored result names. */
import type { Work } from "../../base/async/work.ts";
import type { Result } from "../../numbers/cells/result.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { addRatios } from "../../numbers/meaning/ratio-columns.ts";
import { readFormula } from "../../numbers/meaning/formulas.ts";
import { checkNames, derivedMetric } from "../../numbers/meaning/ratios.ts";
import type { Piece } from "../replies/reply.ts";

/** The piece with the names of its ratios, and a function that adds them to a result. */
export function namedRatios(
  { metrics, sortBy, ...piece }: Piece,
  network: MetricNetwork,
): {
  readonly piece: Piece;
  readonly add: (result: Result) => Work<Result>;
} {
  const texts = [...(metrics ?? []), ...(sortBy === undefined ? [] : [sortBy])];
  const formulas = texts.flatMap((text) => readFormula(text, network) ?? []);
  const nameOf = (text: string): string => readFormula(text, network)?.name ?? text;
  return {
    piece: {
      ...piece,
      metrics: metrics?.map(nameOf),
      sortBy: sortBy === undefined ? undefined : nameOf(sortBy),
    },
    *add(result) {
      const { metrics: resultMetrics, days } = result;
      const known = days.metrics;
      const ratios = formulas.map((formula) => derivedMetric(formula, known));
      checkNames(ratios, [...resultMetrics, ...known]);
      const added = new Map(ratios.map((ratio) => [ratio.name, ratio]));
      for (const { name } of resultMetrics) added.delete(name);
      return yield* addRatios(result, [...added.values()]);
    },
  };
}
