/**
 * Refines a plan by what answers reveal: a request that is too large, rejected profiles, a
 * lost cache entry. Cuts stay where they are unless a new plan takes fewer requests, so that answers that exist are not
 * requested again. Pure: the same plan and the same discovery give the same plan.
 */
import type { Question } from "../question/question.ts";
import { planQuestion } from "./plan.ts";
import { piecesWithin, type Facts } from "./requests.ts";
import { mapSteps, allSteps, type Plan, type RequestStep } from "./steps.ts";

export type Discovery =
  /** The facts differ from those of the plan (cached answers), or the API rejected profiles. */
  | { readonly kind: "changed"; readonly changes?: Partial<Question> }
  | TooLarge
  /** A larger size has passed than before. */
  | { readonly kind: "size_passed"; readonly isOpen: IsOpen };

/** Steps are above the ceilings: one that the API rejected, or all. */
interface TooLarge {
  readonly kind: "too_large";
  readonly isOpen: IsOpen;
  readonly only?: string;
}

/** Tells the steps that are neither answered nor under way. */
type IsOpen = (step: RequestStep) => boolean;

export function refine(plan: Plan, discovery: Discovery, facts: Facts): Plan {
  switch (discovery.kind) {
    case "changed":
      return planQuestion({ ...plan.question, ...discovery.changes }, facts);
    case "too_large":
      return withinCeilings(plan, facts, discovery);
    case "size_passed":
      return cheaper(plan, facts, discovery.isOpen);
  }
}

/** The open steps are cut, or the question is planned again: whichever takes fewer requests. */
function withinCeilings(plan: Plan, facts: Facts, { isOpen, only }: TooLarge): Plan {
  const isCut = (step: RequestStep): boolean =>
    isOpen(step) && facts.ceilings.isOversized(step) && (only === undefined || step.key === only);
  return allSteps(plan).some(isCut)
    ? cheaper(
        mapSteps(plan, (step) => (isCut(step) ? piecesWithin(step.request, facts) : [step])),
        facts,
        isOpen,
      )
    : plan;
}

/** The plan, or that of the same question with these facts, if that takes fewer requests. */
function cheaper(plan: Plan, facts: Facts, isOpen: IsOpen): Plan {
  const again = planQuestion(plan.question, facts);
  return costOf(again, facts, isOpen) < costOf(plan, facts, isOpen) ? again : plan;
}

function costOf(plan: Plan, { ceilings }: Facts, isOpen: IsOpen): number {
  const open = allSteps(plan).filter(isOpen);
  return open.some((step) => ceilings.isTooLarge(step)) ? Number.POSITIVE_INFINITY : open.length;
}
