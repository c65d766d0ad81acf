/** What the cache holds at one moment: whole answers, and cells by profile and day. Pure. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import type { ProfileId } from "../api/records.ts";
import { areProfileDays, isBreakdown } from "../catalog/dimensions.ts";
import { groupBy, numbering } from "../cells/group-by.ts";
import { dayNumber } from "../time/days.ts";
import {
  gapUntil,
  keyOf,
  settledUntil,
  unsettledUntil,
  validUntil,
  type CachedAnswer,
  type Gap,
} from "./cached-answer.ts";

/** Cells by profile, day and metric. */
export type Box = Omit<MetricsRequest, "dimensions">;

/** Successive days, as numbers of days since 1970, both included, and the answer that holds their cells. */
export interface Run {
  readonly first: number;
  readonly last: number;
  /** The answer that was fetched last; undefined where there is none, or its cells are to be fetched again. */
  readonly answer: CachedAnswer | undefined;
}

/** Profiles of a box whose cells are held in the same way. */
export interface HeldGroup {
  readonly profiles: readonly ProfileId[];
  /** By the place of the metric in the box: runs that cover its days. */
  readonly runs: readonly (readonly Run[])[];
}

/** An answer, the gaps that concern one profile, and the profile's place in the answer. */
interface Holding {
  readonly answer: CachedAnswer;
  readonly gaps: readonly Gap[];
}

export const holdsCells = ({ dimensions, profiles }: MetricsRequest): boolean =>
  areProfileDays(dimensions, profiles.length) && !dimensions.some(isBreakdown);

export class CachedAnswers {
  readonly #byKey: ReadonlyMap<string, CachedAnswer>;
  readonly #withCells: readonly CachedAnswer[];

  /** @param now milliseconds since 1970. */
  constructor(
    answers: readonly CachedAnswer[],
    private readonly now: number,
  ) {
    this.#byKey = new Map(answers.map((answer) => [keyOf(answer.request), answer]));
    this.#withCells = answers
      .filter(({ request }) => holdsCells(request))
      .toSorted((one, other) => one.fetchedAt - other.fetchedAt);
  }

  /** The whole answer to a request; undefined if a part of it is to be fetched again, and for cells: see {@link over}. */
  get(request: MetricsRequest): CachedAnswer | undefined {
    if (holdsCells(request)) return undefined;
    const answer = this.#byKey.get(keyOf(request));
    return answer !== undefined && this.now < validUntil(answer) ? answer : undefined;
  }

  /** The cells of a box, by groups of profiles. A cell belongs to the answer that was fetched last. */
  over(box: Box): HeldGroup[] {
    const byProfile = this.#holdings(box);
    const numberOf = numbering();
    const holdingsOf = (profile: ProfileId): readonly Holding[] => byProfile.get(profile) ?? [];
    const textOf = (profile: ProfileId): string =>
      holdingsOf(profile)
        .map(({ answer, gaps }) => [answer, ...gaps].map(numberOf).join(" "))
        .join();
    return groupBy(box.profiles, textOf).map((profiles) => ({
      profiles,
      runs: box.metrics.map((metric) => this.#runs(box, metric, holdingsOf(profiles[0]))),
    }));
  }

  /**
   * When a cell was first seen missing, in the answer that was fetched last.
   * @param dayAt a number of days since 1970.
   */
  gapSince(box: Box): (profile: ProfileId, metric: string, dayAt: number) => number | undefined {
    const byProfile = this.#holdings(box);
    return (profile, metric, dayAt) => {
      const latest = byProfile
        .get(profile)
        ?.findLast(
          ({ answer: { request } }) => request.metrics.includes(metric) && isIn(dayAt, request),
        );
      return latest?.gaps.find((gap) => isInGap(latest.answer, gap, metric, dayAt))?.since;
    };
  }

  /** The answers with cells of the box, by profile, the latest last. */
  #holdings(box: Box): Map<ProfileId, Holding[]> {
    const wanted = new Set(box.profiles);
    const byProfile = new Map<ProfileId, Holding[]>();
    for (const answer of this.#withCells) {
      const { request, gaps } = answer;
      if (!overlaps(request, box)) continue;
      const ofProfile = request.profiles.map((): Gap[] => []);
      for (const gap of gaps) {
        for (const place of gap.cells?.profiles ?? ofProfile.keys()) ofProfile[place]?.push(gap);
      }
      request.profiles.forEach((profile, place) => {
        if (!wanted.has(profile)) return;
        const holdings = byProfile.get(profile) ?? [];
        holdings.push({ answer, gaps: ofProfile[place] ?? [] });
        byProfile.set(profile, holdings);
      });
    }
    return byProfile;
  }

  /** Lays the answers over each other, the latest on top. */
  #runs({ start, end }: Box, metric: string, holdings: readonly Holding[]): Run[] {
    const [first, last] = [dayNumber(start), dayNumber(end)];
    const days: (CachedAnswer | undefined)[] = Array.from({ length: last - first + 1 });
    const lay = (from: number, to: number, answer: CachedAnswer | undefined): void => {
      days.fill(answer, Math.max(from - first, 0), Math.max(to - first + 1, 0));
    };
    for (const { answer, gaps } of holdings) {
      const { request } = answer;
      if (!request.metrics.includes(metric)) continue;
      const [from, to] = [dayNumber(request.start), dayNumber(request.end)];
      const settledTo = Math.min(to, dayNumber(answer.settledBefore) - 1);
      lay(from, settledTo, this.#if(answer, settledUntil(answer)));
      lay(Math.max(from, settledTo + 1), to, this.#if(answer, unsettledUntil(answer)));
      for (const gap of gaps) {
        if (this.now < gapUntil(answer, gap)) continue;
        const { cells } = gap;
        if (cells === undefined) lay(from, settledTo, undefined);
        else if (cells.metrics.some((place) => request.metrics[place] === metric))
          lay(dayNumber(cells.start), dayNumber(cells.end), undefined);
      }
    }
    const runs: Run[] = [];
    for (let at = 0; at < days.length;) {
      const answer = days[at];
      const begin = at;
      while (at < days.length && days[at] === answer) at += 1;
      runs.push({ first: first + begin, last: first + at - 1, answer });
    }
    return runs;
  }

  #if(answer: CachedAnswer, until: number): CachedAnswer | undefined {
    return this.now < until ? answer : undefined;
  }
}

const isIn = (dayAt: number, { start, end }: Pick<MetricsRequest, "start" | "end">): boolean =>
  dayNumber(start) <= dayAt && dayAt <= dayNumber(end);

const isInGap = (
  { request }: CachedAnswer,
  { cells }: Gap,
  metric: string,
  dayAt: number,
): boolean =>
  cells === undefined ||
  (isIn(dayAt, cells) && cells.metrics.some((place) => request.metrics[place] === metric));

const overlaps = (request: MetricsRequest, box: Box): boolean =>
  request.version === box.version &&
  request.network === box.network &&
  request.start <= box.end &&
  request.end >= box.start &&
  box.metrics.some((metric) => request.metrics.includes(metric));
