/** Assembles the answers to a plan into the cells of the question: merge, fold, join. Pure. */
import { mostDaysOf } from "../../catalog/grains.ts";
import { each, type Work } from "../../async/work.ts";
import type { MetricsAnswer } from "../../api/metrics-answer.ts";
import { areProfileDays, dateDimensionOf, type Dimension } from "../../catalog/dimensions.ts";
import { Accumulator } from "../../cells/accumulator.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { PackedNumbers } from "../../cells/packed-numbers.ts";
import { required, upstreamError } from "../../errors/tool-error.ts";
import { grainOf, type Weekday } from "../../time/grains.ts";
import type { SplitBuckets } from "../plan/refine.ts";
import type { HeldCells, Part, Plan, Step } from "../plan/steps.ts";
import { assign } from "./assign.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { checkRows, foldPart } from "./fold-part.ts";
import { merge, placesOn, repairRequests, unionOf, type Answered, type KeyOf } from "./merge.ts";

/** The cells at the question's dimensions, and the numbers beneath them. */
export interface Outcome {
  readonly cells: Cells;
  /** The numbers of profiles and days, of the metrics that were requested so. */
  readonly days: Cells | undefined;
  /** The numbers by profile beneath rows of labels, of the metrics whose days are not held. */
  readonly byProfile?: Cells | undefined;
  /** The day on which the API's weeks start; undefined until it is learned. */
  readonly weekStart: Weekday | undefined;
}

/** The answers to the steps of a plan, by key, and the cached ones that hold its other cells. */
export interface AnswersOfPlan {
  get(key: string): MetricsAnswer | undefined;
  holding(cells: HeldCells): MetricsAnswer;
}

export class Assembly {
  constructor(
    private readonly answers: AnswersOfPlan,
    private readonly labels: Labels | undefined,
    private readonly weekStart: Weekday | undefined,
  ) {}

  /** @throws ToolError `upstream_failed` where the API's rows contradict each other or the calendar. */
  *assemble({ question, parts, rowNames }: Plan): Work<Outcome> {
    const cells = yield* each(parts, (part) => this.#merge(question, part));
    const named = yield* this.#answered(rowNames);
    const rows = {
      grain: grainOf(question.dimensions, this.weekStart),
      names: namesOf(question, named, cells),
      labels: this.labels,
    };
    yield* checkRows(question, cells, rows, named);
    const folded = yield* each(cells, (part) => foldPart(question, part, rows));
    const joined = yield* join(question, folded, this.#keyOf);
    const isLabelled = question.dimensions.includes("profile_label");
    return {
      cells: joined,
      days: yield* this.#days(question, joined, cells),
      byProfile: isLabelled ? yield* this.#beneath(question, cells, false) : undefined,
      weekStart: this.weekStart,
    };
  }

  *#days(question: Question, joined: Cells, parts: readonly Cells[]): Work<Cells | undefined> {
    const { length } = includedProfiles(question);
    return areProfileDays(typesOf(joined), length)
      ? joined
      : yield* this.#beneath(question, parts, true);
  }

  /** The parts that are, or are not, by profile and day. They have the same dimensions. */
  *#beneath(
    question: Question,
    parts: readonly Cells[],
    areDays: boolean,
  ): Work<Cells | undefined> {
    const { length } = includedProfiles(question);
    const alike = parts.filter((part) => areProfileDays(typesOf(part), length) === areDays);
    const [first] = alike;
    if (first === undefined) return undefined;
    const metrics = question.metrics.filter((metric) =>
      alike.some((part) => part.metrics.includes(metric)),
    );
    return yield* join({ dimensions: typesOf(first), metrics }, alike, this.#keyOf);
  }

  /** The parts, those of plans within the plan included, in which two answers hold one bucket of averages. */
  *splitBuckets({ question, parts }: Plan): Work<Map<Part, SplitBuckets>> {
    const found = new Map<Part, SplitBuckets>();
    for (const part of parts) {
      const folds = part.steps.filter((step) => step.kind === "fold");
      const within = yield* each(folds, ({ plan }) => this.splitBuckets(plan));
      for (const [inner, split] of within.flatMap((one) => [...one])) found.set(inner, split);
      const isSplit = within.some(({ size }) => size > 0);
      if (part.repairs !== undefined || isSplit || !isCutWithinGrain(part)) continue;
      const answered = yield* this.#answered(part.steps);
      const { doubled } = yield* merge(question, part, answered, this.#keyOf);
      if (doubled.size === 0) continue;
      const requests = repairRequests(question, part, answered, doubled, this.#keyOf);
      found.set(part, { rows: doubled, requests });
    }
    return found;
  }

  *#merge(question: Question, part: Part): Work<Cells> {
    if (part.held !== undefined) {
      const fetched = (yield* this.#answered(part.steps)).map((one) => ({
        ...one,
        box: one.request,
      }));
      const held = part.held.map((box) => ({ box, answer: this.answers.holding(box) }));
      return yield* assign(question, part, [...fetched, ...held]);
    }
    const repairs = part.repairs && {
      rows: part.repairs.rows,
      answered: yield* this.#answered(part.repairs.steps),
    };
    const answered = yield* this.#answered(part.steps);
    const { cells, doubled } = yield* merge(question, part, answered, this.#keyOf, repairs);
    if (doubled.size === 0) return cells;
    throw upstreamError("the API's rows overlap where they were cut", "Ask by date.day instead.");
  }

  #answered(steps: readonly Step[]): Work<Answered[]> {
    return each(steps, (step) => this.#answerTo(step));
  }

  *#answerTo(step: Step): Work<Answered> {
    const { request } = step;
    if (step.kind === "request")
      return { request, answer: required(this.answers.get(step.key), "an answer") };
    const { axes, values } = (yield* this.assemble(step.plan)).cells;
    const answer = { axes, metrics: request.metrics, values: new PackedNumbers(values) };
    return { request, answer };
  }

  readonly #keyOf: KeyOf = (type, row) =>
    (type === "profile_label" ? this.labels?.idOf(row) : undefined) ?? rowKey(row);
}

const typesOf = ({ axes }: Cells): Dimension[] => axes.map(({ type }) => type);

/** Only buckets of several days that dates were cut within can be split between answers. */
const isCutWithinGrain = ({ dimensions, steps }: Part): boolean =>
  mostDaysOf(grainOf(dimensions).unit) > 1 &&
  new Set(steps.map(({ request }) => request.start)).size > 1;

/** The API's names of the rows of the question's grain: of the requests for them, else of a part that has them. */
function namesOf(
  { dimensions }: Question,
  named: readonly Answered[],
  parts: readonly Cells[],
): readonly RowValue[] | undefined {
  if (named.length > 0) return named.flatMap(({ answer }) => answer.axes[0]?.rows ?? []);
  const type = dateDimensionOf(dimensions);
  return parts.flatMap(({ axes }) => axes).find((axis) => axis.type === type)?.rows;
}

/** Places the metrics of all parts side by side, in the order of the question. */
function* join(
  question: Pick<Question, "dimensions" | "metrics">,
  parts: readonly Cells[],
  keyOf: KeyOf,
): Work<Cells> {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const axes = question.dimensions.map((type, index): Axis => {
    const lists = parts.map((part) => required(part.axes[index], `the axis ${type}`).rows);
    return { type, rows: unionOf(type, lists, keyOf) };
  });
  const placeOf = placesOn(axes, keyOf);
  const joined = new Accumulator(axes, question.metrics);
  for (const part of parts) {
    const mappings = part.axes.map(({ type, rows }, from) => ({
      from,
      rows: rows.map((row) => [placeOf(type, row)]),
    }));
    const columns = part.metrics.map((metric) => question.metrics.indexOf(metric));
    yield* joined.add({ ...part, columns }, mappings);
  }
  return yield* joined.finish();
}
