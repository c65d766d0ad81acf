/** Ratios that a piece of a stored result names. */
import type { Result } from "../../cells/result.ts";
import { addRatios } from "../../meaning/ratio-columns.ts";
import { ratioOf, readRatio } from "../../meaning/ratios.ts";
import type { Piece } from "../../replies/reply.ts";

/** The piece with the names of its ratios, and a function that adds them to a result. */
export function namedRatios({ metrics, sortBy, ...piece }: Piece): {
  readonly piece: Piece;
  readonly add: (result: Result) => Result;
} {
  const texts = [...(metrics ?? []), ...(sortBy === undefined ? [] : [sortBy])];
  const ratios = new Map(
    texts.flatMap((text) => {
      const ratio = readRatio(text);
      return ratio === undefined ? [] : [[ratio.name, ratio] as const];
    }),
  );
  const nameOf = (text: string): string => readRatio(text)?.name ?? text;
  return {
    piece: {
      ...piece,
      metrics: metrics?.map(nameOf),
      sortBy: sortBy === undefined ? undefined : nameOf(sortBy),
    },
    add(result) {
      const held = new Set(result.cells.metrics.map(({ name }) => name));
      const added = [...ratios.values()].filter(({ name }) => !held.has(name));
      const known = result.days?.metrics ?? result.cells.metrics;
      return addRatios(
        result,
        added.map((ratio) => ratioOf(ratio, known)),
      );
    },
  };
}
