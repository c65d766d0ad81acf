/** What is learnt of how large an answer the API gives: the largest size that passed, the smallest refused. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { daysBetween } from "../time/days.ts";
import { ourLimits } from "../catalog/limits.ts";
import { sizeOf } from "../metrics/plan/split.ts";

/** Refused is null where nothing was. */
export interface Ceiling {
  readonly shape: string;
  readonly passed: number;
  readonly refused: number | null;
  /** When it was learnt last, in milliseconds since 1970. */
  readonly at: number;
}

interface Bounds {
  passed: number;
  refused: number;
  at: number;
}

/** Sizes stand per version, network and shape of a request; one object serves one account. */
export class Ceilings {
  readonly #byShape = new Map<string, Bounds>();

  /** @param now milliseconds since 1970. */
  constructor(readonly now: () => number = () => 0) {}

  /** What is worth keeping: the shapes that were refused. */
  learnt(): Ceiling[] {
    return [...this.#byShape]
      .filter(([, { refused }]) => Number.isFinite(refused))
      .map(([shape, bounds]) => ({ shape, ...bounds }));
  }

  /** Joins what another process has learnt; what is older than that many days is forgotten. */
  join(ceilings: readonly Ceiling[]): void {
    const oldest = this.#oldest();
    for (const { shape, passed, refused, at } of ceilings) {
      if (refused === null || at < oldest) continue;
      const known = this.#byShape.get(shape);
      const both = known ?? { passed: 0, refused, at };
      both.refused = Math.min(both.refused, refused);
      both.passed = Math.max(both.passed, passed);
      if (both.passed >= both.refused) both.passed = 0;
      both.at = Math.max(both.at, at);
      this.#byShape.set(shape, both);
    }
  }

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
    if (size >= ceiling.refused || size <= ceiling.passed) return;
    ceiling.passed = size;
    ceiling.at = this.now();
  }

  learnRefused(request: MetricsRequest): void {
    const ceiling = this.#of(request);
    const size = sizeOf(request);
    ceiling.refused = Math.min(ceiling.refused, size);
    if (ceiling.passed >= size) ceiling.passed = 0;
    ceiling.at = this.now();
  }

  /** As large as one that was refused: to be cut, or asked at finer dimensions, without being sent. */
  isRefused(request: MetricsRequest): boolean {
    return sizeOf(request) >= this.#of(request).refused;
  }

  #of(request: MetricsRequest): Bounds {
    const shape = shapeOf(request);
    const known = this.#byShape.get(shape);
    if (known !== undefined && known.at >= this.#oldest()) return known;
    const nothing = { passed: 0, refused: Number.POSITIVE_INFINITY, at: this.now() };
    this.#byShape.set(shape, nothing);
    return nothing;
  }

  #oldest(): number {
    return this.now() - ourLimits.learntDays * 24 * 60 * 60 * 1000;
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
