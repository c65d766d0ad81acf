/** What a text inserts: numbers, names, tables, charts. A mark stands for each until the text is checked and escaped. */
import { isNumber } from "../../numbers/cells/states.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Figure } from "../../answers/replies/figures.ts";
import type { Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";

/** Characters for private use, which no text of an author may hold. */
const [open, close] = ["\uE000", "\uE001"];
export const markPattern = /\uE000(\d+)\uE001/g;

/** Forged marks, and characters that show a number in another order. */
const hidden = /[\uE000-\uF8FF\u202A-\u202E\u2066-\u2069\u200E\u200F]/g;
export const withoutHidden = (text: string): string => text.replaceAll(hidden, "");

const ownPattern = /\{\{\s*own:\s*"([^"\n]{0,500})"\s*\}\}/g;
/** What the author answers for in a text of the front matter, of an event, or of a heading. */
export const ownTexts = (text: string): string[] =>
  [...text.matchAll(ownPattern)].map(([, ownText = ""]) => ownText);
export const shownText = (text: string): string => text.replaceAll(ownPattern, "$1");
export const bareText = (text: string): string => text.replaceAll(ownPattern, "");

/** The origin of a number, as the list of sources shows it. */
export interface Source {
  readonly reference: string;
  readonly question: string;
  readonly network: string;
  /** The row that the number is of, or how many pages. */
  readonly subject: string;
  /** Of all rows, how many pages; of the same ones, of how many. */
  readonly pages?: number | undefined;
  readonly of?: number | undefined;
  /** The name of the row; undefined for the numbers of all rows. */
  readonly row?: string | undefined;
  readonly metric: string;
  readonly number: string;
  readonly period: Range;
  readonly before?: Range | undefined;
  /** The share of the profile-days that have a value; NaN where it is not known. */
  readonly coverage: number;
  /** When the oldest of its values was fetched; undefined for a result of an earlier call. */
  readonly fetched: Day | undefined;
  /** It is of the rows that meet the conditions. */
  readonly isMatching?: boolean;
  /** It is of a part of the posts. */
  readonly isPart?: boolean;
}

type Content =
  /** `isSentence`: the program has written all of it. */
  | { kind: "figure"; text: string; figure: Figure; source: Source; isSentence?: boolean }
  /** A text of the API. */
  | { kind: "name"; text: string }
  /** A text of the front matter. */
  | { kind: "value"; text: string }
  /** What the author answers for. */
  | { kind: "own"; text: string }
  | { kind: "period"; text: string }
  /** `text` is in the place of a table, a list or a chart of nothing. */
  | { kind: "missing"; why: string; text?: string }
  | { kind: "block"; block: Block };

export type Piece = Readonly<Content> & {
  /** The names that its reference begins with: those of questions, and others. */
  readonly roots?: readonly string[] | undefined;
  /** Its paragraph goes if nothing in it is there. */
  readonly isOptional?: boolean;
};

/** A part of a report that is no line of its text. */
export type Block =
  | { readonly kind: "table"; readonly table: ReportTable }
  | ChartBlock
  | { readonly kind: "cautions"; readonly lines: readonly string[] }
  /** The statements of all numbers of the text, by which they are numbered. */
  | { readonly kind: "sources" };

export interface ChartBlock {
  readonly kind: "chart";
  readonly name: string;
  readonly title: string;
  /** For a page on a desktop and on A4, and for a phone. */
  readonly svg: string;
  readonly small: string;
  /** The numbers of the picture in words. */
  readonly alternative: string;
}

export interface ReportTable {
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly below?: string;
  /** How many of the first rows are of all rows. */
  readonly totals: number;
  /** What the numbers are of. */
  readonly statement: string;
  /** Headings of the author. */
  readonly headings: readonly string[];
  /** Why it has no rows. */
  readonly why?: string;
}

export class Pieces {
  readonly list: Piece[] = [];
  #characters = 0;

  /** The mark that stands for a piece. @throws Error for more than a report may have. */
  add(piece: Piece): string {
    const { text = "", block } = { text: undefined, block: undefined, ...piece };
    const cells = block?.kind === "table" ? block.table.rows.flat() : [text];
    this.count(cells.reduce((sum, cell) => sum + cell.length, 0));
    this.list.push(piece);
    return `${open}${this.list.length - 1}${close}`;
  }

  /** @throws Error */
  count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > ourLimits.reportCharacters)
      throw new Error(`the report would have more than ${ourLimits.reportCharacters} characters`);
  }

  /** The pieces of a text, in its order. */
  in(text: string): Piece[] {
    return [...text.matchAll(markPattern)].flatMap(([, at]) => this.list[Number(at)] ?? []);
  }

  /** A text with each mark replaced. */
  filled(text: string, write: (piece: Piece, mark: string) => string): string {
    return text.replaceAll(markPattern, (mark, number) => {
      const piece = this.list[Number(number)];
      return piece === undefined ? mark : write(piece, mark);
    });
  }

  /** A text as its reader sees it, with blocks left out. */
  shown(text: string): string {
    return this.filled(text, (piece) => ("text" in piece ? (piece.text ?? "–") : "–"));
  }
}

/** Why a piece is missing; undefined for one that is there. */
export function whyMissing(piece: Piece): string | undefined {
  if (piece.kind === "missing") return piece.why;
  if (piece.kind === "block")
    return piece.block.kind === "table" ? piece.block.table.why : undefined;
  if (piece.kind !== "figure" || isNumber(piece.figure.value)) return undefined;
  const { subject, metric } = piece.source;
  return `${subject}, ${metric}: ${piece.figure.why?.text}`;
}
