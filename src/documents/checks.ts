/** Checks the words and numbers that an author has written around the numbers of answers. */
import { isNumber } from "../cells/states.ts";
import { markPattern, type Piece, type Pieces } from "./pieces.ts";
import {
  asShown,
  directionBeside,
  hasPeriod,
  periodsIn,
  unitAfter,
  unitBefore,
  wordsOf,
} from "./words.ts";
import { namesIn, nearestTo, numbersIn, withoutOthers } from "./written-numbers.ts";

export interface Finding {
  readonly problem: string;
  /** The line of the text that holds it, as it is rendered. */
  readonly text: string;
}

export interface Findings {
  readonly errors: readonly Finding[];
  /** Numbers that no reference stands for. */
  readonly naked: readonly Finding[];
}

/** The rows and metrics of the answers. */
export interface Known {
  /** The names of rows, by dimension. */
  readonly rows: readonly ReadonlySet<string>[];
  readonly metrics: readonly string[];
}

type FigurePiece = Extract<Piece, { kind: "figure" }>;

/** Sentences end at a full stop before a blank; a line ends one too. */
const sentences = (text: string): string[] => text.split(/\n|(?<=[.!?]["”)]?)\s+(?=\S)/);

export function checkText(marked: string, pieces: Pieces, known: Known): Findings {
  const written = pieces.filled(marked, (piece, at) =>
    piece.kind === "name" && piece.isChecked ? piece.text : `\uE000${at}\uE001`,
  );
  // Marks are no digits, and names of rows are no numbers.
  const bare = withoutOthers(
    written.replaceAll(markPattern, (mark) => "\uE002".repeat(mark.length)),
    known.rows.flatMap((names) => [...names]),
  );
  const figures = pieces.all.flatMap((piece) =>
    piece.kind === "figure"
      ? [{ figure: piece.figure, name: `{{ ${piece.source.reference} }}` }]
      : [],
  );
  const naked = numbersIn(bare).map((number) => ({
    problem: `${number.text} is written by hand${nearestTo(number, figures)}`,
    text: shownIn(lineAt(written, number.at), pieces),
  }));
  const errors = [
    ...inAttributes(marked, pieces),
    ...touching(written, pieces),
    ...sentences(written).flatMap((sentence) => errorsIn(sentence, pieces, known)),
  ];
  return { errors, naked };
}

/** The characters of a line around a place that tell which line of the file it is. */
const enough = 500;

const lineAt = (text: string, at: number): string =>
  text
    .slice(Math.max(text.lastIndexOf("\n", at) + 1, at - enough), at + enough)
    .split("\n", 1)[0] ?? "";

const shownIn = (text: string, pieces: Pieces): string =>
  pieces.filled(text, (piece) => ("text" in piece ? piece.text : "–")).trim();

/** Addresses, tags, and the names of languages of code are no text. */
function inAttributes(marked: string, pieces: Pieces): Finding[] {
  const attribute = /\]\([^)]{0,500}\uE000|<[^>\s]{0,500}\uE000|^(?:```|~~~)[^\n]*\uE000/m;
  const found = attribute.exec(marked);
  if (found === null) return [];
  const text = shownIn(lineAt(marked, found.index), pieces);
  return [{ problem: "a reference cannot be a part of a link", text }];
}

/** The characters before and after a number that are looked at. */
const window = 60;

/** Finds text that touches a number. A page shows neither markup nor line ends, so neither separates them. */
function touching(written: string, pieces: Pieces): Finding[] {
  return [...written.matchAll(markPattern)].flatMap(({ 0: mark, 1: at, index }) => {
    const piece = pieces.all[Number(at)];
    if (piece?.kind !== "figure") return [];
    const before = asShown(joined(written.slice(Math.max(0, index - window), index)));
    const after = joined(written.slice(index + mark.length, index + mark.length + window));
    const [what] =
      unitAfter.exec(after) ?? unitAfter.exec(asShown(after)) ?? unitBefore.exec(before) ?? [];
    if (what === undefined) return [];
    const beside = /[\uE000\uE001]/.test(what) ? "another number" : JSON.stringify(what.trim());
    const problem = `${beside} beside it would change the number ${piece.text}, which has its sign and unit`;
    return [
      {
        problem: `{{ ${piece.source.reference} }}: ${problem}`,
        text: shownIn(lineAt(written, index), pieces),
      },
    ];
  });
}

/** The lines of a paragraph as one; a blank line ends it. */
const joined = (text: string): string =>
  text.replaceAll(/\n\s*\n/g, "\u2029").replaceAll(/[^\S\u2029]+/g, " ");

function errorsIn(sentence: string, pieces: Pieces, { rows, metrics }: Known): Finding[] {
  const marks = [...sentence.matchAll(markPattern)];
  if (marks.length === 0) return [];
  const shown = shownIn(sentence.slice(0, enough), pieces);
  const periods = periodsIn(sentence);
  const shownNames = marks.flatMap(([, at]) => {
    const piece = pieces.all[Number(at)];
    return piece?.kind === "name" ? [piece.text] : [];
  });
  const inSentence = rows.map((names) => ({ names, named: namesIn(sentence, [...names]) }));
  const namedMetrics = metrics.filter((name) => wordsOf(name).some((word) => word.test(sentence)));
  return marks.flatMap(([mark, at], place) => {
    const piece = pieces.all[Number(at)];
    if (piece?.kind !== "figure") return [];
    const { index } = marks[place] ?? { index: 0 };
    const previous = marks[place - 1];
    const before = sentence.slice(
      previous === undefined ? 0 : previous.index + previous[0].length,
      index,
    );
    const after = sentence.slice(index + mark.length, marks[place + 1]?.index);
    const { names = new Set<string>(), named = [] } =
      inSentence.find((one) => one.names.has(piece.source.subject)) ?? {};
    const problems = [
      directionProblem(piece, clauseBefore(before), clauseAfter(after)),
      periodProblem(piece, periods),
      rowProblem(piece, [...shownNames.filter((name) => names.has(name)), ...named]),
      metricProblem(piece, metrics, namedMetrics),
    ];
    return problems.flatMap((problem) =>
      problem === undefined
        ? []
        : [{ problem: `{{ ${piece.source.reference} }}: ${problem}`, text: shown }],
    );
  });
}

const clauseBefore = (text: string): string => text.slice(-window).replace(/^.*[;:]/, "");
const clauseAfter = (text: string): string => text.slice(0, 15).replace(/[;:,.].*$/, "");

/** A stated rise or fall that contradicts the change. */
function directionProblem(
  { figure, source, text }: FigurePiece,
  before: string,
  after: string,
): string | undefined {
  const isChange = source.number.includes("change") || source.number.includes("percent");
  if (!isChange || !isNumber(figure.value)) return undefined;
  if (/^(rose|fell|did|hardly)/.test(text))
    return directionBeside(before.slice(-15), "") === 0
      ? undefined
      : `${text} already contains a verb: remove yours`;
  const direction = directionBeside(before, after);
  if (direction === 0 || direction === Math.sign(figure.value)) return undefined;
  const word = direction > 0 ? "a rise" : "a fall";
  return `the words beside it say ${word}, and it is ${text}; write {{ ${source.reference.replace(/\.\w+$/, "")} | moved }}`;
}

function periodProblem({ source }: FigurePiece, periods: readonly string[]): string | undefined {
  const ranges = [source.period, ...(source.before === undefined ? [] : [source.before])];
  const isIn = (period: string): boolean => ranges.some((range) => hasPeriod(range, period));
  if (periods.length === 0 || periods.some(isIn)) return undefined;
  const { start, end } = source.period;
  return `the sentence names a different period from ${start} to ${end}, which the number is of`;
}

/** A sentence that names rows of the same dimension, and a number of another one. */
function rowProblem({ source }: FigurePiece, named: readonly string[]): string | undefined {
  if (named.length === 0 || named.includes(source.subject)) return undefined;
  return `the sentence names ${[...new Set(named)].slice(0, 3).join(", ")}, and the number is of ${source.subject}`;
}

/** A sentence that names metrics, and not that of the number. */
function metricProblem(
  { source: { metric, number } }: FigurePiece,
  metrics: readonly string[],
  named: readonly string[],
): string | undefined {
  if (number === "profiles" || !metrics.includes(metric) || named.includes(metric))
    return undefined;
  const [wrong] = named;
  return wrong && `the sentence names ${wrong}, and the number is of ${metric}`;
}
