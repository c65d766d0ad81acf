/** What `check-api` has found of the account's API. Stored for all processes that use the account. */
import * as z from "zod";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import { noBlobCache, type BlobCache } from "../../base/files/blob-cache.ts";
import { parseJson } from "../../base/text/json.ts";
import { dayAt, isDay } from "../../base/time/days.ts";

const shape = z.object({
  network: z.enum(metricNetworks),
  /** The day of the check. */
  day: z.string().refine(isDay),
  differences: z.array(
    z.object({
      id: z.string(),
      /** The effect of the difference on replies. */
      effect: z.string(),
      /** Replies about them mention it. */
      metrics: z.array(z.string()),
    }),
  ),
});

export type CheckedNetwork = Readonly<z.output<typeof shape>>;

const name = "checked";
/** Milliseconds. Findings hold until the next check: an API does not change back by itself. */
const storedFor = 10 * 365 * 24 * 60 * 60 * 1000;

export class CheckedApi {
  #networks: ReadonlyMap<MetricNetwork, CheckedNetwork> = new Map();

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    private readonly cache: BlobCache = noBlobCache,
  ) {}

  /** Reads what is stored: a command can check the API while servers run. */
  async recall(): Promise<void> {
    const bytes = await this.cache.get(name);
    // A damaged file has no findings: the check can be repeated.
    const stored = z.array(shape).safeParse(parseJson(Buffer.from(bytes ?? []).toString())).data;
    // The day of a zone that is ahead of UTC can be the next one.
    const latest = dayAt(this.now() + 24 * 60 * 60 * 1000);
    const valid = stored?.filter(({ day }) => day <= latest);
    if (valid !== undefined)
      this.#networks = new Map(valid.map((checked) => [checked.network, checked]));
  }

  get networks(): readonly CheckedNetwork[] {
    return [...this.#networks.values()];
  }

  /** Replaces what was found for the network before. */
  async store(findings: CheckedNetwork): Promise<void> {
    await this.recall();
    this.#networks = new Map([...this.#networks, [findings.network, findings]]);
    const text = JSON.stringify(this.networks);
    await this.cache.put(name, Buffer.from(text), this.now() + storedFor);
  }
}
