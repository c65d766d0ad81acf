/** Counts the requests of plans: a range where it is not known whether the API accepts their sizes. Pure. */
import type { Facts } from "./requests.ts";
import { refine } from "./refine.ts";
import { isOpen, openSteps, weekProbes, type Plan } from "./steps.ts";

export interface RequestRange {
  readonly least: number;
  /** The requests if the API accepts no larger sizes than are known, or taken, to pass; infinite where none is known. */
  readonly most: number;
}

export const requestRange = (plans: readonly Plan[], facts: Facts): RequestRange => ({
  least: plans.flatMap(openSteps).length,
  most: plans.reduce((sum, plan) => sum + atWorst(plan, facts), 0),
});

/** One for each further weekday that is tried as the first of the week. */
export const furtherProbes = 6;

/** Every size that is not certain is rejected, and halved until it is accepted. */
function atWorst(plan: Plan, facts: Facts): number {
  const probes = weekProbes(plan).length === 0 ? 0 : furtherProbes;
  const lowered = new Set<string>();
  let worst = plan;
  let { ceilings } = facts;
  for (let rejected = 0; ;) {
    const uncertain = openSteps(worst).find((step) => ceilings.isUncertain(step));
    if (uncertain === undefined) return openSteps(worst).length + rejected + probes;
    const { shape, size } = uncertain;
    const lower = ceilings.atWorst(shape);
    // A request that is too large for its shape and cannot be cut.
    if (lower === undefined || lowered.has(shape)) return Number.POSITIVE_INFINITY;
    lowered.add(shape);
    rejected += Math.ceil(Math.log2(size / lower.maxSize(shape)));
    ceilings = lower;
    worst = refine(worst, { kind: "too_large", isOpen }, { ...facts, ceilings });
  }
}
