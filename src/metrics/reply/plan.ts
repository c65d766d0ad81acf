/** A plan as a reply: its cost, with nothing of it sent. */
import {
  areProfileDays,
  isBreakdown,
  isDateDimension,
  type Dimension,
} from "../../catalog/dimensions.ts";
import type { Axis, RowValue } from "../../cells/axis.ts";
import { cellCount } from "../../cells/cells.ts";
import { required } from "../../errors/tool-error.ts";
import type { QuotaLeft } from "../../quota/gate.ts";
import type { Reply } from "../../replies/reply.ts";
import type { Note } from "../../tables/notes.ts";
import type { Result } from "../../cells/result.ts";
import { compare } from "../../meaning/comparison.ts";
import { combine, waysOf } from "../../meaning/combine.ts";
import { condense } from "../../tables/condense.ts";
import { condenseComparison } from "../../tables/comparison/ladder.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { plural } from "../../text/words.ts";
import { bucketName, bucketsOf, grainOf, monday, type Range } from "../../time/grains.ts";
import type { Facts } from "../plan/requests.ts";
import {
  allSteps,
  heldNumbers,
  isOpen,
  numbersOf,
  openSteps,
  type Part,
  type Plan,
} from "../plan/steps.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { resultOf } from "./metrics-reply.ts";

export interface PlanContext {
  readonly question: Question;
  /** The range that the question is compared with. */
  readonly before?: Range | undefined;
  readonly labels: Labels | undefined;
  readonly facts: Facts;
  readonly left: QuotaLeft;
  /** The cost line of the call that made the plan. */
  readonly spent: string;
  readonly maxTokens: number;
  /** Requests for lists that the call will send again, because it passes over the cache. */
  readonly lists: number;
}

/** @param plans that of the question, or those of a comparison. */
export function planReply(plans: readonly Plan[], context: PlanContext): Reply {
  const { facts, left, spent, lists } = context;
  const steps = plans.flatMap(allSteps);
  const count = steps.length + lists;
  const cached = steps.filter((step) => !isOpen(step)).length;
  const mayGrow = steps.some((step) => facts.ceilings.isUncertain(step));
  const expected = expectedReply(context);
  const numbers = numbersOf(plans.flatMap(openSteps));
  const held = plans.reduce((sum, plan) => sum + heldNumbers(plan), 0);
  const after = left.requests - (count - cached);
  const atMost = left.isReported ? "" : "at most ";
  const lines = [
    ...planLines(plans, context, count, cached),
    `${numbers} numbers come back${hasSplit(context) ? ", times the rows of the last split" : ""}${held === 0 ? "" : `; ${held} are cached`}.`,
    lists > 0 && `${plural(lists, "request")} for lists of profiles and labels, because of fresh.`,
    mayGrow &&
      "It may need more: it is not known yet whether the API accepts requests of this size.",
    `The answer: about ${expected.tokens} tokens; ${expected.layout}.`,
    after < 0
      ? `${left.isReported ? "" : "At most "}${plural(left.requests, "request")} are left this hour: too few.`
      : `Afterwards ${atMost}${plural(after, "request")} would be left this hour.`,
    `For the plan itself: ${spent}`,
  ];
  const columns = ["requests", "answered already", "numbers", "tokens", "layout"];
  const row = [count, cached, numbers, expected.tokens, expected.layout];
  const text = lines.filter((line) => typeof line === "string").join("\n");
  return { text, table: () => ({ columns, rows: [row] }) };
}

const hasSplit = ({ question: { dimensions } }: PlanContext): boolean =>
  dimensions.some((type) => type === "profile_label" || isBreakdown(type));

function planLines(
  plans: readonly Plan[],
  { question, before, facts: { limits } }: PlanContext,
  requests: number,
  cached: number,
): Note[] {
  const { network, metrics, start, end, dimensions } = question;
  const against = before === undefined ? "" : ` against ${before.start} to ${before.end}`;
  const by = dimensions.length === 0 ? "in total" : `by ${dimensions.join(", ")}`;
  const profiles = plural(includedProfiles(question).length, "profile");
  const preliminary = plans.reduce(
    (sum, { rowNames, weekProbe }) => sum + rowNames.length + (weekProbe === undefined ? 0 : 1),
    0,
  );
  const what =
    requests === 0
      ? "no request, because everything is cached"
      : `${plural(requests, "request")}${cached === 0 ? "" : `, ${cached} of them answered already`}, none of them sent now`;
  return [
    `Plan: ${what}. ${network}, ${profiles}, ${plural(metrics.length, "metric")}, ${start} to ${end}${against}, ${by}.`,
    `One request holds at most ${limits.profiles} profiles, ${limits.metrics} metrics and ${limits.months} months.`,
    ...plans.flatMap(({ parts }) => parts).map(partLine),
    preliminary > 0 &&
      `${plural(preliminary, "small request")} to learn how the API names and begins its rows of time.`,
  ];
}

function partLine(part: Part): string {
  const { metrics, dimensions, steps, isFolded } = part;
  const what = `${plural(metrics.length, nounOf(part))} by ${dimensions.join(", ") || "total"}${isFolded ? ", folded here to what was asked" : ""}`;
  return steps.length === 0
    ? `No request for ${what}: all of it is cached.`
    : `${plural(steps.length, "request")} for ${what}.`;
}

/** Sums and averages can be requested apart. */
function nounOf({ metrics }: Pick<Part, "metrics">): string {
  const aggregations = new Set(metrics.map(({ aggregation }) => aggregation));
  const [only = "metric"] = aggregations;
  return aggregations.size === 1 ? only : "metric";
}

/** A table of more numbers is certainly condensed: it is not laid out. */
const most = 2_000_000;
/** Tokens around a table. */
const around = 250;

/** The size and layout of the reply, estimated with numbers of the usual size. */
function expectedReply({ question, before, labels, facts, maxTokens }: PlanContext): {
  tokens: number;
  layout: string;
} {
  const axisOf = (type: Dimension): Axis => ({ type, rows: rowsOf(type, question, labels) });
  const axes = question.dimensions.map(axisOf);
  const shown = question.shown ?? question.metrics;
  const count = cellCount(axes, shown.length);
  const shape = axes.map(({ type, rows }) => `${rows.length} ${type}`);
  const table = [...shape, plural(shown.length, "metric")].join(" × ");
  if (count > most) return { tokens: maxTokens, layout: `${table}, condensed to fit` };
  const values = Float64Array.from({ length: count }, (_, at) => (at * 7919) % 10_000);
  const cells = { axes, metrics: shown, values };
  const days = areProfileDays(question.dimensions, question.profiles.length) ? cells : undefined;
  const weekStart = facts.weekStart ?? monday;
  const result = resultOf({ ...question, shown: undefined }, { cells, days, weekStart }, labels);
  const { text, condensed } = shownOf(result, question, before, maxTokens - around);
  return {
    tokens: estimateTokens(text) + around,
    layout: condensed === undefined ? `${table}, whole` : `${table}, ${condensed}`,
  };
}

function shownOf(
  result: Result,
  { dimensions }: Question,
  before: Range | undefined,
  maxTokens: number,
): { readonly text: string; readonly condensed?: string } {
  if (before !== undefined) {
    // The other side has other days, but as many numbers.
    const comparison = { now: result, before: result };
    const compared = compare(comparison, dimensions);
    return condenseComparison({ comparison, dimensions, compared }, maxTokens);
  }
  const ways = waysOf(result);
  const figures = combine(result, dimensions, { ways, isDivided: false });
  return condense({ result, dimensions, ways, figures }, maxTokens);
}

/** The expected rows; those of a breakdown are unknown. */
function rowsOf(type: Dimension, question: Question, labels: Labels | undefined): RowValue[] {
  const { start, end } = question;
  switch (type) {
    case "profile":
      return includedProfiles(question).map(({ id }) => id);
    case "profile_label": {
      const list = required(labels, "the list of labels");
      return [...new Set(includedProfiles(question).flatMap((profile) => list.of(profile)))];
    }
    case "date.weekday":
      return [1, 2, 3, 4, 5, 6, 7];
    default:
      if (isDateDimension(type)) {
        const grain = grainOf([type]);
        return bucketsOf(start, end, grain).map((bucket) => bucketName(bucket, grain));
      }
      return ["one row", "and another", "and a third"];
  }
}
