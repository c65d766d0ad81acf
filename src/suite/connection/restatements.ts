/** The values that later fetches replaced by others, by network and day. */
import * as z from "zod";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import { isAhead } from "../../base/time/clock.ts";
import { isDay } from "../../base/time/days.ts";
import { joinRestated, type RestatedDay, type Restatement } from "../../numbers/cells/fetched.ts";

const rememberedFor = 30 * 24 * 60 * 60 * 1000;

/** The latest of them are remembered. */
const most = 500;

export const restatementShape = z.array(
  z.object({
    network: z.enum(metricNetworks),
    day: z.string().refine(isDay),
    values: z.int().positive(),
    since: z.number(),
    /** When the values were replaced, in milliseconds since 1970. */
    at: z.number(),
  }),
);
type RestatementEntry = z.infer<typeof restatementShape>[number];

export class Restatements {
  #entries: readonly RestatementEntry[] = [];

  constructor(private readonly now: () => number) {}

  learn(network: MetricNetwork, days: readonly RestatedDay[]): void {
    const at = this.now();
    // Answers of one millisecond are one entry.
    const entries = days.map((restated): RestatementEntry => {
      const entry = { network, ...restated, at };
      const known = this.#entries.find((candidate) => keyOf(candidate) === keyOf(entry));
      return {
        ...entry,
        values: restated.values + (known?.values ?? 0),
        since: Math.min(restated.since, known?.since ?? restated.since),
      };
    });
    this.merge(entries);
  }

  /** One for each network and day, in order. */
  days(): Restatement[] {
    return joinRestated(this.list());
  }

  list(): readonly RestatementEntry[] {
    return this.#entries.filter(({ at }) => at > this.now() - rememberedFor);
  }

  /** Another process may have stored some of the same entries. */
  merge(stored: readonly RestatementEntry[] = []): void {
    const entries = [...this.list(), ...stored.filter(({ at }) => !isAhead(at, this.now()))];
    const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
    this.#entries = [...byKey.values()]
      .toSorted((left, right) => right.at - left.at)
      .slice(0, most);
  }
}

const keyOf = ({ network, day, at }: RestatementEntry): string => [network, day, at].join(" ");
