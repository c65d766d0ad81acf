/** Uses what a check has found: learned facts, and differences that replies heed. */
import { isTooLarge } from "../../suite/api/envelope.ts";
import type { CheckedNetwork } from "../../suite/connection/checked.ts";
import type { Connection } from "../../suite/connection/connection.ts";
import type { Learned } from "../../suite/connection/learned.ts";
import { shapeOf, sizeOf } from "../../suite/connection/request-size.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { dayAt } from "../../base/time/days.ts";
import { Answered } from "./answered.ts";
import { assumptions } from "./assumptions.ts";
import type { CheckResult } from "./check.ts";
import type { Evidence } from "./evidence.ts";
import { profileFieldOf } from "./wire.ts";

export async function useFindings(connection: Connection, result: CheckResult): Promise<void> {
  const { learned, checked } = connection;
  await Promise.all([learned.recall(), checked.recall()]);
  const { evidence, findings } = result;
  if (evidence === undefined) return;
  learn(evidence, learned);
  await learned.store();
  const before = checked.networks.find(({ network }) => network === evidence.network);
  await checked.store(foundBy(findings, evidence, before));
}

/** Sizes, the history and the field of a post's profile, as answers to questions teach them. */
function learn(evidence: Evidence, learned: Learned): void {
  const { sized, posts, history } = evidence;
  const scope = { version: 3, network: evidence.network, dimensions: [] } as const;
  for (const metric of evidence.unaccepted) learned.unaccepted.learn(scope, metric);
  for (const { request, outcome } of sized) {
    if (outcome instanceof Answered) learned.learnPassed(request, 0);
    else if (isTooLarge(outcome))
      learned.learnRefused({ shape: shapeOf(request), size: sizeOf(request, 0) });
  }
  if (history.first !== undefined) learned.learnHistory(history.first);
  if (history.answered !== undefined) learned.learnAnswered(history.answered);
  if (posts !== undefined && !(posts instanceof ToolError)) {
    const field = profileFieldOf(posts);
    if (field !== undefined) learned.profileFields.set(posts.request.network, field);
  }
}

/** @param before the findings of the check before, which stay where this one saw nothing. */
function foundBy(
  findings: CheckResult["findings"],
  evidence: Evidence,
  before?: CheckedNetwork,
): CheckedNetwork {
  const isKept = (id: string): boolean =>
    findings.some((finding) => finding.id === id && finding.state === "not_seen");
  const differences = findings
    .filter(({ state }) => state === "differs")
    .map(({ id, metrics = [] }) => ({ id, effect: assumptions[id].effect, metrics: [...metrics] }));
  return {
    network: evidence.network,
    day: dayAt(evidence.now),
    differences: [...differences, ...(before?.differences.filter(({ id }) => isKept(id)) ?? [])],
  };
}
