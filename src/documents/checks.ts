/** Checks the words and numbers that an author has written around the numbers of answers. */
import { isNumber } from "../cells/states.ts";
import { formatNumber } from "../text/numbers.ts";
import { markPattern, type Piece, type Pieces } from "./pieces.ts";
import { directionIn, hasMonth, monthsIn, unitAfter, unitBefore, withoutMarkup } from "./words.ts";
import { namesIn, numbersIn, withoutOthers, type WrittenNumber } from "./written-numbers.ts";

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

type FigurePiece = Extract<Piece, { kind: "figure" }>;

/** Sentences end at a full stop before a blank; a line ends one too. */
const sentences = (text: string): string[] => text.split(/\n|(?<=[.!?]["”)]?)\s+(?=\S)/);

/** @param rows the names of rows of the answers, by dimension. */
export function checkText(
  marked: string,
  pieces: Pieces,
  rows: readonly (readonly string[])[],
): Findings {
  const errors: Finding[] = [];
  const naked: Finding[] = [];
  const figures = pieces.all.filter((piece) => piece.kind === "figure");
  const written = pieces.filled(marked, (piece, at) =>
    piece.kind === "name" && piece.isChecked ? piece.text : `\uE000${at}\uE001`,
  );
  // Marks are no digits, and names of rows are no numbers.
  const bare = withoutOthers(
    written.replaceAll(markPattern, (mark) => "\uE002".repeat(mark.length)),
    rows.flat(),
  );
  for (const number of numbersIn(bare))
    naked.push({
      problem: `${number.text} is no number of an answer${nearestTo(number, figures)}`,
      text: shownIn(lineAt(written, number.at), pieces),
    });
  errors.push(...unitErrors(written, pieces));
  for (const sentence of sentences(written)) errors.push(...errorsIn(sentence, pieces, rows));
  return { errors, naked };
}

const lineAt = (text: string, at: number): string =>
  text.slice(text.lastIndexOf("\n", at) + 1).split("\n", 1)[0] ?? "";

const shownIn = (text: string, pieces: Pieces): string =>
  pieces.filled(text, (piece) => ("text" in piece ? piece.text : "–")).trim();

/** The references whose numbers are nearest to a written one. */
function nearestTo({ meanings }: WrittenNumber, figures: readonly FigurePiece[]): string {
  const distance = ({ figure }: FigurePiece): number =>
    Math.min(
      ...meanings.map(
        ({ value }) => Math.abs(value - figure.value * figure.scale) / (Math.abs(value) || 1),
      ),
    );
  const near = figures
    .filter((piece) => distance(piece) < 0.2)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 2)
    .map(
      ({ source, figure }) =>
        `{{ ${source.reference} }} is ${formatNumber(figure.value * figure.scale)}`,
    );
  return near.length === 0 ? "" : `; ${[...new Set(near)].join(", ")}`;
}

function errorsIn(
  sentence: string,
  pieces: Pieces,
  rows: readonly (readonly string[])[],
): Finding[] {
  const rowsLike = ({ source }: FigurePiece): readonly string[] =>
    rows.find((names) => names.includes(source.subject)) ?? [];
  const marks = [...sentence.matchAll(markPattern)];
  const shown = shownIn(sentence, pieces);
  if (/\]\([^)\n]*\uE000|<[^>\s]*\uE000/.test(sentence))
    return [{ problem: "a reference cannot be a part of a link", text: shown }];
  const months = monthsIn(sentence);
  const shownNames = marks.flatMap(([, at]) => {
    const piece = pieces.all[Number(at)];
    return piece?.kind === "name" ? [piece.text] : [];
  });
  return marks.flatMap(([mark, at], place) => {
    const piece = pieces.all[Number(at)];
    if (piece?.kind !== "figure") return [];
    const start = marks[place]?.index ?? 0;
    const previous = marks[place - 1];
    const before = sentence.slice(
      previous === undefined ? 0 : previous.index + previous[0].length,
      start,
    );
    const after = sentence.slice(start + mark.length, marks[place + 1]?.index);
    const problems = [
      directionProblem(piece, before, after),
      monthProblem(piece, months),
      rowProblem(piece, [...shownNames, ...namesIn(sentence, rowsLike(piece))], rowsLike(piece)),
    ];
    return problems.flatMap((problem) =>
      problem === undefined
        ? []
        : [{ problem: `{{ ${piece.source.reference} }}: ${problem}`, text: shown }],
    );
  });
}

/** What touches a number, across markup and the ends of lines: a page shows neither. */
function unitErrors(written: string, pieces: Pieces): Finding[] {
  return [...written.matchAll(markPattern)].flatMap(({ 0: mark, 1: at, index }) => {
    const piece = pieces.all[Number(at)];
    if (piece?.kind !== "figure") return [];
    const before = joined(written.slice(Math.max(0, index - 60), index));
    const after = joined(written.slice(index + mark.length, index + mark.length + 60));
    const [what] =
      unitAfter.exec(after) ??
      unitAfter.exec(withoutMarkup(after)) ??
      unitBefore.exec(withoutMarkup(before)) ??
      [];
    if (what === undefined) return [];
    const problem = `${JSON.stringify(what.trim())} beside it would change the number ${piece.text}, which has its sign and unit`;
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

/** A rise or a fall that the words beside a change state, and the change is none. */
function directionProblem({ figure, source, text }: FigurePiece, before: string, after: string) {
  if (!source.number.includes("change") && !source.number.includes("percent")) return undefined;
  if (/^(rose|fell|did|hardly)/.test(text) || !isNumber(figure.value)) return undefined;
  const direction = directionIn(before.slice(-30)) || directionIn(after.slice(0, 15));
  if (direction === 0 || direction === Math.sign(figure.value)) return undefined;
  const word = direction > 0 ? "a rise" : "a fall";
  return `the words beside it say ${word}, and it is ${text}; write {{ ${source.reference.replace(/\.\w+$/, "")} | moved }}`;
}

function monthProblem({ source }: FigurePiece, months: readonly string[]): string | undefined {
  const ranges = [source.period, ...(source.before === undefined ? [] : [source.before])];
  const isIn = (month: string): boolean => ranges.some((range) => hasMonth(range, month));
  if (months.length === 0 || months.some(isIn)) return undefined;
  const { start, end } = source.period;
  return `the sentence names another month than ${start} to ${end}, which the number is of`;
}

/** A sentence that names rows, and a number of another row. */
function rowProblem(
  { source }: FigurePiece,
  named: readonly string[],
  rows: readonly string[],
): string | undefined {
  const others = named.filter((name) => rows.includes(name));
  if (others.length === 0 || others.includes(source.subject)) return undefined;
  return `the sentence names ${others.slice(0, 3).join(", ")}, and the number is of ${source.subject}`;
}
