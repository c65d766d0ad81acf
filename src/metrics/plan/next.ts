/** Chooses the steps of a plan that can be sent now. Pure. */
import type { Ceilings } from "../../connection/ceilings.ts";
import { weekProbes, type Plan, type RequestStep } from "./steps.ts";

export interface Next {
  /** To be sent while nothing else is under way: its answer decides what follows. */
  readonly alone?: RequestStep;
  readonly together: readonly RequestStep[];
}

/**
 * A week probe goes first; then, for each shape whose size the API may reject, the largest request; then the rest.
 * @param open the steps that are neither answered nor under way.
 */
export function nextSteps(plan: Plan, open: readonly RequestStep[], ceilings: Ceilings): Next {
  const [probe] = weekProbes(plan);
  if (probe !== undefined) return { alone: probe.step, together: [] };
  const [largest] = open
    .filter((step) => ceilings.isUncertain(step))
    .toSorted((one, other) => other.size - one.size);
  return largest === undefined ? { together: open } : { alone: largest, together: [] };
}
