/** Asks the questions of a digest, and judges their answers. */
import { dirname, resolve } from "node:path";
import { chunks, groupBy } from "../cells/group-by.ts";
import type { Result } from "../cells/result.ts";
import { metricNetworks, type MetricNetwork } from "../catalog/networks.ts";
import type { Lists } from "../connection/lists.ts";
import { joinJudgements, nothing, type Finding, type Judgement } from "../digest/findings.ts";
import { behindPace } from "../digest/goals.ts";
import { standingOut } from "../digest/posts.ts";
import { corrections, goneMetrics, silences, unusualDays } from "../digest/results.ts";
import { judgeRows } from "../digest/rows.ts";
import type { Rule } from "../digest/rules.ts";
import type { Answer } from "../documents/answers.ts";
import { metricsTools, textsIn } from "../documents/questions.ts";
import { required, ToolError } from "../errors/tool-error.ts";
import { metricsByNetwork } from "../networks/questions.ts";
import { StoredNetworks } from "../networks/stored.ts";
import { StoredPosts } from "../posts/stored.ts";
import type { StoredResult } from "../replies/reply.ts";
import { StoredComparison } from "../results/stored-comparison.ts";
import { StoredMetrics } from "../results/stored.ts";
import { addDays, daysBetween } from "../time/days.ts";
import { ask, frozenResults } from "./report-answers.ts";
import { readText } from "./report-files.ts";
import { goalQuestions, goalsOf } from "./report-goals.ts";
import type { ToolCaller } from "./tool-caller.ts";

interface Asking {
  readonly call: ToolCaller;
  readonly lists: Lists;
  /** The file of the rules, beside which it finds others. */
  readonly path: string;
}

export interface Judged {
  /** Of the rules of which at least a part was answered. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly failures: readonly { readonly rule: string; readonly error: ToolError }[];
  readonly labelsOf: (network: string, page: string) => readonly string[];
}

type Args = Rule["args"];

/** A question of a rule to one network. */
interface NetworkQuestion {
  readonly rule: Rule;
  readonly network: MetricNetwork;
  readonly metrics: readonly string[];
}

/** The days of the longest ready rule: what changed in them is fetched for all rules together. */
const history = "last_91_days";
/** The days of the other views. */
const recent = "last_28_days";

export async function judgeRules(asking: Asking, rules: readonly Rule[]): Promise<Judged> {
  const judgements = new Map<string, Judgement>();
  const failures: { rule: string; error: ToolError }[] = [];
  const attempt = async (names: readonly string[], work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failures.push(...names.map((rule) => ({ rule, error })));
      return false;
    }
  };
  const judge = (rule: Rule, work: () => Promise<Judgement>): Promise<boolean> =>
    attempt([rule.name], async () => {
      const before = judgements.get(rule.name) ?? nothing;
      judgements.set(rule.name, joinJudgements([before, await work()]));
    });
  const asked = rules.filter(isOfNetworks);
  const metricsByRule = new Map<Rule, ReturnType<typeof metricsOf>>();
  for (const rule of asked)
    await attempt([rule.name], async () => void metricsByRule.set(rule, metricsOf(rule)));
  for (const network of metricNetworks) {
    const ofNetwork = [...metricsByRule.keys()].filter(({ networks }) =>
      networks.includes(network),
    );
    if (ofNetwork.length === 0) continue;
    await attempt(names(ofNetwork), async () => {
      const profiles = await asking.lists.get("profiles", { version: 3, network });
      const questions = ofNetwork.flatMap((rule): NetworkQuestion[] => {
        const metrics = metricsByRule.get(rule)?.get(network);
        const isLeftOut = metrics === undefined || (rule.isOfAll && profiles.length === 0);
        return isLeftOut ? [] : [{ rule, network, metrics }];
      });
      for (const group of fetchedTogether(questions))
        await attempt(names(group.map(({ rule }) => rule)), async () => {
          await fetchHistory(asking, network, group);
          for (const question of group)
            await judge(question.rule, () => judgementOf(asking, question));
        });
    });
  }
  for (const rule of rules.filter((one) => !isOfNetworks(one)))
    await judge(rule, () => judgementOfOther(asking, rule));
  const hasPages = [...judgements.values()].some(({ findings }) => findings.some(isOfPage));
  return {
    judgements,
    failures,
    labelsOf: await labelsOfPages(hasPages ? asking.lists : undefined),
  };
}

const isOfPage = ({ isPage = false }: Finding): boolean => isPage;

/** The labels of pages by their names, as the API lists them; none without the list. */
async function labelsOfPages(lists: Lists | undefined): Promise<Judged["labelsOf"]> {
  const labels = (await lists?.get("profile_labels").catch(() => [])) ?? [];
  const named = labels.flatMap(({ name, profiles }) =>
    profiles.map((profile) => ({ name, page: `${profile.platform} ${profile.name}` })),
  );
  const byPage = new Map(
    groupBy(named, ({ page }) => page).map((list) => [list[0].page, list.map(({ name }) => name)]),
  );
  return (network, page) => byPage.get(`${network} ${page}`) ?? [];
}

const names = (rules: readonly Rule[]): string[] => rules.map(({ name }) => name);

const isOfNetworks = ({ tool, goal, frozen }: Rule): boolean =>
  metricsTools.includes(tool) && goal === undefined && frozen === undefined;

const metricsOf = ({ args }: Rule): ReturnType<typeof metricsByNetwork> =>
  metricsByNetwork({
    version: 3,
    metrics: args["metrics"] === undefined ? undefined : textsIn(args["metrics"]),
  });

/** The arguments that choose profiles. */
const choosing = ["profiles", "profiles_not", "labels", "labels_all", "labels_not"];

const chosenIn = (args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => choosing.includes(name)));

/** Questions of the same profiles. */
const fetchedTogether = (questions: readonly NetworkQuestion[]) =>
  groupBy(questions, ({ rule }) => JSON.stringify([rule.tool, chosenIn(rule.args)]));

/** The most metrics of a request. */
const mostMetrics = 25;

/** Fetches the days that may have changed for all rules, so that their questions are answered from the cache. */
async function fetchHistory(
  { call }: Asking,
  network: MetricNetwork,
  group: readonly [NetworkQuestion, ...NetworkQuestion[]],
): Promise<void> {
  const metrics = [...new Set(group.flatMap((question) => question.metrics))];
  const { tool, args } = group[0].rule;
  for (const some of chunks(metrics, mostMetrics))
    await ask(call, {
      name: "",
      tool,
      args: { ...chosenIn(args), network, metrics: some, period: history, dimensions: [] },
    });
}

/** The ranges before the previous one, of which a median is made too. */
const earlierRanges = [2, 3, 4];

async function judgementOf(
  { call }: Asking,
  { rule, network, metrics }: NetworkQuestion,
): Promise<Judgement> {
  const { view, tool, min } = rule;
  const answerTo = (args: Args): Promise<Answer> =>
    ask(call, { name: rule.name, tool, args: { network, metrics, ...args } });
  const resultOf = async (usual: Args): Promise<Result> => {
    const { period: _, ...dated } = usual;
    const { whole } = await answerTo({
      ...("date_start" in rule.args ? dated : usual),
      ...rule.args,
      metrics,
    });
    return required(sidesOf(whole)[0], "a result by day");
  };
  if (view === "gaps") return silences(await resultOf({ period: recent, dimensions: [] }), min);
  if (view === "ended")
    return goneMetrics(await resultOf({ period: recent, dimensions: [] }), metrics);
  if (view === "outliers") {
    const result = await resultOf({ period: history, dimensions: ["label", "day"] });
    return unusualDays(result, min, addDays(result.end, 1 - recentDays));
  }
  if (!rule.isAgainstMedian)
    return judgeRows(rule, [(await answerTo({ ...rule.args, metrics })).figures]);
  const { compare_to: __, ...args } = rule.args;
  const first = await answerTo({ ...args, metrics, compare_to: "previous_period" });
  const { start, end } = first.figures.period;
  const { period: ___, ...dateless } = args;
  const answers = [first];
  for (const number of earlierRanges)
    answers.push(
      await answerTo({
        ...dateless,
        metrics,
        date_start: start,
        date_end: end,
        compare_to: addDays(start, -number * daysBetween(start, end)),
      }),
    );
  return judgeRows(
    rule,
    answers.map(({ figures }) => figures),
  );
}

/** Days on which something unusual is news: those that may have been late. */
const recentDays = 8;

/** Rules of goals, frozen reports and posts. */
async function judgementOfOther({ call, path }: Asking, rule: Rule): Promise<Judgement> {
  const { name, goal, frozen, tool, args, min } = rule;
  if (frozen !== undefined) {
    const file = resolve(dirname(path), frozen);
    const results = frozenResults(await readText(file), file);
    const judgements = [];
    for (const [question, result] of results)
      for (const side of sidesOf(result)) {
        const metrics = side.days.metrics.map((metric) => metric.name);
        const { network, start, end } = side;
        const dates = { date_start: start, date_end: end };
        const again = {
          network,
          metrics,
          profiles: side.days.profiles,
          ...dates,
          dimensions: ["profile", "day"],
        };
        const { whole } = await ask(call, {
          name: question,
          tool: "get_profile_metrics",
          args: again,
        });
        const [now] = sidesOf(whole);
        if (now !== undefined) judgements.push(corrections(question, side, now));
      }
    return joinJudgements(judgements);
  }
  if (goal !== undefined) {
    const front = { goals: { [name]: goal }, defaults: args, scope: chosenIn(args), questions: {} };
    const answers = [];
    for (const question of goalQuestions({ front }, [])) answers.push(await ask(call, question));
    const measured = goalsOf({ front }, answers, []).get(name);
    return measured === undefined ? nothing : behindPace(measured, min);
  }
  const { whole } = await ask(call, { name, tool, args });
  return whole instanceof StoredPosts ? standingOut(rule, whole.result) : nothing;
}

/** The results by profile and day that a stored result consists of, the later range first. */
function sidesOf(stored: StoredResult): Result[] {
  if (stored instanceof StoredMetrics) return [stored.result];
  if (stored instanceof StoredNetworks) return stored.parts.flatMap((part) => sidesOf(part.stored));
  if (!(stored instanceof StoredComparison)) return [];
  const { now, before } = stored.comparison;
  return [now, before];
}
