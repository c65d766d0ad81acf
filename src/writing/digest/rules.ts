/** The file of a digest: named questions, and what makes a row of their answers news. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import { metricsTools, postsTools, usualFor } from "../documents/questions.ts";
import { amount, goalShape } from "../documents/report-file.ts";
import { readYaml, type TextError } from "../documents/yaml.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { isObject } from "../../base/text/json.ts";
import { readCondition, type Condition } from "../../numbers/meaning/conditions.ts";

/** What a rule looks for: rows that meet its conditions (default), silent pages, unusual days, metrics that are gone. */
const views = ["gaps", "outliers", "ended"] as const;

const listed = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === undefined ? value : [value].flat()), z.array(item));

const ruleShape = z.looseObject({
  tool: z.enum([...metricsTools, ...postsTools]).default("get_profile_metrics"),
  network: listed(z.enum([...metricNetworks, "all"])).optional(),
  metrics: listed(z.string().min(1)).optional(),
  view: z.enum(views).optional(),
  where: listed(z.string()).default([]),
  min: amount.pipe(z.number().nonnegative()).default(0),
  for: amount.pipe(z.int().min(1).max(100)).default(1),
  quiet: amount.pipe(z.int().min(0).max(366)).default(0),
  against: z.literal("median").optional(),
  goal: goalShape.optional(),
  frozen: z.string().min(1).optional(),
});

const shape = z.strictObject({
  defaults: z.record(z.string(), z.unknown()).default({}),
  rules: z
    .record(
      z.string().regex(/^[\w-]{1,40}$/, "must be a word of letters, digits, _ and -"),
      ruleShape,
    )
    .refine((rules) => Object.keys(rules).length > 0, "has none"),
});

/** The arguments of a tool; none for a name that is no tool. */
export type ArgumentsOf = (tool: string) => readonly string[];

/** The file with its defaults in each rule that takes them: as an argument of its tool, or as a key of rules. */
function withDefaults(file: unknown, argumentsOf: ArgumentsOf): unknown {
  if (!isObject(file) || !isObject(file["rules"]) || !isObject(file["defaults"])) return file;
  const { defaults, rules } = file;
  const filled = Object.entries(rules).map(([name, rule]) => {
    if (!isObject(rule)) return [name, rule];
    const { tool = "get_profile_metrics" } = rule;
    const taken = [...Object.keys(ruleShape.shape), ...argumentsOf(String(tool))];
    return [name, { ...usualFor(String(tool), taken, defaults), ...rule }];
  });
  return { ...file, rules: Object.fromEntries(filled) };
}

export interface Rule {
  readonly name: string;
  readonly tool: string;
  readonly networks: readonly MetricNetwork[];
  /** All networks: those without profiles are left out. */
  readonly asksAllNetworks: boolean;
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
  /** Identifies what the rule asks: rules that ask the same, under any name and with any thresholds, share what they found. */
  readonly question: string;
  /** Differs after each change of the rule but its name. */
  readonly version: string;
}

/** @returns errors with their lines where the file is wrong. */
export function readRules(
  source: string,
  argumentsOf: ArgumentsOf,
): readonly Rule[] | { readonly errors: readonly TextError[] } {
  const read = readYaml(source, shape, { change: (file) => withDefaults(file, argumentsOf) });
  if (!("data" in read)) return { errors: read };
  const { data, lineOf } = read;
  const errors: TextError[] = [];
  const rules = Object.entries(data.rules).map(([name, written]): Rule => {
    const { where } = written;
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
    const rule = ruleOf(name, written, conditions);
    if (where.length === conditions.length)
      for (const [key, problem] of problemsOf(rule, argumentsOf(rule.tool))) wrong(key, problem);
    return rule;
  });
  return errors.length > 0 ? { errors } : rules;
}

function ruleOf(
  name: string,
  written: z.output<typeof ruleShape>,
  conditions: readonly Condition[],
): Rule {
  const { tool, network: named = [], view, where: _, min, for: runs, quiet, ...more } = written;
  const { against, goal, frozen, ...args } = more;
  const asksAllNetworks = named.includes("all");
  return {
    name,
    tool,
    networks: metricNetworks.filter((each) => asksAllNetworks || named.includes(each)),
    asksAllNetworks,
    view,
    conditions,
    min,
    runs,
    quiet,
    isAgainstMedian: against !== undefined,
    goal,
    frozen,
    args,
    question: hashOf([tool, view, against, goal, frozen, ...Object.entries(args).toSorted(byName)]),
    version: hashOf(written),
  };
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1;

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** Arguments that would ask another question than the rule's. */
const notTaken = ["plan_only", "fresh", "top", "order"];

/** What is wrong with a rule, by its key. */
function* problemsOf(
  { tool, networks, view, conditions, isAgainstMedian, goal, frozen, args }: Rule,
  taken: readonly string[],
): Generator<readonly [key: string, problem: string]> {
  const asksPosts = postsTools.includes(tool);
  const unknown = Object.keys(args).find(
    (name) => !taken.includes(name) || (!asksPosts && notTaken.includes(name)),
  );
  if (unknown !== undefined)
    yield [unknown, `${unknown} is no key of a rule, and no argument of ${tool} that a rule takes`];
  const kinds = { view, goal, frozen, where: conditions[0], against: isAgainstMedian || undefined };
  const chosen = Object.entries(kinds).flatMap(([key, value]) => (value === undefined ? [] : key));
  if (chosen.length === 0) yield ["", "needs where, view, against, goal or frozen"];
  const [first = ""] = chosen;
  if (["view", "goal", "frozen"].includes(first) && chosen.length > 1)
    yield [first, `${first} cannot be combined with ${chosen.slice(1).join(", ")}`];
  const ofChange = conditions.find(({ number }) => !["now", "coverage"].includes(number));
  if (asksPosts) {
    if (view !== undefined) yield ["view", "view is of metrics, and this rule lists posts"];
    const wrong = conditions.find(({ number }) => number !== "now");
    if (wrong !== undefined) yield ["where", `${wrong.text}: posts have plain numbers only`];
  } else if (goal !== undefined) {
    if (goal.metric.includes("/")) yield ["goal", "the metric of a goal is not a ratio"];
    if (goal.to[0] <= goal.from[0]) yield ["goal", "the goal ends before its second day"];
    if (goal.network === undefined && networks.length !== 1)
      yield ["goal", "names no network, or several"];
  } else if (frozen === undefined) {
    if (networks.length === 0) yield ["", "names no network"];
    if (ofChange !== undefined && !isAgainstMedian && args["compare_to"] === undefined)
      yield ["where", `${ofChange.text} needs compare_to, or against: median`];
  }
}
