/** A reply as data, and the one place that writes it as text: the answer first, every line once. */
import type { Work } from "../../base/async/work.ts";
import { estimateTokens, fitsTokens } from "../../base/text/tokens.ts";
import { plural, tableRow } from "../../base/text/words.ts";

/** A sentence for the reader; false or undefined if it does not apply. */
export type Note = string | ForAgents | false | undefined;

/** A sentence on tools, which people have not. */
interface ForAgents {
  readonly forAgents: string;
}

export const forAgents = (text: string | false): Note => text !== false && { forAgents: text };

/** A table with its title above and the sentences about it below. */
export interface Block {
  readonly title?: string | undefined;
  /** Lines of cells, the names of the columns first. */
  readonly rows: readonly (readonly string[])[];
  readonly below?: readonly Note[] | undefined;
}

/** The tables of a reply. */
export interface Body {
  /** The numbers that answer the question. */
  readonly answer?: readonly Block[];
  /** The rows beneath them. */
  readonly table?: readonly Block[];
  /** Text from outside, fenced. */
  readonly quoted?: string | false | undefined;
  /** Notes on these tables alone, such as on their symbols. */
  readonly notes?: readonly Note[];
  /** A sentence on the rows that these tables leave out, and how to get them. */
  readonly omitted?: Note;
  /** Not even the shortest form fits. */
  readonly isCut?: boolean;
}

export interface Content extends Body {
  /** In a server with several accounts. */
  readonly account?: string;
  /** The network, profiles, rows, ranges and time zone. */
  readonly subject: string;
  /** Sentences that name the missing values, or say that the reply is complete. */
  readonly coverage?: readonly Note[];
  /** Sentences on the call, at the end of the first line; the last one is its cost. */
  readonly cost?: readonly Note[];
  readonly cautions?: readonly Note[];
  readonly links?: readonly Note[];
}

const isSaid = (note: Note): note is string | ForAgents =>
  note !== false && note !== undefined && note !== "";
const textOf = (note: string | ForAgents): string =>
  typeof note === "string" ? note : note.forAgents;
const said = (notes: readonly Note[] = []): string[] => notes.filter(isSaid).map(textOf);

/** The first line: what the reply is about, whether it is complete, what it cost. */
export const firstLine = ({ subject, coverage, cost }: Content): string =>
  said([subject, ...(coverage ?? []), ...(cost ?? [])]).join(" ");

/** The sentences on totals, and those below the rows. */
export const cautionsOf = (content: Content): string[] => said(notesIn(content));

/** Those of them that people can use: not those on the lines of an answer, which documents do not have. */
export const cautionsForPeople = (content: Content): string[] =>
  notesIn({ ...content, answer: [] }).flatMap((note) =>
    typeof note === "string" && note !== "" ? [note] : [],
  );

const notesIn = ({ answer = [], cautions, notes }: Content): Note[] => [
  ...answer.flatMap(({ below = [] }) => below),
  ...(cautions ?? []),
  ...(notes ?? []),
];

/** Writes the rows of a table as lines: the form that takes fewest tokens. */
export const tableLines = (rows: Block["rows"]): string[] => rows.map(tableRow);

/** Writes the parts of a reply, for models or for a terminal. */
interface Writing {
  readonly rows: (rows: Block["rows"]) => readonly string[];
  readonly sentence: (sentence: string) => string;
}

const forModels: Writing = { rows: tableLines, sentence: (sentence) => sentence };

const blockText = ({ title, rows, below }: Block, { rows: lines, sentence } = forModels): string =>
  said([title, ...lines(rows), ...said(below).map(sentence)]).join("\n");

/** @param writing for models (default). Text from outside is written as it is. */
export function replyText(content: Content, writing = forModels): string {
  const { account, answer = [], table = [], quoted, cautions, notes, omitted, links } = content;
  const body = said([
    said([account && `Account: ${account}`, writing.sentence(firstLine(content))]).join("\n"),
    ...[...answer, ...table].map((block) => blockText(block, writing)),
    quoted,
  ]);
  const notesOfAll = said([...(cautions ?? []), ...(notes ?? []), omitted]).map(writing.sentence);
  const last = said([...notesOfAll, ...said(links)]).join("\n");
  // An empty line separates a quotation from the notes; notes on a table follow it directly.
  return said([body.join("\n\n"), last]).join(isSaid(quoted) ? "\n\n" : "\n");
}

/** Tokens of the cost, the links and the notes on symbols, whatever they say: they change nothing else. */
const reserved = 180;

/** The shares of the budget that cautions may take: less where the tables do not fit otherwise. */
const shares = [1 / 2, 1 / 8] as const;

/** Lays tables out in the room that the other parts of a reply leave. */
export function* layOut(
  frame: Content,
  maxTokens: number,
  bodyIn: (room: number) => Work<Body>,
): Work<Content> {
  const used = estimateTokens(said([frame.subject, ...(frame.coverage ?? [])]).join(" "));
  let content: Content = frame;
  for (const share of shares) {
    const cautions = fitting(frame.cautions ?? [], maxTokens * share);
    const room = maxTokens - used - estimateTokens(said(cautions).join("\n")) - reserved;
    content = { ...frame, cautions, ...(yield* bodyIn(Math.max(0, room))) };
    if (content.isCut !== true) break;
  }
  return content;
}

/** The first of the notes that fit a budget. */
function fitting(notes: readonly Note[], maxTokens: number): Note[] {
  let tokens = 0;
  const sentences = notes.filter(isSaid);
  const fit = sentences.filter((note) => (tokens += estimateTokens(textOf(note)) + 1) <= maxTokens);
  const omitted = sentences.length - fit.length;
  return omitted === 0
    ? fit
    : [...fit, `${plural(omitted, "note")} more would not fit: ask for less to read them.`];
}

/** True where all blocks fit a room. */
export const fits = (blocks: readonly Block[], room: number): boolean =>
  fitsTokens(blocks.map((block) => blockText(block)).join("\n\n"), room);
