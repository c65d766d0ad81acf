/** Errors in an operator's catalogue whose form is valid: unknown names, and names and labels that are used already. */
import { metricsOf, type Metric } from "../../catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import type { OwnCatalogue } from "../../catalog/own.ts";
import { languageNames, languages } from "../../writing/documents/formats.ts";
import { attempt } from "../../base/errors/joined.ts";
import { required, ToolError } from "../../base/errors/tool-error.ts";
import { namesIn, parseFormula } from "../../numbers/meaning/formulas.ts";
import { derivedMetric } from "../../numbers/meaning/ratios.ts";
import { labelsIn, type CatalogueFile } from "./own-catalogue-form.ts";

export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The metrics that a network has with the catalogue. */
type Known = ReadonlyMap<MetricNetwork, readonly Metric[]>;

export function problemsIn(catalogue: OwnCatalogue, file: CatalogueFile): readonly Problem[] {
  const known: Known = new Map(
    metricNetworks.map((network) => [
      network,
      [
        ...metricsOf(network, 3).filter(({ isOwn }) => isOwn !== true),
        ...(catalogue.metrics.get(network) ?? []),
      ],
    ]),
  );
  const names = new Set([...known.values()].flat().map(({ name }) => name));
  const keys = file.metrics.map(({ network, name }) => `${network} ${name}`);
  const twice = keys.flatMap((key, at) =>
    keys.indexOf(key) < at ? [{ path: ["metrics", at], message: `${key} is there twice` }] : [],
  );
  return [
    ...twice,
    ...wordProblems(file, names),
    ...formulaProblems(file, known, names),
    ...labelProblems(catalogue, file, known, names),
  ];
}

const wordProblems = ({ words }: CatalogueFile, names: ReadonlySet<string>): Problem[] =>
  Object.entries(words).flatMap(([word, named]) => [
    ...(/\s/.test(word) ? [{ path: ["words", word], message: "is more than one word" }] : []),
    ...named
      .filter((name) => !names.has(name))
      .map((name) => ({ path: ["words", word], message: `no network has a metric ${name}` })),
  ]);

function formulaProblems(
  { formulas, ratios }: CatalogueFile,
  known: Known,
  names: ReadonlySet<string>,
): Problem[] {
  const networks = [...known.values()];
  const texts = [
    ...Object.entries(ratios).map(([name, text]) => ({
      name,
      text,
      path: ["ratios", name],
      networks,
    })),
    ...Object.entries(formulas).flatMap(([name, { formula }]) => {
      const path = ["formulas", name, "formula"];
      if (typeof formula === "string") return [{ name, text: formula, path, networks }];
      return metricNetworks.flatMap((network) => {
        const text = formula[network];
        const only = [required(known.get(network), network)];
        return text === undefined ? [] : [{ name, text, path: [...path, network], networks: only }];
      });
    }),
  ];
  return texts.flatMap(({ name, text, path, networks: metricLists }) => {
    const isTwice = path[0] === "formulas" && Object.hasOwn(ratios, name);
    const message = names.has(name)
      ? "is the name of a metric"
      : isTwice
        ? "is in ratios too"
        : formulaProblem(name, text, metricLists);
    return message === undefined ? [] : [{ path, message }];
  });
}

/** Why none of the networks can compute the formula. */
function formulaProblem(
  name: string,
  text: string,
  known: readonly (readonly Metric[])[],
): string | undefined {
  const formula = attempt(() => parseFormula(`${name} = ${text}`, true));
  if (formula instanceof ToolError || formula === undefined) return formula?.problem;
  const parts = [...new Set(namesIn(formula))];
  const lackingIn = (metrics: readonly Metric[]): string[] =>
    parts.filter((part) => metrics.every(({ name: metric }) => metric !== part));
  const having = known.filter((metrics) => lackingIn(metrics).length === 0);
  const [only = [], ...rest] = known;
  if (having.length === 0 && rest.length === 0)
    return `the network has no metric ${lackingIn(only).join(", ")}`;
  if (having.length === 0)
    return `no network has ${parts.length === 2 ? "both " : ""}${parts.join(" and ")}`;
  const results = having.map((metrics) => attempt(() => derivedMetric(formula, metrics)));
  const [first] = results;
  return results.every((result) => result instanceof ToolError) && first instanceof ToolError
    ? first.problem
    : undefined;
}

/** Labels of names that nothing has, and labels that two numbers of a network would have. */
function labelProblems(
  { formulas, labels }: OwnCatalogue,
  file: CatalogueFile,
  known: Known,
  names: ReadonlySet<string>,
): Problem[] {
  return labelsIn(file).flatMap(({ name, text, path }) => {
    if (text === undefined) return [];
    if (!names.has(name) && !formulas.has(name))
      return [{ path, message: `no network has a metric ${name}` }];
    const label = labelsIn(file).find((entry) => entry.name === name && entry.text !== undefined);
    if (JSON.stringify(label?.text) !== JSON.stringify(text))
      return [{ path, message: `${name} has another label already` }];
    for (const language of languageNames) {
      const labelOf = (metric: string): string | undefined =>
        labels.get(metric)?.[language] ?? languages[language].labels[metric];
      const shown = labels.get(name)?.[language];
      for (const [network, metrics] of known) {
        const defined = [...formulas.values()].filter(
          ({ formula }) => typeof formula === "string" || formula[network] !== undefined,
        );
        const labelled = [...metrics, ...defined].map((metric) => metric.name);
        const taken = labelled.find((metric) => metric !== name && labelOf(metric) === shown);
        if (shown !== undefined && taken !== undefined && labelled.includes(name))
          return [
            { path, message: `${JSON.stringify(shown)} is the label of ${taken} of ${network}` },
          ];
      }
    }
    return [];
  });
}
