/** What a text inserts: numbers, names, tables, charts. A mark stands for each until the text is checked and escaped. */
import type { Figure } from "../replies/figures.ts";
import type { Source } from "./nodes.ts";

/** Characters for private use, which no text of an author may hold. */
const [open, close] = ["\uE000", "\uE001"];
export const markPattern = /\uE000(\d+)\uE001/g;
export const privateUse = /[\uE000-\uF8FF]/g;

export type Piece =
  | {
      readonly kind: "figure";
      readonly text: string;
      readonly figure: Figure;
      readonly source: Source;
    }
  /** `isChecked`: the author has written it, so its numbers are checked like those of the text. */
  | { readonly kind: "name"; readonly text: string; readonly isChecked: boolean }
  | { readonly kind: "period"; readonly text: string }
  | { readonly kind: "missing"; readonly why: string }
  | { readonly kind: "block"; readonly block: Block };

/** A part of a report that is no line of its text. */
export type Block =
  | { readonly kind: "table"; readonly table: ReportTable }
  | { readonly kind: "chart"; readonly name: string; readonly title: string; readonly svg: string }
  | { readonly kind: "list"; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: "comment"; readonly text: string };

export interface ReportTable {
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly below?: string;
  /** How many of the first rows are of all rows. */
  readonly totals: number;
}

export class Pieces {
  readonly all: Piece[] = [];

  /** The mark that stands for a piece. */
  add(piece: Piece): string {
    this.all.push(piece);
    return `${open}${this.all.length - 1}${close}`;
  }

  /** A text with each mark replaced. */
  filled(text: string, write: (piece: Piece, at: number) => string): string {
    return text.replaceAll(markPattern, (mark, number) => {
      const piece = this.all[Number(number)];
      return piece === undefined ? mark : write(piece, Number(number));
    });
  }
}
