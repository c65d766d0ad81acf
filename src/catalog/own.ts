/** The operator's additions to the catalogue: newer metrics, words for search, formulas, labels, and pages that are left out. */
import { wordOf } from "./words.ts";
import type { Metric } from "./metrics/metric.ts";
import type { MetricNetwork, ProfileNetwork } from "./networks.ts";

/** A formula of metrics, such as `a / b`, on all networks or by network. */
export interface OwnFormula {
  readonly name: string;
  readonly formula: string | Readonly<Partial<Record<MetricNetwork, string>>>;
  readonly description?: string | undefined;
  readonly owner?: string | undefined;
}

export interface OwnCatalogue {
  readonly metrics: ReadonlyMap<MetricNetwork, readonly Metric[]>;
  /** By word: the names of metrics. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly formulas: ReadonlyMap<string, OwnFormula>;
  /** The labels that reports and digests write, by the name of the metric or formula and by language. */
  readonly labels: ReadonlyMap<string, Readonly<Partial<Record<string, string>>>>;
  /** Ids or names of pages of a network, and names of pages on all networks. */
  readonly leftOut: readonly {
    readonly network?: ProfileNetwork | undefined;
    readonly profile: string;
  }[];
}

const empty: OwnCatalogue = {
  metrics: new Map(),
  words: new Map(),
  formulas: new Map(),
  labels: new Map(),
  leftOut: [],
};
let current = empty;

/** The formula that a text names, in any letter case; undefined for other texts. */
export const ownFormula = (text: string): OwnFormula | undefined =>
  current.formulas.get(text) ??
  [...current.formulas.values()].find(({ name }) => wordOf(name) === wordOf(text));

/** The catalogue of the process: every caller of a server has the same. */
export const ownCatalogue = (): OwnCatalogue => current;

/** @param catalogue empty (default). */
export function setOwnCatalogue(catalogue: OwnCatalogue = empty): void {
  current = catalogue;
}
