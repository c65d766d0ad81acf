/**
 * The index of cached metrics answers, without their numbers: found by their request, or by a profile and its days. It
 * only hints at what the cache holds: an answer that is not there counts as missing. It is made from the heads of the
 * cached answers, and grows as any process adds answers.
 */
import { isAhead } from "../../time/clock.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { ProfileId } from "../../api/records.ts";
import type { BlobCache } from "../../files/blob-cache.ts";
import type { Owner } from "../../memory/budget.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { TimeSlice } from "../../async/time-slice.ts";
import { dayNumber } from "../../time/days.ts";
import { lazily } from "../../async/lazily.ts";
import { cachedAnswerText, keyOf, readCachedAnswer, settledUntil } from "./cached-answer.ts";
import type { CachedAnswer, Gap } from "./cached-answer.ts";

/** Another release that writes another format uses another version, and both can share a folder. */
export const answerPrefix = "metrics 4 ";

/** A moment, and the number of answers that had been added until then. */
export interface Moment {
  readonly at: number;
  readonly added: number;
}

/** An answer with what finding its cells needs. Days are numbers of days since 1970. */
export interface Entry {
  readonly answer: CachedAnswer;
  /** Larger for an answer that was added later. */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** The last day whose numbers were not restated any more when they were fetched. */
  readonly settledTo: number;
  /** The gaps of each profile: those of its cells. */
  readonly gaps: () => ReadonlyMap<ProfileId, readonly Gap[]>;
}

/** The gaps of an answer that concern a profile. Most answers have none at all. */
export const gapsIn = ({ answer, gaps }: Entry, profile: ProfileId): readonly Gap[] =>
  answer.gaps.length === 0 ? [] : (gaps().get(profile) ?? []);

/** The group of cells that a profile is looked up in: those of each breakdown are apart. */
type Place = Pick<MetricsRequest, "version" | "network" | "dimensions">;

/** Milliseconds; nothing that has expired is used, but it takes memory. */
const sweepInterval = 60_000;

/** Sorted once for many changes: a start adds thousands of answers before the first question. */
class AnswersOfProfile {
  readonly #entries = new Set<Entry>();
  #sorted: readonly Entry[] | undefined;

  add(entry: Entry): void {
    this.#entries.add(entry);
    this.#sorted = undefined;
  }

  /** Returns how many are left. */
  remove(entry: Entry): number {
    this.#entries.delete(entry);
    this.#sorted = undefined;
    return this.#entries.size;
  }

  /** Answers of other processes can be read late. */
  latestLast(): readonly Entry[] {
    this.#sorted ??= [...this.#entries].toSorted(
      (one, other) => one.answer.fetchedAt - other.answer.fetchedAt,
    );
    return this.#sorted;
  }
}

export class AnswerIndex {
  readonly #byKey = new Map<string, Entry>();
  /** By version, network, dimensions and profile: the answers with its cells. */
  readonly #byProfile = new Map<string, AnswersOfProfile>();
  readonly #listNew: ReturnType<BlobCache["follow"]>;
  #reading: Promise<void> | undefined;
  #swept = 0;
  /** The number of answers that were ever added. */
  #added = 0;
  #bytes = 0;

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    cache: BlobCache,
    private readonly memory: Owner,
  ) {
    this.#listNew = cache.follow(answerPrefix);
  }

  /** Reads what other processes have cached, and drops what has expired. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
    const now = this.now();
    if (now < this.#swept + sweepInterval) return;
    this.#swept = now;
    for (const { answer } of this.#byKey.values())
      if (settledUntil(answer) <= now) this.remove(answer);
  }

  moment(): Moment {
    return { at: this.now(), added: this.#added };
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  /** The answers with cells of a profile, the latest last. */
  of(place: Place, profile: ProfileId): readonly Entry[] {
    return this.#byProfile.get(profileKey(place, profile))?.latestLast() ?? [];
  }

  /** Adds an answer, unless a later one to the same request is known. */
  put({ request, fetchedAt, settledBefore, gaps }: CachedAnswer): void {
    const key = keyOf(request);
    const known = this.#byKey.get(key)?.answer;
    const isLater = known !== undefined && known.fetchedAt > fetchedAt;
    if (isLater && !isAhead(known.fetchedAt, this.now())) return;
    if (known !== undefined) this.remove(known);
    this.#added += 1;
    const entry = {
      // An answer also has its numbers, which the index does not hold.
      answer: { request, fetchedAt, settledBefore, gaps },
      number: this.#added,
      first: dayNumber(request.start),
      last: dayNumber(request.end),
      settledTo: dayNumber(settledBefore) - 1,
      gaps: lazily(() => gapsByProfile(request, gaps)),
    };
    this.#byKey.set(key, entry);
    this.#count(bytesOf(request));
    this.#putCells(entry);
    for (const { answer } of this.#byKey.values()) {
      if (this.#bytes <= this.memory.maxBytes * ourLimits.indexShare) return;
      this.remove(answer);
    }
  }

  #putCells(entry: Entry): void {
    const { request } = entry.answer;
    for (const profile of request.profiles) {
      const name = profileKey(request, profile);
      const answers = this.#byProfile.get(name) ?? new AnswersOfProfile();
      answers.add(entry);
      this.#byProfile.set(name, answers);
    }
  }

  /** Removes an answer, unless another one to the same request has taken its place. */
  remove({ request, fetchedAt }: CachedAnswer): void {
    const key = keyOf(request);
    const entry = this.#byKey.get(key);
    if (entry?.answer.fetchedAt !== fetchedAt) return;
    this.#byKey.delete(key);
    this.#count(-bytesOf(request));
    for (const profile of request.profiles) {
      const name = profileKey(request, profile);
      if (this.#byProfile.get(name)?.remove(entry) === 0) this.#byProfile.delete(name);
    }
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.memory.count(bytes);
  }

  async #read(): Promise<void> {
    const slice = new TimeSlice(undefined, this);
    for (const { name, head } of await this.#listNew()) {
      const known = this.get(name.slice(answerPrefix.length));
      if (known !== undefined && cachedAnswerText(known.answer) === head) continue;
      const answer = readCachedAnswer(head);
      if (answer !== undefined) this.put(answer);
      await slice.pause();
    }
  }
}

/** Names of profiles, and the places of the answer among those of each profile. */
const bytesOf = ({ profiles }: MetricsRequest): number => 1000 + profiles.length * 150;

function gapsByProfile(
  { profiles }: MetricsRequest,
  gaps: readonly Gap[],
): Map<ProfileId, readonly Gap[]> {
  const lists = profiles.map((): Gap[] => []);
  for (const gap of gaps) for (const place of gap.profiles) lists[place]?.push(gap);
  return new Map(profiles.map((id, place) => [id, lists[place] ?? []]));
}

const profileKey = ({ version, network, dimensions }: Place, profile: ProfileId): string =>
  [version, network, ...dimensions, profile].join(" ");
