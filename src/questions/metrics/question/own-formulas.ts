import type { Metric } from "../../../catalog/metrics/index.ts";
import type { MetricNetwork } from "../../../catalog/networks.ts";
import { ownCatalogue } from "../../../catalog/own.ts";
import { attempt, withoutErrors } from "../../../base/errors/joined.ts";
import { readFormula } from "../../../numbers/meaning/formulas.ts";
import { derivedMetric } from "../../../numbers/meaning/ratios.ts";

/** The formulas of the operator's catalogue that a network can compute. */
export const ownFormulas = (network: MetricNetwork, known: readonly Metric[]): Metric[] =>
  withoutErrors(
    [...ownCatalogue().formulas.keys()].map((name) =>
      attempt(() => {
        const formula = readFormula(name, network);
        return formula === undefined ? [] : [derivedMetric(formula, known)];
      }),
    ),
  ).flat();
