/** Makes a report: renders its text, checks it, draws its charts, and adds cautions and sources. */
import type { TimeSlice } from "../async/time-slice.ts";
import type { ChartRequest } from "../replies/chart.ts";
import type { Answer, Unanswered } from "./answers.ts";
import { checkText, type Finding } from "./checks.ts";
import { checkComment, metricsOf } from "./comments.ts";
import { draw } from "./drawing.ts";
import type { Events } from "./events.ts";
import { filtersOf } from "./filters.ts";
import { formatsOf } from "./formats.ts";
import { cautionsIn, sourcesIn } from "./lists.ts";
import { goalsNode } from "./goals.ts";
import { htmlOf, markdownOf, whyMissing, type Beside, type Brand } from "./output.ts";
import { Pieces, type Block } from "./pieces.ts";
import { answerNode } from "./references.ts";
import type { Goal, Node } from "./nodes.ts";
import type { ReportFile } from "./report-file.ts";
import { renderText } from "./template.ts";
import type { TextError } from "./yaml.ts";

export interface ReportParts {
  readonly file: Pick<ReportFile, "values" | "text" | "textLine"> & { readonly locale: string };
  readonly answers: readonly Answer[];
  /** Questions that failed, whose place is marked. */
  readonly unanswered: readonly Unanswered[];
  readonly goals: ReadonlyMap<string, Goal>;
  readonly comment?: string | undefined;
  readonly events: Events;
  readonly brand: Brand;
  /** `text` has no files of charts beside it. */
  readonly format: "md" | "html" | "text";
  /** The name of the file, without its ending: those of charts begin with it. */
  readonly name: string;
  readonly slice: TimeSlice;
}

export interface MadeReport {
  readonly content: string;
  readonly beside: readonly Beside[];
  /** Errors of the text, with the lines of its file. */
  readonly errors: readonly TextError[];
  /** Statements of the comment that no answer has. */
  readonly comment: readonly Finding[];
  /** Numbers that no reference stands for. */
  readonly naked: readonly Finding[];
  /** Numbers that are not there. */
  readonly missing: readonly string[];
}

/** Each is drawn, and kept until the report is written. */
const mostCharts = 100;

interface Drawing {
  readonly at: number;
  readonly answer: Answer;
  readonly request: ChartRequest;
}

export async function makeReport(parts: ReportParts): Promise<MadeReport> {
  const { file, answers, unanswered, goals, comment, events, brand, format, name, slice } = parts;
  const formats = formatsOf(file.locale);
  const pieces = new Pieces();
  const drawings: Drawing[] = [];
  const blockAt = (block: Block): string => pieces.add({ kind: "block", block });
  const mark = (text: string): Node => ({ kind: "mark", text });
  const list = (title: string, lines: readonly string[]): Block => ({ kind: "list", title, lines });
  const cautions = blockAt(list("Cautions", cautionsIn(answers)));
  const sources = blockAt(list("Sources", []));
  const sourcesAt = pieces.all.length - 1;
  const scope = new Map<string, Node | string>([
    ...file.values,
    ...answers.map((answer) => [answer.name, answerNode(answer)] as const),
    ...unanswered.map((one) => [one.name, failedNode(one)] as const),
    ["goals", goalsNode(goals)],
    ["cautions", mark(cautions)],
    ["sources", mark(sources)],
    ...(comment === undefined
      ? []
      : [["comment", mark(blockAt({ kind: "comment", text: comment }))] as const]),
  ]);
  const filters = filtersOf({
    pieces,
    formats,
    eventsOf: events.textOf,
    chart(answer, request) {
      if (drawings.length === mostCharts)
        throw new Error(`a report has at most ${mostCharts} charts`);
      const placed = blockAt(list("", []));
      drawings.push({ at: pieces.all.length - 1, answer, request });
      return placed;
    },
  });
  const text = file.text.trim() === "" ? usualText(answers, unanswered) : file.text;
  const { marked: rendered, errors } = renderText(text, { scope, pieces, formats, filters });
  const marked = blocksApart(rendered, pieces);
  const atLine = ({ line, problem }: TextError): TextError => ({
    line: line + file.textLine,
    problem,
  });
  const nothing = { content: "", beside: [], comment: [], naked: [], missing: [] };
  if (errors.length > 0) return { ...nothing, errors: errors.map(atLine) };
  const checked = checkText(marked, pieces, {
    rows: rowNames(answers),
    metrics: metricsOf(answers),
  });
  const placed = ({ problem, text: line }: Finding): TextError => ({
    line: lineOf(file, line),
    problem,
  });
  const failures: TextError[] = checked.errors.map(placed);
  for (const [number, { at, answer, request }] of drawings.entries()) {
    const { title: chartTitle, svg } = await draw(answer, request, events, slice);
    const fileName = `${name}-${answer.name}${number === 0 ? "" : `-${number + 1}`}.svg`;
    pieces.all[at] = {
      kind: "block",
      block: { kind: "chart", name: fileName, title: chartTitle, svg },
    };
  }
  pieces.all[sourcesAt] = { kind: "block", block: list("Sources", sourcesIn(pieces, formats)) };
  // What a text leaves out is added at its end.
  const hasSources = pieces.all.some(({ kind }) => kind === "figure");
  const ends = [cautions, ...(hasSources ? [sources] : [])].filter((end) => !marked.includes(end));
  const ended = [marked.trimEnd(), ...ends].join("\n\n");
  const beside: Beside[] = [];
  const title =
    /^#\s+(.+)$/m.exec(
      pieces.filled(marked, (piece) => ("text" in piece ? piece.text : "–")),
    )?.[1] ?? name;
  const content =
    format === "html"
      ? htmlOf(ended, pieces, brand, title)
      : markdownOf(ended, pieces, brand, format === "md" ? beside : undefined);
  return {
    content,
    beside,
    errors: failures,
    comment:
      comment === undefined
        ? []
        : checkComment(comment, [
            ...answers,
            ...[...goals.values()].flatMap((goal) => goal.answer ?? []),
          ]),
    naked: checked.naked,
    missing: [
      ...new Set([
        ...pieces.all.flatMap((piece) => whyMissing(piece) ?? []),
        ...unanswered.map(({ name: own, problem }) => `${own}: ${problem}`),
      ]),
    ],
  };
}

/** A table or a chart is a paragraph of its own, wherever its line stands. */
const blocksApart = (text: string, pieces: Pieces): string =>
  pieces
    .filled(text, (piece, at) => {
      const mark = `\uE000${at}\uE001`;
      return piece.kind === "block" ? `\n\n${mark}\n\n` : mark;
    })
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimStart();

/** A question that failed: each reference to it is a place that says so. */
const failedNode = ({ problem }: Unanswered): Node => {
  const node: Node = {
    kind: "branch",
    keys: [],
    get: () => node,
    failure: problem,
  };
  return node;
};

/** The names of rows by dimension, which texts can name; days are no names. */
const rowNames = (answers: readonly Answer[]): Set<string>[] => {
  const names = new Map<string, Set<string>>();
  for (const { name, rows } of answers.flatMap(({ figures }) => figures.dimensions))
    if (name !== "date") names.set(name, new Set([...(names.get(name) ?? []), ...rows]));
  return [...names.values()];
};

/** A text of tables, with charts of rows of time. */
const usualText = (answers: readonly Answer[], unanswered: readonly Unanswered[]): string =>
  [
    ...answers.map(({ name, figures }) => {
      const isOfTime = figures.dimensions.some(
        (dimension) => dimension.name === "date" && dimension.rows.length > 1,
      );
      return [
        `## ${name}: {{ ${name}.period }}`,
        ...(isOfTime ? [`{{ ${name} | chart }}`] : []),
        `{{ ${name} | table }}`,
      ].join("\n\n");
    }),
    ...unanswered.map(({ name }) => `## ${name}\n\n{{ ${name}.total }}`),
    "{{ cautions }}",
  ].join("\n\n");

/** The line of the file that begins as a line of the report does; the first line of the text where none does. */
function lineOf({ text, textLine }: ReportParts["file"], rendered: string): number {
  const words = rendered.match(/[\p{L}]{4,}/gu) ?? [];
  const counts = text.split("\n").map((line) => words.filter((word) => line.includes(word)).length);
  const best = Math.max(0, ...counts);
  return textLine + (best === 0 ? 0 : counts.indexOf(best)) + 1;
}
