/** The file of a digest: named questions, and what makes a row of their answers news. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { metricNetworks, type MetricNetwork } from "../catalog/networks.ts";
import { metricsTools, postsTools } from "../documents/questions.ts";
import { goalShape } from "../documents/report-file.ts";
import { readYaml, type TextError } from "../documents/yaml.ts";
import { ToolError } from "../errors/tool-error.ts";
import { readCondition, type Condition } from "../meaning/conditions.ts";

/** What a rule looks for: rows that meet its conditions (default), silent pages, unusual days, metrics that are gone. */
const views = ["gaps", "outliers", "ended"] as const;

const network = z.enum([...metricNetworks, "all"]);
const networks = z.union([network.transform((name) => [name]), z.array(network)]);

const ruleShape = z.looseObject({
  tool: z.enum([...metricsTools, ...postsTools]).default("get_profile_metrics"),
  network: networks.optional(),
  view: z.enum(views).optional(),
  where: z.union([z.string().transform((text) => [text]), z.array(z.string())]).default([]),
  min: z.number().nonnegative().default(0),
  for: z.int().min(1).max(100).default(1),
  quiet: z.int().min(0).max(366).default(0),
  against: z.literal("median").optional(),
  goal: goalShape.optional(),
  frozen: z.string().min(1).optional(),
});

const shape = z.strictObject({
  defaults: z.looseObject({ network: networks.optional() }).default({}),
  rules: z
    .record(
      z.string().regex(/^[\w-]{1,40}$/, "must be a word of letters, digits, _ and -"),
      ruleShape,
    )
    .refine((all) => Object.keys(all).length > 0, "has none"),
});

export interface Rule {
  readonly name: string;
  readonly tool: string;
  readonly networks: readonly MetricNetwork[];
  /** All networks: those without profiles are left out. */
  readonly isOfAll: boolean;
  readonly view: (typeof views)[number] | undefined;
  readonly conditions: readonly Condition[];
  /** The smallest news: an absolute change, days of silence, a score, percent behind a pace, times a median. */
  readonly min: number;
  /** The number of runs in which something is found before it is news. */
  readonly runs: number;
  /** Days without further news of the same. */
  readonly quiet: number;
  /** Compares with the median of four earlier ranges; posts with that of their page. */
  readonly isAgainstMedian: boolean;
  readonly goal: z.output<typeof goalShape> | undefined;
  /** A file that `report --freeze` has written. */
  readonly frozen: string | undefined;
  /** The arguments of the question. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Differs after each change of the rule. */
  readonly version: string;
}

/** @returns errors with their lines where the file is wrong. */
export function readRules(
  source: string,
): readonly Rule[] | { readonly errors: readonly TextError[] } {
  const read = readYaml(source, shape);
  if (!("data" in read)) return { errors: read };
  const { data, lineOf } = read;
  const errors: TextError[] = [];
  const { network: usual, ...defaults } = data.defaults;
  const rules = Object.entries(data.rules).map(([name, written]): Rule => {
    const { tool, view, where, min, for: runs, quiet, against, goal, frozen, ...given } = written;
    const { network: named = usual ?? [], ...args } = { ...defaults, ...given };
    const wrong = (key: string, problem: string): void => {
      errors.push({ line: lineOf(["rules", name, key]), problem: `rules.${name}: ${problem}` });
    };
    const conditions = where.flatMap((text): Condition[] => {
      try {
        return [readCondition(text)];
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        wrong("where", error.problem);
        return [];
      }
    });
    const kinds = { view, goal, frozen, where: where[0], against };
    const chosen = Object.entries(kinds).flatMap(([key, value]) =>
      value === undefined ? [] : key,
    );
    if (chosen.length === 0) wrong("", "needs where, view, against, goal or frozen");
    const [first = ""] = chosen;
    if (["view", "goal", "frozen"].includes(first) && chosen.length > 1)
      wrong(first, `${first} cannot be combined with ${chosen.slice(1).join(", ")}`);
    const isOfNetworks = metricsTools.includes(tool) && goal === undefined && frozen === undefined;
    if (isOfNetworks && named.length === 0) wrong("", "names no network");
    const isCompared = against !== undefined || args["compare_to"] !== undefined;
    const ofChange = conditions.find(({ number }) => !["value", "coverage"].includes(number));
    if (isOfNetworks && ofChange !== undefined && !isCompared)
      wrong("where", `${ofChange.text} needs compare_to, or against: median`);
    return {
      name,
      tool,
      networks: metricNetworks.filter((each) =>
        named.some((text) => text === each || text === "all"),
      ),
      isOfAll: named.includes("all"),
      view,
      conditions,
      min,
      runs,
      quiet,
      isAgainstMedian: against !== undefined,
      goal,
      frozen,
      args,
      version: createHash("sha256")
        .update(JSON.stringify([data.defaults, written]))
        .digest("hex"),
    };
  });
  return errors.length > 0 ? { errors } : rules;
}
