/**
 * Two scripts that ask the API itself, as hurried people write them. They know the profiles, the metric and the range;
 * what they take from the answer is right, visibly impossible (the API rejects the request, or has no number), or
 * silently wrong.
 */
import { mean, sum } from "./combine.ts";
import type { Range } from "./draw.ts";
import { lazyReaders, metricOf, readLazily, verdictOf, type Reading } from "./lazy.ts";
import type { Question, Truth } from "./question.ts";
import type { Served } from "./server.ts";
import type { Wire } from "./wire.ts";

type Days = Pick<Range, "start" | "end">;

interface RawReader {
  readonly name: string;
  readonly dimensions: readonly string[];
  /** The number of the numbers of the answer. */
  readonly fold: (numbers: readonly number[], column: string) => number;
}

const rawReaders: readonly RawReader[] = [
  { name: "the API: the total that it returns", dimensions: [], fold: sum },
  {
    name: "the API: the sum of its days",
    dimensions: ["date.day"],
    fold: (numbers, column) => (column === "mean" ? (mean(numbers) ?? 0) : sum(numbers)),
  },
];

/** Reads the answer to a question by these scripts, and by the first three lazy readers; empty if it asks for more than a number of a metric. */
export async function readBoth(question: Question, served: Served): Promise<Reading[]> {
  if (!isReadable(question)) return [];
  const raw = rawReaders.map(async (reader) => {
    const answer = await answerOf(question, reader, served.raw).catch(() => null);
    const verdict = verdictOf(question.truth, answer, answer === null);
    return { reader: reader.name, verdict, answer };
  });
  const names = lazyReaders.slice(0, 3).map(({ name }) => name);
  const here = (await readLazily(question, { ...served, maxCalls: 3 }))
    .filter(({ reader }) => names.includes(reader))
    .map((reading) => ({ ...reading, reader: `this server: ${reading.reader}` }));
  return [...(await Promise.all(raw)), ...here];
}

/** True for a number of one metric, or of two, of one network in a range by its days. */
function isReadable(question: Question): boolean {
  const { tool, next, input } = question.script;
  return (
    metricOf(question) !== undefined &&
    tool === "get_profile_metrics" &&
    next === undefined &&
    input["network"] !== "all" &&
    input["date_start"] !== undefined &&
    input["compare_to"] !== "usual"
  );
}

async function answerOf(question: Question, reader: RawReader, wire: Wire): Promise<Truth> {
  const { input } = question.script;
  const network = String(input["network"]);
  const range = { start: String(input["date_start"]), end: String(input["date_end"]) };
  const column = "column" in question.script.pick ? question.script.pick.column : "";
  const profiles = await idsOf(input["profiles"], network, wire);
  const formula = formulaIn(input["metrics"], metricOf(question) ?? "");
  const numberOf = async (days: Days): Promise<number | null> => {
    const [left = null, right = null] = await Promise.all(
      formula.metrics.map((metric) => metricIn(metric, days)),
    );
    if (formula.metrics.length === 1) return left;
    if (left === null || right === null) return null;
    return formula.sign === "/" ? left / right : left - right;
  };
  const metricIn = async (metric: string, { start, end }: Days): Promise<number | null> => {
    const { dimensions } = reader;
    const numbers = await wire.numbers(network, { profiles, metric, start, end, dimensions });
    return numbers.length === 0 ? null : reader.fold(numbers, column);
  };
  if (column !== "before" && column !== "change") return numberOf(range);
  const before = await numberOf(rangeBefore(range, String(input["compare_to"])));
  if (column === "before") return before;
  const now = await numberOf(range);
  return now === null || before === null ? null : now - before;
}

/** The first profile of each name; all without names. */
async function idsOf(names: unknown, network: string, wire: Wire): Promise<string[]> {
  const profiles = await wire.profiles(network);
  if (!Array.isArray(names)) return profiles.map(({ id }) => id);
  return names.flatMap((name) => profiles.find((profile) => profile.name === name)?.id ?? []);
}

/** The metrics that make a number: `each = insights_reactions / insights_views`. */
function formulaIn(metrics: unknown, metric: string): { metrics: string[]; sign: string } {
  const texts = Array.isArray(metrics) ? metrics.map(String) : [];
  const text = texts.find((name) => name.startsWith(`${metric} = `)) ?? metric;
  const [, left = metric, sign = "", right] = /= (\w+) ([-/]) (\w+)/.exec(text) ?? [];
  return { metrics: right === undefined ? [left] : [left, right], sign };
}

const day = 24 * 3600 * 1000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The month before a month; else as many days, from the day that is named. */
function rangeBefore({ start, end }: Days, comparedTo: string): Days {
  if (comparedTo === "previous_period") {
    const last = dayOf(Date.parse(start) - day);
    return { start: `${last.slice(0, 7)}-01`, end: last };
  }
  const length = Date.parse(end) - Date.parse(start);
  return { start: comparedTo, end: dayOf(Date.parse(comparedTo) + length) };
}
