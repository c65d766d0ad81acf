/** Renders the text of a report: each reference becomes a mark, which stands for what the reference shows. */
import type { Work } from "../../base/async/work.ts";
import { nearestText } from "../../base/text/nearest.ts";
import { some } from "../../base/text/words.ts";
import { applied, plainPiece, type Parts, type Shown } from "./filters.ts";
import { missingNode, type Node } from "./nodes.ts";
import { withoutHidden, type Piece, type Pieces } from "./pieces.ts";
import { aboutNumber } from "./leaves.ts";
import { referencesTable } from "./metric-tables.ts";
import { parseText, type Call, type Path, type Tag } from "./text.ts";
import type { TextError } from "./yaml.ts";

/** A line of a file. */
export type TextPlace = Omit<TextError, "problem">;

export interface Rendered {
  readonly marked: string;
  /** Where each line of the marked text comes from. */
  readonly places: readonly TextPlace[];
  readonly errors: readonly TextError[];
}

export interface Rendering extends Parts {
  readonly scope: ReadonlyMap<string, Node>;
  readonly pieces: Pieces;
  /** The comment, in the place of its reference. */
  readonly comment?: Rendered | undefined;
}

/** @param origin the file, and its line before the text. */
export function* renderText(text: string, origin: TextPlace, rendering: Rendering): Work<Rendered> {
  const { parts, errors: wrong } = yield* parseText(text);
  const output = new MarkedText(origin);
  const errors = wrong.map(({ line, problem }) => ({ ...output.placeOf(line), problem }));
  let before = "";
  for (const part of parts) {
    if (errors.length >= mostErrors) break;
    if (typeof part === "string") {
      before = withoutHidden(part);
      output.add(before);
      continue;
    }
    output.line = part.line;
    try {
      if (isInLink(before)) throw new Error("a reference cannot be a part of a link");
      addTag(part, output, rendering);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      errors.push({ ...output.placeOf(part.line), problem: error.message });
    }
    yield;
  }
  const { marked, places } = output;
  if (wideTable.test(marked))
    errors.push({ ...output.placeOf(1), problem: "a table of the text has more than 100 columns" });
  return { marked, places, errors };
}

/** A marked text while it is written. */
class MarkedText {
  marked = "";
  readonly places: TextPlace[];
  line = 1;

  constructor(readonly origin: TextPlace) {
    this.places = [this.placeOf(1)];
  }

  placeOf(line: number): TextPlace {
    return { ...this.origin, line: this.origin.line + line };
  }

  add(literal: string): void {
    this.marked += literal;
    for (const _ of literal.matchAll(/\n/g)) this.places.push(this.placeOf((this.line += 1)));
  }

  /** A block is a paragraph of its own, wherever its line stands. */
  addApart(marked: string, places: readonly TextPlace[]): void {
    const here = this.placeOf(this.line);
    this.marked += `\n\n${marked}\n\n`;
    this.places.push(here, ...places, here, here);
  }
}

function addTag(tag: Tag, output: MarkedText, rendering: Rendering): void {
  const { comment } = rendering;
  if (nameOf(tag) === "comment" && comment !== undefined) {
    output.addApart(comment.marked, comment.places);
    return;
  }
  const { block, lines, isApart } = blockOf(tag, rendering);
  const places = Array.from({ length: lines }, () => output.placeOf(tag.line));
  if (isApart) output.addApart(block, places);
  else output.marked += block;
}

/** The marks of a reference; a list, a table or a missing text stands apart from the words around it. */
function blockOf(
  tag: Tag,
  rendering: Rendering,
): { readonly block: string; readonly lines: number; readonly isApart: boolean } {
  const pieces = piecesOf(tag, rendering);
  const [first] = pieces;
  const isList =
    first?.kind === "figure" && tag.filters.some(({ steps: [name] }) => name === "sentences");
  const marks = pieces.map((piece) => `${isList ? "- " : ""}${rendering.pieces.add(piece)}`);
  const isApart =
    isList || first?.kind === "block" || (first?.kind === "missing" && first.text !== undefined);
  return { block: marks.join("\n"), lines: marks.length, isApart };
}

/** Markdown takes long to read such a table, in one piece. */
const wideTable = /^(?:[^\n|]*\|){102}/m;

/** Errors that an author can read; the nearest names of each take time. */
const mostErrors = 50;

const nameOf = ({ head }: Tag): string => head.steps[0] ?? "";

/** The longest address that is looked through. */
const mostAddress = 500;

/** True within the address of a link, and within a definition of one. */
const isInLink = (before: string): boolean => {
  const near = before.slice(-mostAddress);
  const [link, definition, address] = ["](", "]:", "<"].map((sign) => near.lastIndexOf(sign));
  const isWithin = (open = -1, end: RegExp): boolean => open !== -1 && !end.test(near.slice(open));
  return (
    isWithin(link, /[)\n]/) || isWithin(definition, /\n\s*\n|\n.*\n/) || isWithin(address, /[\s>]/)
  );
};

function piecesOf(tag: Tag, rendering: Rendering): readonly Piece[] {
  const first = shownBy(tag.head, rendering);
  const shown = tag.filters.reduce<Shown>((value, call) => applied(value, call, rendering), first);
  const pieces = [shown.pieces ?? plainPiece(shown, rendering.formats)].flat();
  const { isOptional = false } = shown;
  const paths = [tag.head, ...tag.head.values].flatMap((value) =>
    typeof value === "object" ? value : [],
  );
  const roots = paths.flatMap(({ steps }) => steps.slice(0, 1));
  return pieces.map((piece) => ({ ...piece, roots, isOptional }));
}

/** A path; `own: "24/7"`; `table: a.total.views, b.total.views`. */
function shownBy({ steps, values, options }: Call, rendering: Rendering): Shown {
  const [name = ""] = steps;
  if (values.length + options.size === 0) return { node: nodeAt({ steps }, rendering), format: {} };
  const [text] = values;
  const shownOf = (piece: Piece): Shown => ({ node: missingNode(""), format: {}, pieces: piece });
  if (name === "own" && typeof text === "string" && values.length === 1)
    return shownOf({ kind: "own", text: withoutHidden(text) });
  const paths = values.flatMap((value) => (typeof value === "object" ? value : []));
  if (name !== "table" || options.size > 0 || paths.length < values.length)
    throw new Error('write own: "24/7", or table: with references to metrics and goals');
  const nodes = paths.map((path) => nodeAt(path, rendering));
  const table = referencesTable(nodes, rendering.formats);
  return shownOf({ kind: "block", block: { kind: "table", table } });
}

/** @throws Error that names the nearest reference that would resolve. */
function nodeAt({ steps }: Path, { scope }: Rendering): Node {
  const [first = "", ...rest] = steps;
  let node = scope.get(first);
  if (node === undefined) {
    const names = [...scope.keys()];
    const near = nearestText(first, names);
    throw new Error(
      `there is no question or value ${JSON.stringify(first)}${near === "" ? `; there are ${some(names, 20)}` : near}`,
    );
  }
  let path = first;
  for (const step of rest) {
    const next: Node | undefined =
      node.kind === "branch"
        ? node.get(step)
        : node.kind === "figure"
          ? aboutNumber(node, step)
          : undefined;
    if (next === undefined) throw new Error(`${path}: ${unknownText(node, step)}`);
    path += `.${step}`;
    node = next;
  }
  return node;
}

function unknownText(node: Node, key: string): string {
  if (key === "0") return "ranks begin with 1";
  const keys = node.kind === "branch" ? node.keys : [];
  const near = nearestText(key, keys);
  const alternatives = keys.length === 0 ? "" : `; there are ${keys.slice(0, 12).join(", ")}`;
  return `there is no ${JSON.stringify(key.slice(0, 80))} here${near === "" ? alternatives : near}`;
}
