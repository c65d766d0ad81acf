/** Asks the questions of one rule, and judges their answers. */
import { dirname, resolve } from "node:path";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { joinJudgements, nothing, type Judgement } from "../../writing/digest/findings.ts";
import { behindPace } from "../../writing/digest/goals.ts";
import { standingOut } from "../../writing/digest/posts.ts";
import { corrections, goneMetrics, silences, unusualDays } from "../../writing/digest/results.ts";
import { judgeRows } from "../../writing/digest/rows.ts";
import type { Rule } from "../../writing/digest/rules.ts";
import type { Answer } from "../../writing/documents/answers.ts";
import { chosenIn } from "../../writing/documents/questions.ts";
import { inputError, required, ToolError } from "../../base/errors/tool-error.ts";
import { StoredNetworks } from "../../questions/networks/stored.ts";
import { StoredPosts } from "../../questions/posts/stored.ts";
import type { StoredResult } from "../../answers/replies/reply.ts";
import { StoredMetrics } from "../../answers/results/stored.ts";
import { addDays, daysBetween, earlier, type Day } from "../../base/time/days.ts";
import { ask, frozenResults } from "./report-answers.ts";
import { readText } from "./report-files.ts";
import { goalQuestions, goalsOf } from "./report-goals.ts";
import type { ToolCaller } from "./tool-caller.ts";

/** A question of a rule to one network. */
export interface NetworkQuestion {
  readonly rule: Rule;
  readonly network: MetricNetwork;
  readonly metrics: readonly string[];
}

/** The days of the views; outliers need as many as usual values are made of. */
export const history = "last_91_days";
const recent = "last_28_days";
/** Days on which something unusual is news: those that may have been late. */
const recentDays = 8;

/** @throws ToolError where a question cannot be answered. */
export async function judgementOf(
  call: ToolCaller,
  { rule, network, metrics }: NetworkQuestion,
): Promise<Judgement> {
  const { name, view, tool, min, args, isAgainstMedian } = rule;
  const answerTo = (more: Rule["args"]): Promise<Answer> =>
    ask(call, { name, tool, args: { ...args, network, metrics, ...more } });
  const resultOf = async (period: string, dimensions: readonly string[]): Promise<Result> => {
    const usual = "date_start" in args || "date_end" in args ? {} : { period };
    const { fullResult } = await answerTo({ ...usual, dimensions, ...args, network, metrics });
    return required(sidesOf(fullResult)[0], "a result by day");
  };
  if (view === "gaps") return silences(await resultOf(recent, []), min);
  if (view === "ended") return goneMetrics(await resultOf(history, []), metrics);
  if (view === "outliers") {
    const result = await resultOf(history, ["label", "day"]);
    return unusualDays(result, min, addDays(result.end, 1 - recentDays));
  }
  const first = await answerTo(isAgainstMedian ? { compare_to: "previous_period" } : {});
  const delivered = sidesOf(first.fullResult)[0]?.delivered ?? new Map<string, Day>();
  if (!isAgainstMedian) return judgeRows(rule, [first.figures], delivered);
  const answers = [];
  for (const range of earlierRanges(first.figures.period, metrics, delivered))
    answers.push((await answerTo(range)).figures);
  return judgeRows(rule, answers, delivered);
}

/** The ranges before, of which a median is made, each beside the period; none where nothing of it is delivered. */
function earlierRanges(
  { start, end: periodEnd }: Answer["figures"]["period"],
  metrics: readonly string[],
  delivered: ReadonlyMap<string, Day>,
): Rule["args"][] {
  // Ranges at a distance do not show what is not delivered: all are as long as the delivered part.
  const end = metrics.reduce(
    (last, metric) => earlier(last, delivered.get(metric) ?? last),
    periodEnd,
  );
  if (end < start) return [];
  const dates = { period: undefined, date_start: start, date_end: end };
  const length = daysBetween(start, periodEnd);
  return [1, 2, 3, 4].map((number) => ({
    ...dates,
    compare_to: addDays(start, -number * length),
  }));
}

/**
 * Judges a rule about posts, a goal or a frozen report.
 * @param path of the rules, beside which the frozen report is. @throws as {@link judgementOf}.
 */
export async function judgementBeside(
  call: ToolCaller,
  rule: Rule,
  path: string,
): Promise<Judgement> {
  const { name, goal, frozen, tool, args, min } = rule;
  if (frozen !== undefined) return correctionsSince(call, resolve(dirname(path), frozen));
  if (goal !== undefined) {
    const [network] = rule.networks;
    const goals = { [name]: { network, ...goal } };
    const front = { goals, defaults: {}, questions: {} };
    const [question] = goalQuestions({ front }, [], chosenIn(args));
    if (question === undefined) return nothing;
    const answer = await ask(call, question);
    const measured = goalsOf({ front }, [answer], []).get(name);
    const [result] = sidesOf(answer.fullResult);
    return measured && result ? behindPace(measured, min, result) : nothing;
  }
  const question = { name, tool, args: { limit: ourLimits.postsPerAnswer, ...args } };
  const answer = await ask(call, question).catch((error: unknown) => {
    // An account without pages of the network has no posts.
    const isEmpty = error instanceof ToolError && error.code === "not_found";
    if (isEmpty && Object.keys(chosenIn(args)).length === 0) return undefined;
    throw error;
  });
  const posts = answer?.fullResult;
  return posts instanceof StoredPosts ? standingOut(rule, posts.result) : nothing;
}

/** Asks for the values of a frozen report again, by profile and day. */
async function correctionsSince(call: ToolCaller, file: string): Promise<Judgement> {
  const judgements: Judgement[] = [];
  const text = await readText(file).catch((cause: unknown) => {
    throw inputError(`${file} cannot be read`, "Write it with report FILE --freeze.", { cause });
  });
  for (const [name, frozen] of frozenResults(text, file))
    for (const side of sidesOf(frozen)) {
      const { network, start, end, days } = side;
      const metrics = days.metrics.map((metric) => metric.name);
      const dates = { date_start: start, date_end: end, dimensions: ["profile", "day"] };
      const args = { network, metrics, profiles: days.profiles, ...dates };
      const { fullResult } = await ask(call, { name, tool: "get_profile_metrics", args });
      judgements.push(...sidesOf(fullResult).map((now) => corrections(name, side, now)));
    }
  return joinJudgements(judgements);
}

/** The results by profile and day that a stored result consists of, the later range first. */
function sidesOf(stored: StoredResult): readonly Result[] {
  if (stored instanceof StoredMetrics) return stored.sides;
  if (stored instanceof StoredNetworks) return stored.parts.flatMap((part) => sidesOf(part.stored));
  return [];
}
