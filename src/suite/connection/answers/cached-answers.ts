/**
 * Finds cells by profile and day in the cache at one moment. Answers lie over each other, the latest on top.
 */
import { isAhead } from "../../../base/time/clock.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { ProfileId } from "../../api/records.ts";
import { groupBy, numbering } from "../../../numbers/cells/group-by.ts";
import { dayNumber, type Day } from "../../../base/time/days.ts";
import { gapsIn, type AnswerIndex, type IndexEntry, type Moment } from "./answer-index.ts";
import { gapUntil, keyOf, recentGapsFrom } from "./cached-answer.ts";
import { settledUntil, unsettledUntil } from "./cached-answer.ts";
import type { CachedAnswer, ZoneOf } from "./cached-answer.ts";

/** Cells by profile, day and metric, each a number, or one for each row of a breakdown. */
export type Box = MetricsRequest;

/** Successive days, as numbers of days since 1970, both included. */
interface Days {
  readonly first: number;
  readonly last: number;
}

/** Successive days, and the answer that holds their cells. */
export interface Run extends Days {
  /** The latest answer; undefined if there is none, or if its cells must be fetched again. */
  readonly answer: CachedAnswer | undefined;
}

/** Profiles of a box whose cells are cached in the same way. */
export interface CachedGroup {
  readonly profiles: readonly ProfileId[];
  /** By the place of the metric in the box: runs that cover its days. */
  readonly runs: readonly (readonly Run[])[];
}

export interface CachedOptions {
  /** Excludes answers that were fetched or added before. */
  readonly since?: Moment | undefined;
  /** Includes cells that must be fetched again. */
  readonly ofAnyAge?: boolean;
  /** Later days are evidence. */
  readonly lastDay?: Day | undefined;
}

export class CachedAnswers {
  /** The results of {@link over}, by box. */
  readonly #groups = new Map<string, readonly CachedGroup[]>();
  readonly #now: number;

  /** @param zoneOf excludes answers of another time zone of a profile. */
  constructor(
    private readonly index: AnswerIndex,
    private readonly zoneOf: ZoneOf,
    private readonly options: CachedOptions = {},
  ) {
    this.#now = index.moment().at;
  }

  /** The cells of a box, by groups of profiles. A cell belongs to the answer that was fetched last. */
  over(box: Box): readonly CachedGroup[] {
    // Planning compares plans with the same boxes.
    const key = keyOf(box);
    const groups = this.#groups.get(key) ?? this.#find(box);
    this.#groups.set(key, groups);
    return groups;
  }

  #find(box: Box): CachedGroup[] {
    const entries = this.index.of(box.profiles, this.zoneOf, this.#holdsCells(box));
    const of = (profile: ProfileId): readonly IndexEntry[] => entries.get(profile) ?? [];
    const numberOf = numbering();
    const textOf = (profile: ProfileId): string =>
      of(profile)
        .map((entry) => [entry, ...gapsIn(entry, profile)].map(numberOf).join(" "))
        .join();
    return groupBy(box.profiles, textOf).map((profiles) => ({
      profiles,
      runs: this.#runs(box, profiles[0], of(profiles[0])),
    }));
  }

  /** Returns whether an answer has cells of the box, for those of its profiles that are in the box. */
  #holdsCells(box: Box): (entry: IndexEntry) => boolean {
    const [first, last] = [dayNumber(box.start), dayNumber(box.end)];
    const dimensions = box.dimensions.join();
    return (entry) => {
      if (entry.first > last || entry.last < first || !this.#isCounted(entry)) return false;
      const { request } = entry.answer;
      const isAlike = request.version === box.version && request.network === box.network;
      if (!isAlike || request.dimensions.join() !== dimensions) return false;
      return box.metrics.some((name) => request.metrics.includes(name));
    };
  }

  #isCounted({ answer, number }: IndexEntry): boolean {
    const { at, added } = this.options.since ?? { at: 0, added: 0 };
    const isCounted = answer.fetchedAt >= at && number > added;
    return isCounted && !isAhead(answer.fetchedAt, this.#now);
  }

  /** Lays the answers over each other, the latest on top; for each metric of the box. */
  #runs(box: Box, profile: ProfileId, entries: readonly IndexEntry[]): Run[][] {
    const days = { first: dayNumber(box.start), last: dayNumber(box.end) };
    // Metrics that were fetched together are cached in the same way, unless some of their values are missing.
    const known = new Map<string, Run[]>();
    return box.metrics.map((metric) => {
      const metricEntries = entries.filter(({ answer }) => answer.request.metrics.includes(metric));
      const isGappy = metricEntries.some((entry) => gapsIn(entry, profile).length > 0);
      const key = isGappy ? metric : metricEntries.map(({ number }) => number).join(" ");
      const layers = (): Run[] =>
        metricEntries.flatMap((entry) => this.#layers(entry, profile, metric));
      const runs = known.get(key) ?? runsOf(days, layers());
      known.set(key, runs);
      return runs;
    });
  }

  /** The layers of one answer: its settled days, then what is missing from them, then its other days. */
  #layers(entry: IndexEntry, profile: ProfileId, metric: string): Run[] {
    const { answer, first, last } = entry;
    const settledTo = Math.min(last, entry.settledTo);
    const { ofAnyAge = false, lastDay } = this.options;
    const usable = (until: number): CachedAnswer | undefined =>
      ofAnyAge || this.#now < until ? answer : undefined;
    const unsettled = Math.max(first, settledTo + 1);
    const lastCounted = lastDay === undefined ? last : Math.min(last, dayNumber(lastDay));
    const gaps = gapsIn(entry, profile).filter(({ metrics }) =>
      metrics.some((place) => answer.request.metrics[place] === metric),
    );
    return [
      { first, last: settledTo, answer: usable(settledUntil(answer)) },
      ...gaps.flatMap(({ start, end }) => {
        const recent = dayNumber(recentGapsFrom(answer));
        const [from, to] = [dayNumber(start), dayNumber(end)];
        return [
          {
            first: from,
            last: Math.min(to, recent - 1),
            answer: usable(gapUntil(answer, "older")),
          },
          { first: Math.max(from, recent), last: to, answer: usable(gapUntil(answer, "recent")) },
        ];
      }),
      { first: unsettled, last: lastCounted, answer: usable(unsettledUntil(answer)) },
      // Days of evidence are in no number.
      {
        first: Math.max(unsettled, lastCounted + 1),
        last,
        answer: usable(gapUntil(answer, "recent")),
      },
    ];
  }
}

/** @param layers later ones lie on top. */
function runsOf({ first, last }: Days, layers: readonly Run[]): Run[] {
  const edges = new Set([first, ...layers.flatMap((layer) => [layer.first, layer.last + 1])]);
  const begins = [...edges]
    .filter((day) => first <= day && day <= last)
    .toSorted((left, right) => left - right);
  const runs: Run[] = [];
  begins.forEach((begin, index) => {
    const top = layers.findLast((layer) => layer.first <= begin && begin <= layer.last);
    const run = { first: begin, last: (begins[index + 1] ?? last + 1) - 1, answer: top?.answer };
    const previous = runs.at(-1);
    if (previous === undefined || previous.answer !== run.answer) runs.push(run);
    else runs[runs.length - 1] = { ...run, first: previous.first };
  });
  return runs;
}
