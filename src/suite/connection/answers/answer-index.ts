/**
 * The index of cached metrics answers, without their numbers: found by their request, or by what they hold. It only
 * hints at what the cache holds: an answer that is not there counts as missing. It is made from the heads of the cached
 * answers, and grows as any process adds answers.
 */
import { isAhead } from "../../../base/time/clock.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { ProfileId } from "../../api/records.ts";
import type { BlobCache, BlobName } from "../../../base/files/blob-cache.ts";
import type { Owner } from "../../../base/memory/budget.ts";
import { ourLimits } from "../../../catalog/limits.ts";
import { dayNumber } from "../../../base/time/days.ts";
import { lazily } from "../../../base/async/lazily.ts";
import { keyOf, listKeyOf, readAnswerHead, settledUntil } from "./cached-answer.ts";
import type { AnswerHead, CachedAnswer, Gap, ProfileList, ZoneOf } from "./cached-answer.ts";

/** Another release that writes another format uses another version, and both can share a folder. */
export const answerPrefix = "metrics 6 ";

/** A moment, and the number of answers that had been added until then. */
export interface Moment {
  readonly at: number;
  readonly added: number;
}

/** An answer with what finding its cells needs. Days are numbers of days since 1970. */
export interface IndexEntry {
  readonly answer: CachedAnswer;
  readonly list: ListOfProfiles;
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
export const gapsIn = ({ gaps }: IndexEntry, profile: ProfileId): readonly Gap[] =>
  gaps().get(profile) ?? [];

const noGaps = lazily((): ReadonlyMap<ProfileId, readonly Gap[]> => new Map());

/** Milliseconds; nothing that has expired is used, but it takes memory. */
const sweepInterval = 60_000;

/** Answers for the same profiles in the same time zones. */
interface ListOfProfiles extends ProfileList {
  readonly key: string;
  readonly answers: Set<IndexedAnswer>;
}

/** An answer with its place in the index. It is read when a question concerns its list of profiles. */
interface IndexedAnswer {
  readonly key: string;
  readonly list: ListOfProfiles;
  readonly fetchedAt: number;
  readonly entry: () => IndexEntry | undefined;
}

interface Candidate {
  readonly entry: IndexEntry;
  /** The lists to add it to: one for each profile whose cells it holds. */
  readonly ofProfiles: readonly IndexEntry[][];
}

export class AnswerIndex {
  readonly #byKey = new Map<string, IndexedAnswer>();
  /** By their keys: thousands of answers share few lists. */
  readonly #lists = new Map<string, ListOfProfiles>();
  readonly #readNew: () => Promise<void>;
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
    this.#readNew = cache.follow(answerPrefix, (entry) => this.#read(entry));
  }

  /** Reads what other processes have cached, and drops what has expired. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#readNew().finally(() => (this.#reading = undefined));
    await this.#reading;
    const now = this.now();
    if (now < this.#swept + sweepInterval) return;
    this.#swept = now;
    for (const answer of this.#byKey.values())
      if (settledUntil(answer) <= now) this.#remove(answer);
  }

  moment(): Moment {
    return { at: this.now(), added: this.#added };
  }

  get(key: string): IndexEntry | undefined {
    return this.#byKey.get(key)?.entry();
  }

  /**
   * Returns the answers with cells of each profile, the latest last: those of other processes can be read late.
   * @param zoneOf excludes answers of another time zone of the profile.
   * @param isWanted is called once for each answer, not for each of its profiles.
   */
  of(
    profiles: readonly ProfileId[],
    zoneOf: ZoneOf,
    isWanted: (entry: IndexEntry) => boolean,
  ): ReadonlyMap<ProfileId, readonly IndexEntry[]> {
    const byProfile = new Map(profiles.map((id): [ProfileId, IndexEntry[]] => [id, []]));
    const candidates = [...this.#lists.values()].flatMap((list) => {
      const ofProfiles = list.profiles.flatMap((id, place) => {
        const entries = byProfile.get(id);
        return entries === undefined || list.zones[place] !== zoneOf(id) ? [] : [entries];
      });
      if (ofProfiles.length === 0) return [];
      const entries = [...list.answers].flatMap((answer) => answer.entry() ?? []);
      return entries.filter(isWanted).map((entry) => ({ entry, ofProfiles }));
    });
    for (const { entry, ofProfiles } of candidates.toSorted(byAge))
      for (const entries of ofProfiles) entries.push(entry);
    return byProfile;
  }

  /** Adds an answer, unless a later one to the same request is known. */
  put(answer: CachedAnswer): void {
    const { request, zones, fetchedAt, settledBefore, gaps } = answer;
    const list = { profiles: request.profiles, zones };
    // An answer also has its numbers, which the index does not hold.
    const description = { request, zones, fetchedAt, settledBefore, gaps };
    this.#add(keyOf(request), {
      listKey: listKeyOf(answer),
      list,
      fetchedAt,
      answer: () => description,
    });
  }

  /** Removes an answer, unless another one to the same request has taken its place. */
  remove({ request, fetchedAt }: CachedAnswer): void {
    const known = this.#byKey.get(keyOf(request));
    if (known?.fetchedAt === fetchedAt) this.#remove(known);
  }

  #add(key: string, { listKey, list: { profiles, zones }, fetchedAt, answer }: AnswerHead): void {
    const known = this.#byKey.get(key);
    const isLater = known !== undefined && known.fetchedAt > fetchedAt;
    if (isLater && !isAhead(known.fetchedAt, this.now())) return;
    if (known !== undefined) this.#remove(known);
    this.#added += 1;
    const number = this.#added;
    const list = this.#listOf(listKey, { profiles, zones });
    const added = { key, list, fetchedAt, entry: lazily(() => entryOf(list, number, answer())) };
    this.#byKey.set(key, added);
    list.answers.add(added);
    this.#count(bytesOfEntry);
    for (const oldest of this.#byKey.values()) {
      if (this.#bytes <= this.memory.maxBytes * ourLimits.indexShare) return;
      this.#remove(oldest);
    }
  }

  #listOf(key: string, profiles: ProfileList): ListOfProfiles {
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = { ...profiles, key, answers: new Set<IndexedAnswer>() };
    this.#lists.set(key, list);
    this.#count(bytesOfList(list));
    return list;
  }

  #remove(answer: IndexedAnswer): void {
    const { key, list } = answer;
    this.#byKey.delete(key);
    this.#count(-bytesOfEntry);
    list.answers.delete(answer);
    if (list.answers.size > 0) return;
    this.#lists.delete(list.key);
    this.#count(-bytesOfList(list));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.memory.count(bytes);
  }

  #read({ name, head, detail }: BlobName): void {
    const key = name.slice(answerPrefix.length);
    const read = readAnswerHead(head, detail, this.#lists);
    if (read === undefined || read.fetchedAt === this.#byKey.get(key)?.fetchedAt) return;
    this.#add(key, read);
  }
}

/** Measured: 620, and 400 more for its place in the file cache. */
const bytesOfEntry = 1000;
const bytesOfList = ({ profiles }: ListOfProfiles): number => 500 + profiles.length * 100;

function entryOf(
  list: ListOfProfiles,
  number: number,
  answer: CachedAnswer | undefined,
): IndexEntry | undefined {
  if (answer === undefined) return undefined;
  const { request, settledBefore, gaps } = answer;
  return {
    answer,
    list,
    number,
    first: dayNumber(request.start),
    last: dayNumber(request.end),
    settledTo: dayNumber(settledBefore) - 1,
    gaps: gaps.length === 0 ? noGaps : lazily(() => gapsByProfile(request, gaps)),
  };
}

/** The earliest fetched first; answers of the same moment in the order in which they were added. */
const byAge = ({ entry: left }: Candidate, { entry: right }: Candidate): number =>
  left.answer.fetchedAt - right.answer.fetchedAt || left.number - right.number;

function gapsByProfile(
  { profiles }: MetricsRequest,
  gaps: readonly Gap[],
): Map<ProfileId, readonly Gap[]> {
  const lists = profiles.map((): Gap[] => []);
  for (const gap of gaps) for (const place of gap.profiles) lists[place]?.push(gap);
  return new Map(profiles.map((id, place) => [id, lists[place] ?? []]));
}
