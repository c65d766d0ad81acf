/** What is learnt of how large an answer the API gives: the largest size that passed, the smallest refused. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { daysBetween } from "../calendar/days.ts";
import { ourLimits } from "../catalog/limits.ts";
import { sizeOf } from "./split.ts";

interface Ceiling {
  passed: number;
  refused: number;
}

/** Sizes stand per version, network and shape of a request; one object serves one account. */
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

  /** As large as one that was refused: to be cut, or asked at finer dimensions, without being sent. */
  isRefused(request: MetricsRequest): boolean {
    return sizeOf(request) >= this.#of(request).refused;
  }

  #of(request: MetricsRequest): Ceiling {
    const shape = shapeOf(request);
    const known = this.#byShape.get(shape) ?? { passed: 0, refused: Number.POSITIVE_INFINITY };
    this.#byShape.set(shape, known);
    return known;
  }
}

/** The dimensions, and about how many profile-days stand behind each number: an API may count those as well. */
export function shapeOf(request: MetricsRequest): string {
  const { version, network, dimensions, profiles, start, end } = request;
  const profilesBehind = dimensions.includes("profile") ? 1 : profiles.length;
  const daysBehind = dimensions.includes("date.day") ? 1 : daysBetween(start, end);
  const behind = Math.ceil(Math.log2(profilesBehind * daysBehind));
  return [version, network, ...dimensions, behind].join(" ");
}
