/**
 * The sizes of metrics requests, in numbers of their answers, and what the API has shown of them: the rows of a breakdown,
 * sizes that passed, and sizes that were rejected. They are stored by version, network and dimensions, so that later
 * requests are cut to them at once.
 */
import { isValid } from "../../base/time/clock.ts";
import * as z from "zod";
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { isBreakdown } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { daysBetween } from "../../base/time/days.ts";
import { bucketsOf, grainOf } from "../../base/time/grains.ts";

/** @param rows the number of rows of a breakdown or of the labels. */
export function sizeOf(request: MetricsRequest, rows: number): number {
  return request.dimensions.reduce((size, dimension) => {
    if (dimension === "profile") return size * request.profiles.length;
    if (dimension === "profile_label" || isBreakdown(dimension)) return size * rows;
    if (dimension === "date.day") return size * daysBetween(request.start, request.end);
    return size * bucketsOf(request.start, request.end, grainOf([dimension])).length;
  }, request.metrics.length);
}

/** Requests of one shape share a ceiling. */
export const shapeOf = ({
  version,
  network,
  dimensions,
}: Pick<MetricsRequest, "version" | "network" | "dimensions">): string =>
  [version, network, ...dimensions].join(" ");

/** The shape of a request, and its size. */
export interface Sized {
  readonly shape: string;
  readonly size: number;
}

interface Bounds {
  /** The most rows of a breakdown in one answer; 0 until an answer shows them. */
  readonly rows: number;
  readonly passed: number;
  readonly refused: number;
  /** When they were learned last, in milliseconds since 1970. */
  readonly at: number;
}

/** As stored; `refused` is null where nothing was rejected. */
export const ceilingShape = z.object({
  shape: z.string(),
  rows: z.number(),
  passed: z.number(),
  refused: z.number().nullable(),
  at: z.number(),
});
type Ceiling = Readonly<z.output<typeof ceilingShape>>;

const unbounded: Bounds = { rows: 0, passed: 0, refused: Number.POSITIVE_INFINITY, at: 0 };
const validFor = ourLimits.learnedDays * 24 * 60 * 60 * 1000;

/** Half of the trials of larger sizes are rejected: one is worth its request if it saves this many. */
const leastSaved = 2;

/** The requests that a size between the largest that passed and the smallest that was rejected saves, if it passes. */
const savedBy = (passed: number, refused: number, total: number): number =>
  total / passed - (2 * total) / (passed + refused);

/** The sizes that the API has accepted and rejected, and the rows of breakdowns, by shape. Immutable. */
export class Ceilings {
  constructor(private readonly byShape: ReadonlyMap<string, Bounds> = new Map()) {}

  /** The shapes of which more is known than a size that passed: only these are worth storing. */
  list(): Ceiling[] {
    return [...this.byShape]
      .filter(([, { refused, rows }]) => Number.isFinite(refused) || rows > 0)
      .map(([shape, bounds]) => ({ shape, ...bounds }));
  }

  /** Adds what another process has learned, and drops what has expired. */
  merge(stored: readonly Ceiling[], now: number): Ceilings {
    const merged = new Map([...this.byShape].filter(([, { at }]) => isValid(at, validFor, now)));
    for (const { shape, rows, passed, refused, at } of stored) {
      if (!isValid(at, validFor, now)) continue;
      const known = merged.get(shape) ?? unbounded;
      const bounds = {
        rows: Math.max(known.rows, rows),
        passed: Math.max(known.passed, passed),
        refused: Math.min(known.refused, refused ?? Number.POSITIVE_INFINITY),
        at: Math.max(known.at, at),
      };
      merged.set(shape, consistent(bounds));
    }
    return new Ceilings(merged);
  }

  /** The most rows of a breakdown or of labels in an answer; an assumed number until there is one. */
  rows(shape: string): number {
    return this.#of(shape).rows || ourLimits.assumedRows;
  }

  areRowsKnown(shape: string): boolean {
    return this.#of(shape).rows > 0;
  }

  size(request: MetricsRequest): number {
    return sizeOf(request, this.rows(shapeOf(request)));
  }

  /** The largest size to send: what passed if it is near what was rejected, else half of what was rejected. */
  maxSize(shape: string): number {
    const { passed, refused } = this.#of(shape);
    return passed * 4 >= refused ? passed : Math.max(Math.floor(refused / 2), 1);
  }

  /**
   * The size of the pieces of a request of this total size. If it becomes many pieces, a size between the largest that
   * passed and the smallest that was rejected is tried, so that fewer requests are needed.
   */
  sizeToTry(shape: string, total: number): number {
    const { passed, refused } = this.#of(shape);
    const isOpen = Number.isFinite(refused) && passed > 0;
    const isWorthwhile = isOpen && savedBy(passed, refused, total) >= leastSaved;
    return isWorthwhile ? this.#middle(shape) : this.maxSize(shape);
  }

  /** A request that is larger than any size to try: it is cut before it is sent. */
  isOversized({ shape, size }: Sized): boolean {
    const { refused } = this.#of(shape);
    return size >= refused || size > Math.max(this.maxSize(shape), this.#middle(shape));
  }

  #middle(shape: string): number {
    const { passed, refused } = this.#of(shape);
    return passed === 0 ? 0 : Math.floor((passed + refused) / 2);
  }

  /** A request larger than any of its shape that passed, if it is large, or the API has rejected requests before. */
  isUncertain({ shape, size }: Sized): boolean {
    const { passed, refused } = this.#of(shape);
    const bounds = [...this.byShape.values()];
    const hasRejected = bounds.some((bound) => Number.isFinite(bound.refused));
    const mostPassed = Math.max(0, ...bounds.map((bound) => bound.passed));
    const isLarge = size > ourLimits.safeNumbers || (hasRejected && size > mostPassed);
    return size > passed && (isLarge || Number.isFinite(refused));
  }

  /** True if a request as large has passed. */
  isProven({ shape, size }: Sized): boolean {
    return size <= this.#of(shape).passed;
  }

  /** A request as large as one that the API rejected. */
  isTooLarge({ shape, size }: Sized): boolean {
    return size >= this.#of(shape).refused;
  }

  /** The size that was rejected was computed with fewer rows. @param rows of the breakdown of an answer. */
  withRows(shape: string, rows: number, now: number): Ceilings {
    const bounds = this.#of(shape);
    if (rows <= bounds.rows) return this;
    const refused = (bounds.refused / this.rows(shape)) * rows;
    return this.#with(shape, { ...bounds, refused, rows, at: now });
  }

  withPassed({ shape, size }: Sized, now: number): Ceilings {
    const bounds = this.#of(shape);
    if (size >= bounds.refused || size <= bounds.passed) return this;
    return this.#with(shape, { ...bounds, passed: size, at: now });
  }

  withRefused({ shape, size }: Sized, now: number): Ceilings {
    const bounds = this.#of(shape);
    const refused = Math.min(bounds.refused, size);
    return this.#with(shape, consistent({ ...bounds, refused, at: now }));
  }

  #of(shape: string): Bounds {
    return this.byShape.get(shape) ?? unbounded;
  }

  #with(shape: string, bounds: Bounds): Ceilings {
    return new Ceilings(new Map([...this.byShape, [shape, bounds]]));
  }
}

/** A rejection overrides an earlier success of the same or a larger size. */
const consistent = (bounds: Bounds): Bounds =>
  bounds.passed >= bounds.refused ? { ...bounds, passed: 0 } : bounds;
