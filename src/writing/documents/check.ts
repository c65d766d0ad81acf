/** Reads a marked text as Markdown: finds digits of the author and numbers within words, and leaves parts out. */
import MarkdownIt from "markdown-it";
import { markPattern, whyMissing, type Piece, type Pieces } from "./pieces.ts";
import type { TextPlace, Rendered } from "./render.ts";
import type { TextError } from "./yaml.ts";

type Renderer = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Renderer["parse"]>[number];

/** Links lead to web pages and addresses of mail alone; pictures and HTML are texts. */
export function renderer(): Renderer {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.disable(["image", "html_block", "html_inline"]);
  markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)[\u0021-\u007E]+$/i.test(url);
  return markdown;
}

export interface Checked {
  /** The text without the parts that are left out. */
  readonly marked: string;
  /** Digits that no reference stands for. */
  readonly digits: readonly TextError[];
  /** Numbers within the words of the author. */
  readonly within: readonly TextError[];
  /** The headings of the sections that were left out. */
  readonly leftOut: readonly string[];
}

interface Section {
  readonly level: number;
  readonly start: number;
  end: number;
  readonly title: string;
  /** The references to questions in it, and those to questions that have no pages. */
  referenceCount: number;
  without: number;
}

/** Characters that show a number: those of Unicode, also in compatibility forms; Braille, dice, tiles, cards, pictures. */
const digit =
  /[\p{N}\u2680-\u2685\u2800-\u28FF\u{1F000}-\u{1F0FF}\u{1F19B}-\u{1F1A5}\u{1F4AF}\u{1F51F}]/u;

/** The first piece of a text that holds digits. */
export const digitsIn = (text: string): string | undefined =>
  text
    .normalize("NFKC")
    .split(/\s+/)
    .find((word) => digit.test(word))
    ?.slice(0, 40);

const byHand = (word: string): string =>
  `${word} is written by hand: use a reference, or own: ${JSON.stringify(word)}`;

/** @param hasPages by question. @param checksMarkers the numbers of lists; those of a list that lost items do not count. */
export function checkText(
  { marked, places }: Pick<Rendered, "marked" | "places">,
  pieces: Pieces,
  hasPages: ReadonlyMap<string, boolean>,
  checksMarkers = true,
): Checked {
  const tokens = renderer().parse(marked, {});
  const placeOf = (line: number): TextPlace => places[line] ?? places.at(-1) ?? { line: 1 };
  const digits: TextError[] = [];
  const within: TextError[] = [];
  const gone: (readonly [from: number, to: number])[] = [];
  const walk = new SectionWalk(marked.split("\n").length);
  const markers = new Markers();
  let [from, to] = [0, 0];
  for (const [at, token] of tokens.entries()) {
    [from, to] = token.map ?? [from, to];
    if (token.type === "heading_open" && token.level === 0)
      walk.open(Number(token.tag.slice(1)), from, pieces.shown(tokens[at + 1]?.content ?? ""));
    const marker = markers.wrong(token);
    const texts = marker === undefined || !checksMarkers ? [] : [{ text: marker, line: from }];
    for (const { text, line } of [...texts, ...textsOf(token, from)]) {
      const word = digitsIn(text.replaceAll(markPattern, ""));
      if (word !== undefined) digits.push({ ...placeOf(line), problem: byHand(word) });
    }
    const tokenPieces = pieces.in(token.content);
    if (tokenPieces.length === 0 || token.type === "text") continue;
    for (const { roots = [] } of tokenPieces)
      for (const name of roots) if (hasPages.has(name)) walk.ask(hasPages.get(name) === true);
    const isParagraph = tokens[at - 1]?.type === "paragraph_open";
    for (const problem of misplaced(tokenPieces, token.content, isParagraph))
      within.push({ ...placeOf(from), problem });
    if (areGone(tokenPieces)) gone.push([from, to]);
  }
  const leftOut = walk.leftOut();
  const lines = marked.split("\n");
  for (const range of [...gone, ...leftOut.map(({ start, end }) => [start, end] as const)])
    lines.fill("", ...range);
  const titles = leftOut.map(({ title }) => title);
  return { marked: lines.join("\n"), digits, within, leftOut: titles };
}

/** True for optional pieces of which none is there. */
function areGone(pieces: readonly Piece[]): boolean {
  const shown = pieces.filter(({ kind }) => kind !== "value" && kind !== "own");
  return (
    shown.some(({ isOptional }) => isOptional) &&
    shown.every((piece) => whyMissing(piece) !== undefined)
  );
}

/** The headings of a table that the author has written. */
export const headingsOf = (piece: Piece): readonly string[] =>
  piece.kind === "block" && piece.block.kind === "table" ? piece.block.table.headings : [];

const isSentence = (piece: Piece): boolean => piece.kind === "figure" && piece.isSentence === true;
const isBare = (text: string): boolean => text.replaceAll(markPattern, "").trim() === "";

/** Problems of references that stand where they must not. */
function misplaced(pieces: readonly Piece[], text: string, isParagraph: boolean): string[] {
  const isSentences = isParagraph && pieces.every(isSentence) && isBare(text);
  const [wrong] = pieces.flatMap((piece) => (piece.kind === "figure" && !isSentences ? piece : []));
  // `Brand 12` and the author's own `00` would be read as one number.
  const isTouching = /\uE001[*_~\\`]*\uE000/.test(text);
  const hasHeadings = pieces.some((piece) => headingsOf(piece).length > 0);
  return [
    ...(wrong === undefined ? [] : [withinText(wrong)]),
    ...(isTouching ? ["two references touch: put a space between them"] : []),
    ...(hasHeadings ? ["tables have the column names of the program: leave out as …"] : []),
  ];
}

const withinText = ({ source }: Extract<Piece, { kind: "figure" }>): string =>
  `{{ ${source.reference} }} stands within words: write {{ ${source.reference} | sentence }} as a paragraph of its own, or use a table, a list or a chart`;

/** The texts of a token that a reader sees, with their lines. */
function textsOf(token: Token, from: number): { readonly text: string; readonly line: number }[] {
  if (token.type === "fence" || token.type === "code_block")
    return token.content
      .split("\n")
      .map((text, at) => ({ text, line: from + at + (token.type === "fence" ? 1 : 0) }));
  let line = from;
  return (token.children ?? []).map((child) => {
    if (child.type === "softbreak" || child.type === "hardbreak") line += 1;
    const title = child.type === "link_open" ? child.attrGet("title") : null;
    return { text: String(title ?? child.content), line };
  });
}

/** Numbers of lists count from 1, or are all 1. Any other number would be a statement of the author. */
class Markers {
  readonly #next: number[] = [];

  /** The marker that does not count. */
  wrong({ type, info }: Token): string | undefined {
    if (type === "ordered_list_open" || type === "bullet_list_open") this.#next.push(1);
    if (type === "ordered_list_close" || type === "bullet_list_close") this.#next.pop();
    if (type !== "list_item_open" || info === "") return undefined;
    const count = this.#next.pop() ?? 1;
    this.#next.push(count + 1);
    return info === String(count) || info === "1" ? undefined : info;
  }
}

/** Sections: each from its heading to the next heading of its level or above; the first begins with the text. */
class SectionWalk {
  readonly #sections: Section[] = [];
  readonly #open: Section[] = [];

  constructor(readonly lines: number) {
    this.open(Infinity, 0, "the beginning");
  }

  open(level: number, start: number, title: string): void {
    while ((this.#open.at(-1)?.level ?? 0) >= level) {
      const closed = this.#open.pop();
      if (closed !== undefined) closed.end = start;
    }
    const section = { level, start, end: this.lines, title, referenceCount: 0, without: 0 };
    this.#open.push(section);
    this.#sections.push(section);
  }

  ask(hasPages: boolean): void {
    for (const section of this.#open) {
      section.referenceCount += 1;
      section.without += hasPages ? 0 : 1;
    }
  }

  /** The sections whose questions all have no pages, without those within one. */
  leftOut(): Section[] {
    let end = 0;
    return this.#sections.filter((section) => {
      const isOut =
        section.start >= end &&
        section.referenceCount > 0 &&
        section.referenceCount === section.without;
      if (isOut) end = section.end;
      return isOut;
    });
  }
}
