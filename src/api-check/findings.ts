/** Uses what a check has found: learned facts, and differences that replies heed. */
import { dayAt } from "../time/days.ts";
import type { Connection } from "../connection/connection.ts";
import { shapeOf, sizeOf } from "../connection/request-size.ts";
import { isTooLarge } from "../api/envelope.ts";
import { ToolError } from "../errors/tool-error.ts";
import { Answered } from "./answered.ts";
import { assumptions, type Assumption } from "./assumptions.ts";
import type { CheckResult } from "./check.ts";
import { weekStartOf } from "./names.ts";
import { profileFieldOf } from "./wire.ts";

export async function useFindings(connection: Connection, result: CheckResult): Promise<void> {
  const { learned, checked } = connection;
  const { evidence, findings, network, history } = result;
  const { exchanges, sized, posts } = evidence;
  await learned.recall();
  for (const { request, outcome } of sized) {
    const step = { shape: shapeOf(request), size: sizeOf(request) };
    if (outcome instanceof Answered) learned.learnPassed(step);
    else if (isTooLarge(outcome)) learned.learnRefused(step);
  }
  if (history.first !== undefined) learned.learnHistory(history.first);
  learned.weekStart = weekStartOf(evidence) ?? learned.weekStart;
  const weeks = exchanges.weeks?.outcome;
  if (weeks instanceof Answered) learned.learnWeekNames(weeks.request, weeks.rows("date.week"));
  if (posts !== undefined && !(posts instanceof ToolError)) {
    const field = profileFieldOf(posts);
    if (field !== undefined) learned.profileFields.set("linkedin", field);
  }
  await learned.store();
  const differences = findings
    .filter(({ state }) => state === "differs")
    .map(({ id, metrics = [] }) => {
      const { effect, isMentioned }: Assumption = assumptions[id];
      return { id, effect, metrics: [...metrics], isMentioned: isMentioned === true };
    });
  await checked.store({
    network,
    day: dayAt(evidence.now),
    differences,
    averages: [...(findings.find(({ id }) => id === "averages")?.confirmed ?? [])],
    firstDays: findings.flatMap(({ firstDays = [] }) =>
      firstDays.map(([id, day]) => [id, day] as [string, typeof day]),
    ),
  });
}
