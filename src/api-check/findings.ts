/** Uses what a check has found: learned facts, and differences that replies heed. */
import { isTooLarge } from "../api/envelope.ts";
import type { Connection } from "../connection/connection.ts";
import { shapeOf, sizeOf } from "../connection/request-size.ts";
import { ToolError } from "../errors/tool-error.ts";
import { dayAt, type Day } from "../time/days.ts";
import type { CheckedNetwork } from "../connection/checked.ts";
import { Answered } from "./answered.ts";
import { assumptions } from "./assumptions.ts";
import type { CheckResult } from "./check.ts";
import type { Evidence } from "./evidence.ts";
import { weekStartOf } from "./names.ts";
import { profileFieldOf } from "./wire.ts";

export async function useFindings(
  { learned, checked }: Connection,
  { findings, evidence }: CheckResult,
): Promise<void> {
  const { exchanges, sized, posts, history, network } = evidence;
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
    if (field !== undefined) learned.profileFields.set(posts.request.network, field);
  }
  await learned.store();
  await checked.recall();
  const before = checked.networks.find((one) => one.network === network);
  // The findings of the check before stay where this one saw nothing.
  const isUnseen = (id: string): boolean =>
    findings.some((finding) => finding.id === id && finding.state === "not_seen");
  const differences = findings
    .filter(({ state }) => state === "differs")
    .map(({ id, metrics = [] }) => ({ id, effect: assumptions[id].effect, metrics: [...metrics] }));
  const firstDays = findings.flatMap((finding) =>
    (finding.firstDays ?? []).map(([id, day]): [string, Day] => [id, day]),
  );
  await checked.store({
    network,
    day: dayAt(evidence.now),
    differences: [...differences, ...(before?.differences.filter(({ id }) => isUnseen(id)) ?? [])],
    averages:
      before !== undefined && isUnseen("averages")
        ? before.averages
        : findings.flatMap(({ id, confirmed = [] }) => (id === "averages" ? confirmed : [])),
    ...(before !== undefined && isUnseen("leading_zeros")
      ? { firstDays: before.firstDays, looked: before.looked }
      : { firstDays, looked: lookedAt(evidence) }),
  });
}

const lookedAt = ({ survey, surveys }: Evidence): CheckedNetwork["looked"] => ({
  from: survey.request.start,
  profiles: surveys.flatMap(({ request }) => request.profiles),
});
