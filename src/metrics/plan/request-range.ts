/** Counts the requests of plans: a range where it is not known whether the API accepts their sizes. Pure. */
import type { Facts } from "./requests.ts";
import { refine } from "./refine.ts";
import { allSteps, isOpen, openSteps, type Plan, type RequestStep } from "./steps.ts";

export interface RequestRange {
  readonly least: number;
  /** The requests if the API accepts no larger sizes than are known, or taken, to pass; infinite where none is known. */
  readonly most: number;
}

export const requestRange = (plans: readonly Plan[], facts: Facts): RequestRange => ({
  least: openSteps(...plans).length,
  most: plans.reduce((sum, plan) => sum + atWorst(plan, facts), 0),
});

/** Every size that is not certain is rejected, and halved until it is accepted. */
function atWorst(plan: Plan, facts: Facts): number {
  const lowered = new Set<string>();
  const openOf = (worst: Plan): RequestStep[] => allSteps(worst).filter(isOpen);
  let worst = plan;
  let { ceilings } = facts;
  for (let rejected = 0; ;) {
    const uncertain = openOf(worst).find((step) => ceilings.isUncertain(step));
    if (uncertain === undefined) return openOf(worst).length + rejected;
    const { shape } = uncertain;
    const lower = ceilings.atWorst(shape);
    // A request that is too large for its shape and cannot be cut.
    if (lower === undefined || lowered.has(shape)) return Number.POSITIVE_INFINITY;
    lowered.add(shape);
    rejected += ceilings.mostRejections(uncertain, lower.maxSize(shape));
    ceilings = lower;
    worst = refine(worst, { kind: "too_large", isOpen }, { ...facts, ceilings });
  }
}
