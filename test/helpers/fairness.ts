/** Callers who ask one or several gates for requests at the same time, and how evenly they got them. */
import type { Gate } from "../../src/suite/quota/gate.ts";
import { never } from "./in-memory.ts";

export const times = (count: number, caller: string): string[] =>
  Array.from({ length: count }, () => caller);

/** Jain's index: 1 where all have the same, 1/n where one has everything. */
export function fairness(counts: readonly number[]): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum ** 2 / (counts.length * counts.reduce((total, count) => total + count ** 2, 0));
}

/** Callers who wait at a gate, in this order. */
interface Waiting {
  readonly gate: Gate;
  readonly callers: readonly string[];
}

/** Returns who got requests, in order; those who got none are left out. */
export async function admittedOf(...queues: readonly Waiting[]): Promise<string[]> {
  const admitted: string[] = [];
  const waiting = { signal: never, deadline: 0, onWait: () => {} };
  await Promise.allSettled(
    queues.flatMap(({ gate, callers }) =>
      callers.map(async (caller) => {
        await gate.admit({ ...waiting, caller });
        admitted.push(caller);
      }),
    ),
  );
  return admitted;
}

/** The number of requests that each of these callers got. */
export const countsOf = (callers: readonly string[], admitted: readonly string[]): number[] =>
  callers.map((caller) => admitted.filter((name) => name === caller).length);
