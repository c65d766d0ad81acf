/** What is learnt of how large an answer the API gives: the largest size that passed, the smallest refused. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { ourLimits } from "../catalog/limits.ts";
import { sizeOf } from "./split.ts";

interface Ceiling {
  passed: number;
  refused: number;
}

/** Sizes stand per version, network and dimension shape; one object serves one account. */
export class Ceilings {
  readonly #byShape = new Map<string, Ceiling>();

  /** The largest size to send: what passed if it is near what was refused, else half of what was refused. */
  most(request: MetricsRequest): number {
    const { passed, refused } = this.#of(request);
    return passed * 4 >= refused ? passed : Math.max(Math.floor(refused / 2), 1);
  }

  /** A request larger than any that passed, and large, or of a shape that was refused before. */
  isUncertain(request: MetricsRequest): boolean {
    const { passed, refused } = this.#of(request);
    const size = sizeOf(request);
    return size > passed && (size > ourLimits.sureNumbers || Number.isFinite(refused));
  }

  learnPassed(request: MetricsRequest): void {
    const ceiling = this.#of(request);
    const size = sizeOf(request);
    if (size < ceiling.refused) ceiling.passed = Math.max(ceiling.passed, size);
  }

  learnRefused(request: MetricsRequest): void {
    const ceiling = this.#of(request);
    const size = sizeOf(request);
    ceiling.refused = Math.min(ceiling.refused, size);
    if (ceiling.passed >= size) ceiling.passed = 0;
  }

  #of({ version, network, dimensions }: MetricsRequest): Ceiling {
    const shape = `${version} ${network} ${dimensions.join(" ")}`;
    const known = this.#byShape.get(shape) ?? { passed: 0, refused: Number.POSITIVE_INFINITY };
    this.#byShape.set(shape, known);
    return known;
  }
}
