/**
 * Five scripts that read replies as hurried models do. They make the right calls; what they take from the last reply is
 * right, or visibly impossible (the reply is an error, the cell is empty, or it is marked), or silently wrong.
 */
import { baseline } from "./baseline.ts";
import { evaluate, type Setting } from "./evaluate.ts";
import type { Replied, Say } from "./model.ts";
import { isRight, type Question, type Truth } from "./question.ts";

const verdicts = ["right", "impossible", "silently wrong"] as const;
export type Verdict = (typeof verdicts)[number];

/** What a reader has made of a question. */
export interface Reading {
  readonly reader: string;
  readonly verdict: Verdict;
  readonly answer: Truth;
}

/** What a reader takes from a reply. */
interface Taken {
  readonly answer: Truth;
  /** The reply says, where the reader looks, that this is not the answer. */
  readonly isMarked: boolean;
}

export interface LazyReader {
  readonly name: string;
  /** Undefined for questions that it has no way to read. */
  readonly read: (text: string, question: Question) => Taken | undefined;
}

type Cells = readonly string[];

/** A table: the titles of its columns, and its rows. */
interface TextTable {
  readonly heads: Cells;
  readonly rows: readonly Cells[];
}

/** Lines with cells that follow one another. */
function tablesIn(text: string): TextTable[] {
  const tables: Cells[][] = [[]];
  for (const line of text.split("\n")) {
    const cells = line.split("|");
    if (cells.length === 1) tables.push([]);
    else tables.at(-1)?.push(cells);
  }
  return tables.flatMap(([heads, ...rows]) => (heads === undefined ? [] : [{ heads, rows }]));
}

const numberIn = (cell = ""): number | undefined =>
  /^[-+]?\d/.test(cell) ? Number.parseFloat(cell) : undefined;

/** Methods whose rows are not added, as the lines of totals name them. */
const isNoSum = (name: string): boolean =>
  /\b(mean|last|median|people)\b|%| (until|from) \d/.test(name);

/** The metric that a question is about, where its answer is a number on the line of the metric. */
export function metricOf({ script: { pick } }: Question): string | undefined {
  if (!("column" in pick)) return undefined;
  const isLine = !["highest", "sum", "average"].includes(pick.row) && !/^\d+$/.test(pick.row);
  return isLine && pick.wantsName !== true ? pick.row : undefined;
}

const lineOf = (
  text: string,
  metric: string,
): { readonly heads: Cells; readonly cells: Cells } | undefined =>
  tablesIn(text)
    .flatMap(({ heads, rows }) => [
      { heads, cells: heads },
      ...rows.map((cells) => ({ heads, cells })),
    ])
    .find(
      ({ cells: [name = ""], cells }) =>
        name.startsWith(metric) &&
        cells.some((cell) => numberIn(cell) !== undefined || cell === "–"),
    );

/** The first number on the line of the metric. */
const firstNumber: LazyReader = {
  name: "the first number of the line",
  read(text, question) {
    const metric = metricOf(question);
    if (metric === undefined) return undefined;
    const { cells: [name = "", ...cells] = [] } = lineOf(text, metric) ?? {};
    const numbers = cells.flatMap((cell) => numberIn(cell) ?? []);
    return { answer: numbers[0] ?? null, isMarked: isNoSum(name) || text.includes("at least") };
  },
};

/** The sum of a column, where a number of all rows is asked for. */
const columnAdder: LazyReader = {
  name: "the sum of a column",
  read(text, question) {
    const metric = metricOf(question);
    const { pick } = question.script;
    if (metric === undefined || !("column" in pick) || pick.column !== "total") return undefined;
    const columns = tablesIn(text).flatMap(({ heads, rows }) => {
      const place = heads.findIndex((head, at) => at > 0 && head.startsWith(metric));
      return place === -1 ? [] : [rows.map((cells) => cells[place] ?? "")];
    });
    const { cells: [name = "", ...cells] = [] } = lineOf(text, metric) ?? {};
    const added = columns.at(-1) ?? cells;
    const numbers = added.flatMap((cell) => numberIn(cell) ?? []);
    const sum = numbers.reduce((total, number) => total + number, 0);
    const isCut = /\d+ more(:| rows)/.test(text);
    return {
      answer: numbers.length === 0 ? null : sum,
      isMarked:
        isNoSum(name) || isCut || added.some((cell) => cell === "·") || text.includes("overlap"),
    };
  },
};

/** What the question asks for, without what the reply says about it. */
const noNotes: LazyReader = {
  name: "the cell asked for",
  read(text, question) {
    const { pick } = question.script;
    if (!("column" in pick)) return undefined;
    const answer = answerOf(text, question);
    return { answer, isMarked: false };
  },
};

/** The first row of the rows, where the highest one is asked for. */
const firstRow: LazyReader = {
  name: "the first row, for the highest",
  read(text, { script: { pick } }) {
    if (!("column" in pick) || pick.row !== "highest") return undefined;
    const table = tablesIn(text).at(-1);
    const [cells = []] = table?.rows ?? [];
    const isRanked = table?.heads[0] === "#";
    const name = cells[isRanked ? 1 : 0] ?? "";
    const number = numberIn(
      cells[table?.heads.findIndex((head) => head.startsWith(pick.column)) ?? -1],
    );
    const answer = pick.wantsName === true ? withYear(name, text) : (number ?? null);
    // Rows of time are not ranked, and their first column says so.
    return {
      answer,
      isMarked: ["day", "weekday", "week", "month"].includes(table?.heads[0] ?? ""),
    };
  },
};

/** The highest row, starred or not. */
const noStars: LazyReader = {
  name: "the highest row, starred or not",
  read(text, question) {
    const { pick } = question.script;
    if (!("column" in pick) || pick.row !== "highest") return undefined;
    const answer = answerOf(text.replaceAll("*|", "|"), question);
    return { answer, isMarked: false };
  },
};

export const lazyReaders: readonly LazyReader[] = [
  firstNumber,
  columnAdder,
  noNotes,
  firstRow,
  noStars,
];

const withYear = (name: string, text: string): string =>
  name.replace(/^(?=\d\d-\d\d$)/, /\d{4}-/.exec(text)?.[0] ?? "");

/** The answer of the baseline to a reply, without its look at errors and notes. */
function answerOf(text: string, question: Question): Truth {
  const { refusal: _, next: __, ...script } = question.script;
  const said = baseline()({ type: "reply", text, isError: false }, { ...question, script });
  return "value" in said ? said.value : null;
}

/** The last reply to the calls of a question. */
async function replyTo(question: Question, setting: Omit<Setting, "say">): Promise<Replied> {
  const say = baseline();
  let last: Replied = { type: "reply", text: "", isError: true };
  const listening: Say = async (message, topic) => {
    if (message.type === "reply") last = message;
    return say(message, topic);
  };
  await evaluate(question, { ...setting, say: listening });
  return last;
}

/** What each reader makes of the reply to a question. */
export async function readLazily(
  question: Question,
  setting: Omit<Setting, "say">,
): Promise<Reading[]> {
  const { text, isError } = await replyTo(question, setting);
  return lazyReaders.flatMap(({ name, read }) => {
    const taken = read(text, question);
    if (taken === undefined) return [];
    const answer = isError ? null : taken.answer;
    const isVisible = isError || answer === null || taken.isMarked;
    return [{ reader: name, verdict: verdictOf(question.truth, answer, isVisible), answer }];
  });
}

/** @param isVisible the reader can see that this is not the answer. */
export function verdictOf(truth: Truth, answer: Truth, isVisible: boolean): Verdict {
  if (isRight(truth, answer)) return "right";
  return isVisible ? "impossible" : "silently wrong";
}

/** A row for each reader: how many of its questions it reads rightly, visibly not, and wrongly without a sign. */
export function readingTable(readings: readonly Omit<Reading, "answer">[]): string {
  const rows = [...new Set(readings.map(({ reader }) => reader))].map((name) => {
    const ofReader = readings.filter(({ reader }) => reader === name);
    const cells = verdicts.map((verdict) => {
      const { length } = ofReader.filter((reading) => reading.verdict === verdict);
      return `${length} (${Math.round((100 * length) / ofReader.length)} %)`;
    });
    return `| ${[name, ofReader.length, ...cells].join(" | ")} |`;
  });
  return [
    `| number taken from | questions | right | refused or empty | silently wrong |`,
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
