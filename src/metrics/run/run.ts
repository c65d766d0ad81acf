/** Runs a query: plan, requests, merged result. Nothing that is not whole comes out. */
import { rowKey } from "../../cells/axis.ts";
import { upstreamFailed } from "../../errors/tool-error.ts";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { Cells } from "../../cells/cells.ts";
import { checkRows, foldPart, join, seenNames } from "../merge/assemble.ts";
import type { Labels } from "../question/labels.ts";
import type { Answered, KeyOf } from "../merge/merge.ts";
import { merge, repairRequests } from "../merge/merge.ts";
import type { Finer, Part, Plan } from "../plan/plan.ts";
import { planQuery, weekStartRequest } from "../plan/plan.ts";
import type { Query } from "../question/question.ts";
import type { RequesterServices, WayOut } from "./requester.ts";
import { Requester } from "./requester.ts";
import { grainOf } from "../plan/split.ts";

export interface RunServices extends RequesterServices {
  /** Needed where `profile_label` is a dimension. */
  readonly labels: Labels | undefined;
}

/** A merged part at the dimensions that were sent. */
interface MergedPart {
  readonly folded: boolean;
  readonly cells: Cells;
}

/** The merged result at the asked dimensions, and the parts it was folded from. */
export interface Outcome {
  readonly cells: Cells;
  readonly parts: readonly MergedPart[];
}

/**
 * @throws ToolError; the first failure stops what is queued, and so does the signal, which ends what is under way.
 */
export async function runQuery(
  query: Query,
  services: RunServices,
  signal: AbortSignal,
): Promise<Outcome> {
  const failed = new AbortController();
  const requester = new Requester(services, AbortSignal.any([signal, failed.signal]));
  try {
    return await new Run(services, requester).execute(query);
  } catch (error) {
    // What is under way is paid for.
    if (!signal.aborted) await requester.stop();
    throw error;
  } finally {
    failed.abort();
  }
}

class Run {
  constructor(
    readonly services: RunServices,
    readonly requester: Requester,
  ) {}

  async execute(query: Query, forced?: Finer): Promise<Outcome> {
    const plan = await this.#plan(query, forced);
    const requests = [...plan.nameRequests, ...plan.parts.flatMap((part) => part.requests)];
    const answers = await this.requester.answerAll(requests, this.#wayOut(query));
    const answersTo = (some: readonly MetricsRequest[]): Answered[] =>
      some.flatMap((request) => answers.get(request) ?? []);

    const parts = await Promise.all(
      plan.parts.map(async (part) => ({
        folded: part.folded,
        cells: await this.#mergePart(query, part, answersTo(part.requests)),
      })),
    );
    const merged = parts.map(({ cells }) => cells);
    const named = answersTo(plan.nameRequests);
    const names = named.flatMap(({ answer }) => answer.axes[0]?.rows ?? []);
    const rows = {
      grain: grainOf(query.dimensions, this.services.learnt.weekStart),
      names: named.length > 0 ? names : seenNames(query, merged),
      labels: this.services.labels,
    };
    checkRows(query, merged, rows, named);
    const folded = merged.map((cells) => foldPart(query, cells, rows));
    return { cells: join(query, folded, this.#keyOf), parts };
  }

  readonly #keyOf: KeyOf = (type, row) =>
    (type === "profile_label" ? this.services.labels?.idOf(row) : undefined) ?? rowKey(row);

  async #plan(query: Query, forced?: Finer): Promise<Plan> {
    const { limits, learnt } = this.services;
    const make = (): Plan => planQuery(query, { limits, ...learnt }, forced);
    const plan = make();
    if (plan.weekStartRequest === undefined) return plan;
    await this.requester.learnWeekStart(this.#wayOut(query));
    return make();
  }

  async #mergePart(query: Query, part: Part, answered: readonly Answered[]): Promise<Cells> {
    const { cells, doubled } = merge(query, part, answered, this.#keyOf);
    if (doubled.size === 0) return cells;
    const again = repairRequests(query, part, answered, doubled, this.#keyOf);
    const answers = await this.requester.answerAll(again, this.#wayOut(query));
    const repairs = { rows: doubled, answered: [...answers.values()].flat() };
    const repaired = merge(query, part, answered, this.#keyOf, repairs);
    if (repaired.doubled.size > 0) {
      throw upstreamFailed(
        "the API's rows overlap where they were cut",
        "Ask by date.day instead.",
      );
    }
    return repaired.cells;
  }

  #wayOut(query: Query): WayOut {
    return {
      weekStartRequest: (weekStart) => weekStartRequest(query, weekStart),
      canFold: (request) => hidesProfiles(request) || hidesDays(request),
      answerFolded: (request) => this.#answerFolded(query, request),
    };
  }

  async #answerFolded(query: Query, request: MetricsRequest): Promise<MetricsAnswer> {
    const metrics = query.metrics.filter(({ name }) => request.metrics.includes(name));
    const { start, end, dimensions } = request;
    const profiles = query.profiles.filter(({ id }) => request.profiles.includes(id));
    const excluded = new Set<string>();
    const part = { ...query, start, end, dimensions, metrics, profiles, excluded };
    const profile = hidesProfiles(request);
    const { cells } = await this.execute(part, { profile, day: !profile });
    return { axes: cells.axes, metrics: request.metrics, values: cells.values };
  }
}

const hidesProfiles = ({ profiles, dimensions }: MetricsRequest): boolean =>
  profiles.length > 1 && !dimensions.includes("profile");

const hidesDays = ({ start, end, dimensions }: MetricsRequest): boolean =>
  start !== end && !dimensions.includes("date.day");
