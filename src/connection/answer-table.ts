/** The cached answers that are known, found by their request or by a profile and its days. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import type { ProfileId } from "../api/records.ts";
import { areProfileDays, isBreakdown } from "../catalog/dimensions.ts";
import { dayNumber } from "../time/days.ts";
import { lazily } from "../async/lazily.ts";
import { keyOf, type CachedAnswer, type Gap } from "./cached-answer.ts";

/** An answer with what finding its cells needs. Days are numbers of days since 1970. */
export interface Entry {
  readonly answer: CachedAnswer;
  /** Larger for an answer that was added later. */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** The last day whose numbers were not restated any more when they were fetched. */
  readonly settledTo: number;
  /** The gaps by profile; see {@link gapsIn}. */
  readonly gaps: () => ReadonlyMap<ProfileId, readonly Gap[]>;
}

/** The gaps of an answer that concern a profile: those of its cells, or of the whole answer. */
export const gapsIn = ({ answer, gaps }: Entry, profile: ProfileId): readonly Gap[] =>
  gaps().get(profile) ?? answer.gaps.filter(({ cells }) => cells === undefined);

export const holdsCells = ({
  dimensions,
  profiles,
}: Pick<MetricsRequest, "dimensions" | "profiles">): boolean =>
  areProfileDays(dimensions, profiles.length) && !dimensions.some(isBreakdown);

type Account = Pick<MetricsRequest, "version" | "network">;

export class AnswerTable {
  readonly #byKey = new Map<string, Entry>();
  /** By version, network and profile: the answers with its cells, the latest last. */
  readonly #byProfile = new Map<string, readonly Entry[]>();
  #added = 0;

  /** The number of answers that were ever added. */
  get added(): number {
    return this.#added;
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  /** The answers with cells of a profile, the latest last. */
  of(account: Account, profile: ProfileId): readonly Entry[] {
    return this.#byProfile.get(profileKey(account, profile)) ?? [];
  }

  /** From the first that was added to the last. */
  values(): CachedAnswer[] {
    return [...this.#byKey.values()].map(({ answer }) => answer);
  }

  /** Adds an answer, unless a later one to the same request is known. */
  put({ request, fetchedAt, settledBefore, gaps }: CachedAnswer): void {
    const key = keyOf(request);
    const known = this.#byKey.get(key)?.answer;
    if (known !== undefined && known.fetchedAt > fetchedAt) return;
    if (known !== undefined) this.remove(known);
    this.#added += 1;
    const entry = {
      // An answer also has its numbers, which the table does not hold.
      answer: { request, fetchedAt, settledBefore, gaps },
      number: this.#added,
      first: dayNumber(request.start),
      last: dayNumber(request.end),
      settledTo: dayNumber(settledBefore) - 1,
      gaps: lazily(() => gapsByProfile(request, gaps)),
    };
    this.#byKey.set(key, entry);
    if (!holdsCells(request)) return;
    for (const profile of request.profiles) {
      const entries = this.of(request, profile);
      // Answers of other processes can be read late.
      const before = entries.findLastIndex(({ answer }) => answer.fetchedAt <= fetchedAt);
      this.#byProfile.set(profileKey(request, profile), entries.toSpliced(before + 1, 0, entry));
    }
  }

  /** Removes an answer, unless another one to the same request has taken its place. */
  remove({ request, fetchedAt }: CachedAnswer): void {
    const key = keyOf(request);
    const entry = this.#byKey.get(key);
    if (entry?.answer.fetchedAt !== fetchedAt) return;
    this.#byKey.delete(key);
    if (!holdsCells(request)) return;
    for (const profile of request.profiles) {
      const others = this.of(request, profile).filter((one) => one !== entry);
      if (others.length === 0) this.#byProfile.delete(profileKey(request, profile));
      else this.#byProfile.set(profileKey(request, profile), others);
    }
  }
}

/** The gaps of each profile that any names, in order. */
function gapsByProfile(
  { profiles }: MetricsRequest,
  gaps: readonly Gap[],
): Map<ProfileId, readonly Gap[]> {
  const named = new Set(gaps.flatMap(({ cells }) => cells?.profiles ?? []));
  const lists = new Map<number, Gap[]>([...named].map((place) => [place, []]));
  for (const gap of gaps)
    for (const place of gap.cells?.profiles ?? named) lists.get(place)?.push(gap);
  return new Map(
    [...lists].flatMap(([place, own]) => {
      const id = profiles[place];
      return id === undefined ? [] : [[id, own]];
    }),
  );
}

const profileKey = ({ version, network }: Account, profile: ProfileId): string =>
  `${version} ${network} ${profile}`;
