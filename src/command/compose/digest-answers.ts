/** Asks the questions of a digest, network by network, and collects what their rules find. */
import { chunks, groupBy } from "../../numbers/cells/group-by.ts";
import { requestLimits } from "../../catalog/limits.ts";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import type { Lists } from "../../suite/connection/lists.ts";
import { profileNames } from "../../suite/connection/names.ts";
import { joinJudgements, nothing, type Judgement } from "../../writing/digest/findings.ts";
import type { Rule } from "../../writing/digest/rules.ts";
import { chosenIn, metricsTools, textsIn } from "../../writing/documents/questions.ts";
import { inputError, ToolError } from "../../base/errors/tool-error.ts";
import { metricsByNetwork } from "../../questions/networks/questions.ts";
import { history, judgementBeside, judgementOf } from "./digest-judgements.ts";
import type { NetworkQuestion } from "./digest-judgements.ts";
import { ask } from "./report-answers.ts";
import type { ToolCaller } from "./tool-caller.ts";

interface Asking {
  readonly call: ToolCaller;
  /** The lists of the account, for one request of them. */
  readonly lists: () => Lists;
  /** The file of the rules. */
  readonly path: string;
}

export interface Failure {
  readonly rule: string;
  readonly error: ToolError;
}

export interface Judged {
  /** Of the rules of which at least a part was answered. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly failures: readonly Failure[];
  readonly labelsOf: (network: string, page: string) => readonly string[];
  readonly hasPage: (network: string, page: string) => boolean | undefined;
}

/** Asks all questions that can be answered. A question that fails takes nothing from the others. */
export async function judgeRules(asking: Asking, rules: readonly Rule[]): Promise<Judged> {
  const { call, lists, path } = asking;
  const judge = new RuleJudge(asking);
  const { judgements, failures, pages } = judge;
  const metricsOf = new Map<Rule, ReturnType<typeof metricsByNetwork>>();
  for (const rule of rules.filter(asksNetworks))
    await judge.attempt([{ rule }], async () => void metricsOf.set(rule, metricsIn(rule)));
  for (const network of metricNetworks) {
    const questions = [...metricsOf]
      .filter(([{ networks }]) => networks.includes(network))
      .map(([rule, metrics]) => ({ rule, network, metrics: metrics.get(network) ?? [] }));
    if (questions.length > 0)
      await judge.attempt(questions, () => judge.judgeNetwork(network, questions));
  }
  for (const rule of rules)
    if (!asksNetworks(rule)) await judge.judgeRule(rule, () => judgementBeside(call, rule, path));
  const hasPages = [...judgements.values()].some(({ findings }) =>
    findings.some(({ isPage }) => isPage),
  );
  const labelsOf = await labelsOfPages(hasPages ? lists() : undefined);
  const hasPage: Judged["hasPage"] = (network, page) => pages.get(network)?.has(page);
  return { judgements, failures, labelsOf, hasPage };
}

/** Judges rules, and collects what fails. */
class RuleJudge implements Pick<Judged, "judgements" | "failures"> {
  readonly judgements = new Map<string, Judgement>();
  readonly failures: Failure[] = [];
  /** The names of the pages by network. */
  readonly pages = new Map<string, ReadonlySet<string>>();

  constructor(private readonly asking: Asking) {}

  attempt(
    questions: readonly Pick<NetworkQuestion, "rule">[],
    work: () => Promise<void>,
  ): Promise<void> {
    return work().catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
      const concerned = questions.filter(({ rule }) => !concernsOthers(rule, error));
      this.failures.push(...concerned.map(({ rule }) => ({ rule: rule.name, error })));
    });
  }

  judgeRule(rule: Rule, work: () => Promise<Judgement>): Promise<void> {
    return this.attempt([{ rule }], async () => {
      const before = this.judgements.get(rule.name) ?? nothing;
      this.judgements.set(rule.name, joinJudgements([before, await work()]));
    });
  }

  async judgeNetwork(network: MetricNetwork, questions: readonly NetworkQuestion[]): Promise<void> {
    const { call, lists } = this.asking;
    const profiles = await lists().get("profiles", { version: 3, network });
    this.pages.set(network, new Set(profileNames(profiles).values()));
    for (const { rule, metrics } of questions)
      if (metrics.length === 0 && !rule.asksAllNetworks)
        this.failures.push(withoutMetrics(rule, network));
    const answerable = questions.filter((question) => !isLeftOut(question, profiles.length));
    for (const group of fetchedTogether(answerable))
      await this.attempt(group, async () => {
        await fetchHistory(call, network, group);
        for (const question of group)
          await this.judgeRule(question.rule, () => judgementOf(call, question));
      });
  }
}

/** True where all networks are asked for pages or labels that this one does not have. */
const concernsOthers = ({ asksAllNetworks, args }: Rule, { code }: ToolError): boolean =>
  asksAllNetworks &&
  Object.keys(chosenIn(args)).length > 0 &&
  ["profiles_not_allowed", "not_found"].includes(code);

const withoutMetrics = ({ name }: Rule, network: MetricNetwork): Failure => ({
  rule: name,
  error: inputError(
    `${network} has none of the metrics`,
    `Leave ${network} out, or name metrics that it has: call describe_metrics lists them.`,
  ),
});

const asksNetworks = ({ tool, goal, frozen }: Rule): boolean =>
  metricsTools.includes(tool) && goal === undefined && frozen === undefined;

const metricsIn = ({ args: { metrics } }: Rule): ReturnType<typeof metricsByNetwork> =>
  metricsByNetwork({ version: 3, metrics: metrics === undefined ? undefined : textsIn(metrics) });

/** Of all networks, those without profiles, and those that lack the metrics of the rule. */
const isLeftOut = (
  { rule: { asksAllNetworks, conditions }, metrics }: NetworkQuestion,
  profileCount: number,
): boolean =>
  metrics.length === 0 ||
  (asksAllNetworks &&
    (profileCount === 0 ||
      conditions.some(({ metric }) => metric !== undefined && !metrics.includes(metric))));

/** Questions of the same profiles. */
const fetchedTogether = (questions: readonly NetworkQuestion[]) =>
  groupBy(questions, ({ rule }) => JSON.stringify([rule.tool, chosenIn(rule.args)]));

/** Fetches the days that may have changed for all rules, so that their questions are answered from the cache. */
async function fetchHistory(
  call: ToolCaller,
  network: MetricNetwork,
  group: readonly [NetworkQuestion, ...NetworkQuestion[]],
): Promise<void> {
  const { tool, args } = group[0].rule;
  const chosen = { ...chosenIn(args), network, period: history, dimensions: [] };
  const names = [...new Set(group.flatMap(({ metrics }) => metrics))];
  for (const metrics of chunks(names, requestLimits[3].metrics))
    await ask(call, { name: "", tool, args: { ...chosen, metrics } });
}

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
