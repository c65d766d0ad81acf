/** The numbers that the goals of a report need. */
import { reasonOf } from "../../answers/replies/reasons.ts";
import { hasGoal, type KindTraits } from "../../catalog/kinds.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import type { Answer, Unanswered } from "../../writing/documents/answers.ts";
import { metricsTools, type ReportQuestion } from "../../writing/documents/questions.ts";
import { answerNode } from "../../writing/documents/references.ts";
import type { FigureLeaf, Goal } from "../../writing/documents/nodes.ts";
import type { ReportFile } from "../../writing/documents/report-file.ts";
import { missingFigure } from "../../answers/replies/figures.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { addDays, dayAt, earlier, toDay, type Day } from "../../base/time/days.ts";

/** Names of the answers that goals need. */
const goalName = (goal: string): string => `goal ${goal}`;

export const isGoalAnswer = ({ name }: Pick<Answer, "name">): boolean =>
  name.startsWith(goalName(""));

type Wanted = ReportFile["front"]["goals"][string];

/** The last day of a goal that is asked: that of the first question, of days that are over. */
function endOf(front: WithGoals["front"], { to }: Wanted, answers: readonly Answer[]): Day {
  const [first] = Object.keys(front.questions);
  const answer = answers.find(({ name }) => name === first);
  const over = earlier(toDay(to[0]), addDays(dayAt(Date.now()), -1));
  return answer === undefined ? over : earlier(over, answer.figures.period.end);
}

const kindOf = (network: unknown, metric: string): KindTraits | undefined =>
  metricNetworks
    .flatMap((name) => (name === network ? metricsOf(name, 3) : []))
    .find(({ name }) => name === metric)?.kind;

/** A report, or what has goals as one has. */
type WithGoals = {
  readonly front: Pick<ReportFile["front"], "goals" | "defaults" | "questions">;
};

/** One question for each goal that has begun. @param chosen the arguments that choose profiles. @throws ToolError `invalid_input` for a goal without a network. */
export function goalQuestions(
  { front }: WithGoals,
  answers: readonly Answer[],
  chosen: ReportQuestion["args"] = {},
): ReportQuestion[] {
  const { goals, defaults } = front;
  return Object.entries(goals).flatMap(([name, goal]) => {
    const { metric, network = defaults["network"], from, to } = goal;
    if (!metricNetworks.some((metricNetwork) => metricNetwork === network))
      throw inputError(`the goal ${name} names no network`, `Write network: ${metricNetworks[0]}.`);
    const [first, end] = [toDay(from[0]), endOf(front, goal, answers)];
    if (first > end) return [];
    const kind = kindOf(network, metric);
    const args = {
      network,
      metrics: [metric],
      dimensions: [],
      date_start: first,
      date_end: end,
      ...(kind !== undefined && hasGoal(kind) && { goal: `${to[1]} by ${to[0]}` }),
      ...chosen,
    };
    return [{ name: goalName(name), tool: metricsTools[0] ?? "", args }];
  });
}

/** @param unanswered questions of goals that failed. */
export function goalsOf(
  { front }: WithGoals,
  answers: readonly Answer[],
  unanswered: readonly Unanswered[],
): ReadonlyMap<string, Goal> {
  const pair = ([day, value]: readonly [string, number]) => [toDay(day), value] as const;
  return new Map(
    Object.entries(front.goals).map(([name, wanted]) => {
      const { metric, from, to, network = front.defaults["network"] } = wanted;
      const answer = answers.find((candidate) => candidate.name === goalName(name));
      const failure = unanswered.find((question) => question.name === goalName(name))?.problem;
      const now =
        numberIn(answer, metric) ??
        absent(
          name,
          metric,
          failure ?? `the goal begins on ${from[0]}`,
          endOf(front, wanted, answers),
        );
      const at = answer?.figures.period.end ?? endOf(front, wanted, answers);
      const reached = answer?.figures.goal?.metrics.get(metric)?.["at_goal"];
      const goal = {
        name,
        atGoal: reached?.value ?? Number.NaN,
        from: pair(from),
        to: pair(to),
        now,
        at,
        answer,
        isFlow: kindOf(network, metric)?.overDays !== "last",
      };
      return [name, goal] as const;
    }),
  );
}

function numberIn(answer: Answer | undefined, metric: string): FigureLeaf | undefined {
  const total = answer && answerNode(answer).get("total");
  const numbers = total?.kind === "branch" ? total.get(metric) : undefined;
  const now = numbers?.kind === "branch" ? numbers.get("now") : undefined;
  return now?.kind === "figure" ? now : undefined;
}

const absent = (goal: string, metric: string, why: string, day: Day): FigureLeaf => ({
  kind: "figure",
  figure: missingFigure(reasonOf("no_value", { text: why })),
  source: {
    reference: `goals.${goal}.now`,
    question: goalName(goal),
    network: "",
    subject: `goal ${goal}`,
    metric,
    number: "now",
    period: { start: day, end: day },
    coverage: Number.NaN,
    fetched: undefined,
  },
});
