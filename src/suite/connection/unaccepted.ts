/** Metrics that the API no longer accepts: confirmed alone, remembered for a day. */
import * as z from "zod";
import { breakdownIn } from "../../catalog/dimensions.ts";
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { isAhead, isValid } from "../../base/time/clock.ts";

const rememberedFor = 24 * 60 * 60 * 1000;

export const unacceptedShape = z.array(z.tuple([z.string().max(300), z.number()]));

/** The version, the network and the breakdown for which a metric is not accepted. */
type Scope = Pick<MetricsRequest, "version" | "network" | "dimensions">;

export class Unaccepted {
  /** By scope and name, when the API rejected the metric alone. */
  readonly #since = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  learn(scope: Scope, name: string): void {
    this.#since.set(keyOf(scope, name), this.now());
  }

  /** Milliseconds since 1970; undefined for a metric that is accepted, and after a day, when it is tried again. */
  since(scope: Scope, name: string): number | undefined {
    const at = this.#since.get(keyOf(scope, name));
    return at !== undefined && isValid(at, rememberedFor, this.now()) ? at : undefined;
  }

  /** Those remembered now, as `facebook insights_reach`. */
  names(): string[] {
    return this.list().map(([key]) => key.split(" ").slice(1).join(" "));
  }

  list(): (readonly [key: string, at: number])[] {
    return [...this.#since].filter(([, at]) => isValid(at, rememberedFor, this.now()));
  }

  merge(stored: z.infer<typeof unacceptedShape> = []): void {
    for (const [key, at] of stored)
      if (!isAhead(at, this.now()) && at > (this.#since.get(key) ?? 0)) this.#since.set(key, at);
  }
}

const keyOf = ({ version, network, dimensions }: Scope, name: string): string =>
  [version, network, name, breakdownIn(dimensions)].filter((part) => part !== undefined).join(" ");
