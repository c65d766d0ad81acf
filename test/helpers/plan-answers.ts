/** A question about two profiles and two days of two months, plans for it, and answers to their steps. */
import type { MetricsAnswer, MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Axis } from "../../src/numbers/cells/axis.ts";
import { PackedNumbers } from "../../src/numbers/cells/packed-numbers.ts";
import type { Plan, Part, RequestStep } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { facebookMetrics } from "./grids.ts";

export const [fans, reach] = [facebookMetrics("fans_change"), facebookMetrics("insights_reach")];
const [start, end] = [toDay("2026-09-30"), toDay("2026-10-01")];
const days = [start, end];

export const question: Question = {
  version: 3,
  network: "facebook",
  metrics: [...fans, ...reach],
  dimensions: ["date.month"],
  start,
  end,
  profiles: ["a", "b"].map((id) => ({ id: toProfileId(id), name: id })),
  excluded: new Set(),
};

/** The answers of a test by the keys of their steps. */
export class Answers {
  readonly #byKey = new Map<string, MetricsAnswer>();

  /** A request of a part, and the answer to it. */
  step(
    { metrics, dimensions }: Pick<Part, "metrics" | "dimensions">,
    axes: readonly Axis[],
    values: readonly number[],
    range: Partial<Pick<MetricsRequest, "start" | "end" | "profiles">> = {},
  ): RequestStep {
    const names = metrics.map(({ name }) => name);
    const profiles = question.profiles.map(({ id }) => id);
    const request = { ...question, profiles, metrics: names, dimensions, ...range };
    const key = `step ${this.#byKey.size}`;
    this.#byKey.set(key, {
      axes,
      metrics: names,
      values: new PackedNumbers(Float64Array.from(values)),
    });
    return {
      request,
      key,
      shape: "",
      size: 1,
    };
  }

  get(key: string): MetricsAnswer | undefined {
    return this.#byKey.get(key);
  }

  holding(): never {
    throw new Error("nothing is held");
  }
}

export const planOf = (parts: readonly Part[], query = question): Plan => ({
  question: query,
  parts,
});

export const profileAxis: Axis = { type: "profile", rows: ["a", "b"] };
export const dayAxis: Axis = { type: "date.day", rows: days };
export const finest: readonly Dimension[] = ["profile", "date.day"];
