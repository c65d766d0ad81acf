/** Facts learned from the API's answers: its size limits, how it takes insights, how posts name their profile. Stored for the next process. */
import pLimit from "p-limit";
import * as z from "zod";
import { surpriseNames, type MetricsRequest, type Surprise } from "../api/metrics-answer.ts";
import { lazily } from "../../base/async/lazily.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { noBlobCache, type BlobCache } from "../../base/files/blob-cache.ts";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import { postNetworks, type PostNetwork } from "../../catalog/post-endpoints.ts";
import { parseJson } from "../../base/text/json.ts";
import { isAhead, isValid } from "../../base/time/clock.ts";
import { isDay, type Day } from "../../base/time/days.ts";
import { Restatements, restatementShape } from "./restatements.ts";
import { Unaccepted, unacceptedShape } from "./unaccepted.ts";
import { Ceilings, ceilingShape, shapeOf, sizeOf, type Sized } from "./request-size.ts";

const day = z.string().refine(isDay);

const shape = z.object({
  history: z.object({ from: day, isFirst: z.boolean(), at: z.number() }).optional(),
  insightsApart: z.array(z.enum(metricNetworks)).optional(),
  profileFields: z.array(z.tuple([z.enum(postNetworks), z.string().max(100)])).optional(),
  absentFields: z.array(z.tuple([z.enum(postNetworks), z.number()])).optional(),
  postProfiles: z.array(z.tuple([z.enum(postNetworks), z.number(), z.number()])).optional(),
  surprises: z.array(z.tuple([z.enum(surpriseNames), z.number()])).optional(),
  unaccepted: unacceptedShape.optional(),
  restated: restatementShape.optional(),
  ceilings: z.array(ceilingShape),
});

const noteName = "learnt";
const learnedFor = ourLimits.learnedDays * 24 * 60 * 60 * 1000;

export class Learned {
  ceilings = new Ceilings();
  readonly unaccepted: Unaccepted;
  readonly restated: Restatements;
  /** Networks for which the API rejects other metrics of profiles whose insights are off, beside insights metrics. */
  readonly insightsApart = new Set<MetricNetwork>();
  /** The fields that name the profile of a post, by network. */
  readonly profileFields = new Map<PostNetwork, string>();
  /** When a post without such a field was seen, by network. */
  readonly #absentFields = new Map<PostNetwork, number>();
  /** The most profiles of a request for posts, by network, and when it was learned. */
  readonly #postProfiles = new Map<PostNetwork, readonly [most: number, at: number]>();
  /** The numbers of answers with contents that are not accepted: those stored, and those since then. */
  #storedSurprises = new Map<Surprise, number>();
  readonly #newSurprises = new Map<Surprise, number>();
  /** The earliest day that the API has answered, and whether it rejects the days before it. */
  #history: { readonly from: Day; readonly isFirst: boolean; readonly at: number } | undefined;
  readonly #inTurn = pLimit(1);
  readonly #read = lazily(() => this.#merge());
  #stored = "";

  constructor(
    private readonly now: () => number,
    private readonly cache: BlobCache = noBlobCache,
  ) {
    this.unaccepted = new Unaccepted(now);
    this.restated = new Restatements(now);
  }

  /** Reads what is stored, once per process, and drops what has expired since. */
  async recall(): Promise<void> {
    await this.#read();
    this.ceilings = this.ceilings.merge([], this.now());
  }

  countSurprise(surprise: Surprise): void {
    this.#newSurprises.set(surprise, (this.#newSurprises.get(surprise) ?? 0) + 1);
  }

  /** The number of surprising answers of each kind. */
  get surprises(): ReadonlyMap<Surprise, number> {
    const counts = surpriseNames.map((name): [Surprise, number] => [
      name,
      (this.#storedSurprises.get(name) ?? 0) + (this.#newSurprises.get(name) ?? 0),
    ]);
    return new Map(counts.filter(([, count]) => count > 0));
  }

  /** @param rows of the breakdown of the answer; 0 without one. */
  learnPassed(request: MetricsRequest, rows: number): void {
    const sized = { shape: shapeOf(request), size: sizeOf(request, rows) };
    const ceilings = this.ceilings.withRows(sized.shape, rows, this.now());
    this.ceilings = ceilings.withPassed(sized, this.now());
  }

  learnAbsentField(network: PostNetwork): void {
    this.#absentFields.set(network, this.now());
  }

  /** @param from the first day of a request that was answered. */
  learnAnswered(from: Day): void {
    const known = this.answeredFrom;
    if (known !== undefined && known <= from) return;
    this.#history = { from, isFirst: false, at: this.now() };
  }

  /** @param first the first day of the account's history: it is the first one that is answered now. */
  learnHistory(first: Day): void {
    this.#history = { from: first, isFirst: true, at: this.now() };
  }

  /** The earliest day that was answered in the last days; undefined until one is. */
  get answeredFrom(): Day | undefined {
    const { from, at } = this.#history ?? { from: undefined, at: 0 };
    return isValid(at, learnedFor, this.now()) ? from : undefined;
  }

  /** The first day of the account's history; undefined until the API rejects an earlier one. */
  get historyStart(): Day | undefined {
    return this.#history?.isFirst === true ? this.answeredFrom : undefined;
  }

  /** @param most half the profiles of a request for posts that was too large. */
  learnPostProfiles(network: PostNetwork, most: number): void {
    this.#postProfiles.set(network, [Math.min(most, this.postProfiles(network)), this.now()]);
  }

  /** The most profiles of a request for posts; infinite until the API rejects a number. */
  postProfiles(network: PostNetwork): number {
    const [most, at] = this.#postProfiles.get(network) ?? [Number.POSITIVE_INFINITY, 0];
    return isValid(at, learnedFor, this.now()) ? most : Number.POSITIVE_INFINITY;
  }

  /** True for a day after a post without a field that names its profile. */
  isFieldAbsent(network: PostNetwork): boolean {
    const seen = this.#absentFields.get(network) ?? -Infinity;
    return isValid(seen, ourLimits.absentFieldSeconds * 1000, this.now());
  }

  learnRefused(request: Sized): void {
    this.ceilings = this.ceilings.withRefused(request, this.now());
  }

  /** Stores what is new, merged with what other processes have learned in the meantime. Calls store in turn. */
  store(): Promise<void> {
    return this.#inTurn(() => this.#storeNew());
  }

  async #storeNew(): Promise<void> {
    if (this.#text() === this.#stored) return;
    await this.#merge();
    this.#stored = this.#text();
    this.#storedSurprises = new Map(this.surprises);
    this.#newSurprises.clear();
    await this.cache.put(noteName, Buffer.from(this.#stored), this.now() + learnedFor);
  }

  #text(): string {
    return JSON.stringify({
      insightsApart: [...this.insightsApart],
      profileFields: [...this.profileFields],
      absentFields: [...this.#absentFields],
      history: this.#history,
      postProfiles: [...this.#postProfiles].map(([network, [most, at]]) => [network, most, at]),
      surprises: [...this.surprises],
      unaccepted: this.unaccepted.list(),
      restated: this.restated.list(),
      ceilings: this.ceilings.list(),
    });
  }

  async #merge(): Promise<void> {
    const bytes = await this.cache.get(noteName);
    // A damaged file has no facts: they are learned again.
    const stored = shape.safeParse(parseJson(Buffer.from(bytes ?? []).toString())).data;
    if (stored === undefined) return;
    for (const network of stored.insightsApart ?? []) this.insightsApart.add(network);
    for (const entry of stored.profileFields ?? []) this.profileFields.set(...entry);
    const isPast = (at: number): boolean => !isAhead(at, this.now());
    for (const [network, seen] of (stored.absentFields ?? []).filter(([, at]) => isPast(at)))
      this.#absentFields.set(network, Math.max(seen, this.#absentFields.get(network) ?? seen));
    this.#storedSurprises = new Map(stored.surprises);
    this.unaccepted.merge(stored.unaccepted);
    this.restated.merge(stored.restated);
    const { history } = stored;
    if (history !== undefined && isPast(history.at) && history.at > (this.#history?.at ?? 0))
      this.#history = history;
    for (const [network, most, at] of stored.postProfiles ?? [])
      if (isPast(at) && at > (this.#postProfiles.get(network)?.[1] ?? 0))
        this.#postProfiles.set(network, [most, at]);
    this.ceilings = this.ceilings.merge(stored.ceilings, this.now());
    this.#stored = this.#text();
  }
}
