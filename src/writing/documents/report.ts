/** Makes a report: renders its text, checks it, draws its charts, and adds cautions and sources. */
import type { TimeSlice } from "../../base/async/time-slice.ts";
import type { Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { AccountNames, Answer, Unanswered } from "./answers.ts";
import { checkText, digitsIn, headingsOf } from "./check.ts";
import { drawCharts, type Drawing } from "./drawing.ts";
import type { Events } from "./events.ts";
import { formatsOf, type Formats, type Language } from "./formats.ts";
import { goalsNode } from "./goals.ts";
import { cautionsIn } from "./lists.ts";
import { missingNode, type Goal, type Node } from "./nodes.ts";
import { htmlOf, markdownOf, type Beside, type Brand } from "./output.ts";
import { bareText, ownTexts, Pieces, whyMissing, type Block, type Piece } from "./pieces.ts";
import { answerNode } from "./references.ts";
import { renderText, type TextPlace, type Rendered, type Rendering } from "./render.ts";
import type { ReportFile } from "./report-file.ts";
import { tablesOf } from "./tables.ts";
import type { TextError } from "./yaml.ts";

/** A text that a report names. */
export interface TextFile {
  readonly file: string;
  readonly text: string;
}

export interface ReportParts {
  readonly file: Pick<ReportFile, "values" | "text" | "textLine"> & {
    readonly locale: string;
    readonly language?: Language | undefined;
  };
  readonly answers: readonly Answer[];
  /** Questions that failed, whose place is marked. */
  readonly unanswered: readonly Unanswered[];
  readonly goals: ReadonlyMap<string, Goal>;
  readonly comment?: TextFile | undefined;
  readonly events: Events;
  readonly brand: Brand;
  /** Names of the account that answers can lack; those of rows alone (default). */
  readonly names?: AccountNames | undefined;
  /** `text` has no files of charts beside it; `mail` is a page with its pictures as parts, or described in words. */
  readonly format: "md" | "html" | "text" | "mail";
  /** The pictures of a mail are parts (default: words). */
  readonly hasParts?: boolean;
  /** The name of the file, without its ending: those of charts begin with it. */
  readonly name: string;
  readonly slice: TimeSlice;
}

export interface MadeReport {
  readonly title: string;
  readonly content: string;
  /** Of a mail: its content without a page. */
  readonly text: string;
  readonly beside: readonly Beside[];
  /** Errors of the text, with the lines of its file. */
  readonly errors: readonly TextError[];
  /** Digits that no reference stands for, and numbers within words: what a strict report has not. */
  readonly loose: Readonly<Record<"digits" | "within", readonly TextError[]>>;
  /** Numbers that are not there. */
  readonly missing: readonly string[];
  /** The headings of sections without pages. */
  readonly leftOut: readonly string[];
}

/** Bytes that a character of Markdown takes as tokens. */
const bytesOfText = 500;

export async function makeReport(parts: ReportParts): Promise<MadeReport> {
  const { brand, format, name, slice } = parts;
  const pieces = new Pieces();
  const drawings: Drawing[] = [];
  const { formats, errors, marked, loose, leftOut } = await slice.run(
    renderedParts(parts, pieces, drawings),
  );
  if (errors.length > 0)
    return { title: "", content: "", text: "", beside: [], errors, loose, missing: [], leftOut };
  await drawCharts(drawings, pieces, { ...parts, formats });
  const title = /^#\s+(.+)$/m.exec(pieces.shown(marked))?.[1] ?? name;
  const beside: Beside[] = [];
  const { footer = "" } = brand;
  const texts = [
    footer,
    ...parts.events.texts.map(({ text }) => text),
    ...pieces.in(marked).flatMap(headingsOf),
  ];
  const outputs = { ...brand, formats, title, authorTexts: texts.flatMap(ownTexts) };
  const isMail = format === "mail";
  const pictures = !isMail ? "data" : parts.hasParts === true ? beside : "words";
  const content =
    format === "html" || isMail
      ? htmlOf(marked, pieces, outputs, pictures)
      : markdownOf(marked, pieces, outputs, format === "md" ? beside : undefined);
  const text = isMail ? markdownOf(marked, pieces, outputs, undefined) : "";
  const missing = [
    ...pieces.in(marked).flatMap((piece) => whyMissing(piece) ?? []),
    ...parts.unanswered.flatMap((question) =>
      question.isWithoutPages ? [] : `${question.name}: ${question.problem}`,
    ),
  ];
  return { title, content, text, beside, errors, loose, missing: [...new Set(missing)], leftOut };
}

/** The text with its marks, and everything that is wrong with it. */
function* renderedParts(parts: ReportParts, pieces: Pieces, drawings: Drawing[]) {
  const { file, answers, unanswered, comment, events } = parts;
  const formats = formatsOf(file.locale, file.language);
  const rendering: Rendering = {
    scope: scopeOf(parts, formats),
    pieces,
    formats,
    table: tablesOf(formats, (row) =>
      events
        .eventsOf(row)
        .map(({ text }) => text)
        .join("; "),
    ),
    chart(answer, request) {
      if (drawings.length === ourLimits.reportCharts)
        throw new Error(`a report has at most ${ourLimits.reportCharts} charts`);
      drawings.push({ at: pieces.list.length, answer, request });
      return {
        kind: "block",
        block: { kind: "chart", name: "", title: "", svg: "", small: "", alternative: "" },
      };
    },
  };
  yield bytesOfText * (file.text.length + (comment?.text.length ?? 0));
  const text = file.text.trim() === "" ? usualText(answers, unanswered) : file.text;
  const inner =
    comment && (yield* renderText(comment.text.trim(), { file: comment.file, line: 0 }, rendering));
  const rendered = yield* renderText(
    text,
    { line: file.textLine },
    { ...rendering, comment: inner },
  );
  const errors = [...rendered.errors, ...(inner?.errors ?? [])];
  const none = { digits: [], within: [] };
  if (errors.length > 0) return { formats, errors, marked: "", loose: none, leftOut: [] };
  const { marked, ...checked } = yield* checkedText(parts, pieces, rendered);
  return { formats, errors, marked: withEnds(marked, answers, pieces, formats), ...checked };
}

/** The text without what is left out, and what a strict report has not. */
function* checkedText(
  parts: ReportParts,
  pieces: Pieces,
  rendered: Rendered,
): Work<Pick<MadeReport, "loose" | "leftOut"> & { readonly marked: string }> {
  const { file, answers, unanswered } = parts;
  const hasPages = new Map([
    ...answers.map(({ name }) => [name, true] as const),
    ...unanswered.map(({ name, isWithoutPages }) => [name, !isWithoutPages] as const),
  ]);
  const first = checkText(rendered, pieces, hasPages);
  yield;
  // Without what is left out, the rest can mean something else.
  const { marked, leftOut, within } = first;
  const second = checkText({ ...rendered, marked }, pieces, hasPages, false);
  yield;
  const isUsual = file.text.trim() === "";
  const ofText = isUsual ? [] : distinct([...first.digits, ...second.digits]);
  const digits = [...ofText, ...othersIn(parts, pieces.in(marked))];
  return {
    marked: marked.replaceAll(/\n{3,}/g, "\n\n").trim(),
    loose: { digits, within },
    leftOut,
  };
}

/** The text with the lists that every report has, at its end where the author has not placed them. */
function withEnds(
  marked: string,
  answers: readonly Answer[],
  pieces: Pieces,
  formats: Formats,
): string {
  const nothing: Piece = {
    kind: "missing",
    why: "there are no pages",
    text: formats.phrases.nothing,
  };
  const text = marked === "" ? pieces.add(nothing) : marked;
  const blocks: readonly Block[] = [
    { kind: "cautions", lines: cautionsIn(answers, formats) },
    { kind: "sources" },
  ];
  const has = (kind: Block["kind"]): boolean =>
    pieces.in(text).some((piece) => piece.kind === "block" && piece.block.kind === kind);
  const ends = blocks.filter(({ kind }) => !has(kind));
  return [text, ...ends.map((block) => pieces.add({ kind: "block", block }))].join("\n\n");
}

function scopeOf(
  { file, answers, unanswered, goals, names }: ReportParts,
  formats: Formats,
): Map<string, Node> {
  const block = (list: Block): Node => ({ kind: "block", block: list });
  return new Map<string, Node>([
    ...Array.from(file.values, ([name, text]) => [name, { kind: "value", text }] as const),
    ...answers.map((answer) => [answer.name, answerNode(answer, names)] as const),
    ...unanswered.map(({ name, problem }) => [name, missingNode(problem)] as const),
    ["goals", goalsNode(goals)],
    ["cautions", block({ kind: "cautions", lines: cautionsIn(answers, formats) })],
    ["sources", block({ kind: "sources" })],
  ]);
}

/** Digits of the author outside of the text: of the front matter, of events, and of headings of columns. */
function othersIn(
  { answers, events, brand, names }: ReportParts,
  used: readonly Piece[],
): TextError[] {
  const rows = answers.flatMap(({ figures }) =>
    figures.dimensions.flatMap(({ name, rows: rowNames }) => (name === "date" ? [] : rowNames)),
  );
  // The longest first: `Brand 1` is not what is left of `Brand 12`.
  const known = [...new Set([...rows, ...(names?.profile ?? []), ...(names?.label ?? [])])]
    .filter((name) => digitsIn(name) !== undefined)
    .toSorted((left, right) => right.length - left.length);
  const errorsAt = (where: TextPlace, what: string, text: string): TextError[] => {
    const word = digitsIn(known.reduce((left, name) => left.replaceAll(name, ""), bareText(text)));
    return word === undefined
      ? []
      : [{ ...where, problem: `${what} has ${word}, written by hand` }];
  };
  const values = new Set(used.flatMap((piece) => (piece.kind === "value" ? piece.text : [])));
  return [
    ...[...values].flatMap((text) => errorsAt({ line: 1 }, "a value of the front matter", text)),
    ...used
      .flatMap(headingsOf)
      .flatMap((text) => errorsAt({ line: 1 }, "the heading of a column", text)),
    ...events.texts.flatMap(({ text, ...place }) => errorsAt(place, "an event", text)),
    ...errorsAt({ line: 1 }, "the footer", brand.footer ?? ""),
  ];
}

const distinct = (errors: readonly TextError[]): TextError[] => [
  ...new Map(errors.map((error) => [JSON.stringify(error), error])).values(),
];

/** A text of tables, with charts of rows of time. */
const usualText = (answers: readonly Answer[], unanswered: readonly Unanswered[]): string =>
  [
    ...answers.map(({ name, figures }) => {
      const hasTime = figures.dimensions.some(
        (dimension) => dimension.name === "date" && dimension.rows.length > 1,
      );
      return [
        `## ${name}: {{ ${name}.period }}`,
        ...(hasTime ? [`{{ ${name} | chart }}`] : []),
        `{{ ${name} | table }}`,
      ].join("\n\n");
    }),
    ...unanswered.map(({ name }) => `## ${name}\n\n{{ ${name} | table }}`),
  ].join("\n\n");
