/** The form of the operator's catalogue as a file. */
import * as z from "zod";
import { breakdowns } from "../../catalog/dimensions.ts";
import { isKindName, kinds } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { metricNetworks, profileNetworksOf, type MetricNetwork } from "../../catalog/networks.ts";
import { isColumnName } from "../../catalog/numbers.ts";
import type { OwnCatalogue, OwnFormula } from "../../catalog/own.ts";
import { languageNames } from "../../writing/documents/formats.ts";

const metricName = z
  .string()
  .regex(/^[A-Za-z]\w{0,99}$/, "must be the name of a metric")
  .refine((name) => !isColumnName(name), "is the name of a column");

const kindNames = Object.keys(kinds).filter(isKindName);

/** A text for people, which no table or Markdown reads as a mark. */
const words = (length: number) =>
  z
    .string()
    .trim()
    .regex(
      new RegExp(String.raw`^[^\p{Cc}\p{Cf}|<>*_\[\]{}\x60\\]{1,${length}}$`, "u"),
      `must be up to ${length} characters, without marks such as * or |`,
    );

const label = z.union(
  [words(60), z.partialRecord(z.enum(languageNames), words(60))],
  `must be up to 60 characters without marks such as * or |, or a text for each of ${languageNames.join(", ")}`,
);

/** The description and the owner of a definition. */
const definition = {
  label: label.optional(),
  description: words(300).optional(),
  owner: words(60).optional(),
};

const formulaWords = 'must be "a / b", "a - b" or "(a + b) / c", of metrics';
const formulasWords = `${formulaWords}, or one for each network`;
const formula = z.string().regex(/^[\w\s()+-]+(?:\/[\w\s()+-]+)?$/, formulaWords);

export const catalogueForm = z.strictObject({
  metrics: z
    .array(
      z.strictObject({
        network: z.enum(metricNetworks),
        name: metricName,
        aggregation: z.enum(["sum", "average"]),
        breakdowns: z.array(z.enum(breakdowns)).default([]),
        kind: z.enum(kindNames, `must be one of ${kindNames.join(", ")}, such as "kind": "flow"`),
        ...definition,
      }),
    )
    .default([]),
  words: z.record(z.string(), z.array(metricName)).default({}),
  formulas: z
    .record(
      metricName,
      z.strictObject({
        formula: z.union(
          [
            formula,
            z
              .partialRecord(z.enum(metricNetworks), formula)
              .refine((formulas) => Object.keys(formulas).length > 0, formulasWords),
          ],
          formulasWords,
        ),
        ...definition,
      }),
    )
    .default({}),
  /** Formulas as texts: an earlier form of `formulas`. */
  ratios: z.record(metricName, formula).default({}),
  labels: z.record(metricName, label).default({}),
  left_out: z
    .array(
      z.union(
        [
          z.string().trim().min(1).max(200),
          z.strictObject({
            network: z.enum(profileNetworksOf[3]),
            profile: z.string().trim().min(1).max(200),
          }),
        ],
        'must be the name of a page, or {"network": "facebook", "profile": "name or id"}',
      ),
    )
    .default([]),
});

export type CatalogueFile = z.output<typeof catalogueForm>;

interface LabelInFile {
  readonly name: string;
  readonly text: z.output<typeof label> | undefined;
  readonly path: readonly (string | number)[];
}

/** The metrics and formulas that can have a label in a file, each with the path of its label. */
export const labelsIn = ({ metrics, formulas, labels }: CatalogueFile): LabelInFile[] => [
  ...metrics.map(({ name, label: text }, at) => ({ name, text, path: ["metrics", at, "label"] })),
  ...Object.entries(formulas).map(([name, { label: text }]) => ({
    name,
    text,
    path: ["formulas", name, "label"],
  })),
  ...Object.entries(labels).map(([name, text]) => ({ name, text, path: ["labels", name] })),
];

export function catalogueOf(file: CatalogueFile): OwnCatalogue {
  const networkMetrics = file.metrics.map(
    ({ network, kind, label: _label, description, ...row }) => {
      const metric: Metric = {
        ...row,
        kind: kinds[kind],
        version2: "absent",
        isOwn: true,
        ...(description !== undefined && { note: description }),
      };
      return { network, metric };
    },
  );
  const metricsIn = (network: MetricNetwork): Metric[] =>
    networkMetrics.flatMap((pair) => (pair.network === network ? [pair.metric] : []));
  const ratios = Object.entries(file.ratios).map(([name, text]): [string, OwnFormula] => [
    name,
    { name, formula: text },
  ]);
  const formulas = Object.entries(file.formulas).map(([name, row]): [string, OwnFormula] => [
    name,
    { name, ...row },
  ]);
  const labels = labelsIn(file).flatMap(({ name, text }) =>
    text === undefined
      ? []
      : [[name, typeof text === "string" ? inEachLanguage(text) : text] as const],
  );
  return {
    metrics: new Map(metricNetworks.map((network) => [network, metricsIn(network)])),
    words: new Map(Object.entries(file.words).map(([word, names]) => [word.toLowerCase(), names])),
    formulas: new Map([...ratios, ...formulas]),
    labels: new Map(labels),
    leftOut: file.left_out.map((page) => (typeof page === "string" ? { profile: page } : page)),
  };
}

const inEachLanguage = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(languageNames.map((language) => [language, text]));
