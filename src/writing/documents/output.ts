/** A report as Markdown or as one page of HTML. Texts of the API and of the front matter are inert in both. */
import { renderer } from "./check.ts";
import type { Formats } from "./formats.ts";
import { ownTexts, shownText, whyMissing, withoutHidden } from "./pieces.ts";
import type { Block, ChartBlock, Piece, Pieces, ReportTable } from "./pieces.ts";
import { statementOf } from "./sources.ts";

export interface Brand {
  /** A picture as a data URI. */
  readonly logo?: string | undefined;
  readonly colour?: string | undefined;
  readonly footer?: string | undefined;
}

/** A file beside a report. */
export interface Beside {
  readonly name: string;
  readonly content: string;
}

const escapedHtml = (text: string): string =>
  withoutHidden(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** What Markdown and its dialects read as signs: also links and mail addresses without brackets. */
export const escapedMarkdown = (text: string): string =>
  withoutHidden(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*{}[\]<>#|~$^&@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/:(?=\/\/)|(?<=\bwww)\.|:(?=\S+?:)/gi, String.raw`\$&`);

/** A name can begin a line: as a list, a rule, a heading or a number of a list. */
const escapedName = (text: string): string =>
  escapedMarkdown(text)
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);

/** What an author wrote, without pictures, HTML, and footnotes beside ours. */
const inertMarkdown = (text: string): string =>
  text.replaceAll(/!\[|\[\^/g, String.raw`\$&`).replaceAll(/<(?=[a-z/!?])/gi, "&lt;");

/** The statements of a text: of each number its origin, of what is missing why, of the author's own that it is that. */
class Notes {
  readonly texts: readonly string[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(
    marked: string,
    pieces: Pieces,
    readonly formats: Formats,
    authorTexts: readonly string[],
  ) {
    const used = pieces.in(marked);
    const values = used.flatMap((piece) => (piece.kind === "value" ? ownTexts(piece.text) : []));
    const texts = used.flatMap((piece) => this.#text(piece) ?? []);
    this.texts = [
      ...new Set([...texts, ...[...values, ...authorTexts].map(formats.phrases.byAuthor)]),
    ];
    this.#places = new Map(this.texts.map((text, at) => [text, at + 1]));
  }

  /** The number of the statement of a piece; undefined where it needs none. */
  of(piece: Piece): number | undefined {
    return this.#places.get(this.#text(piece) ?? "");
  }

  #text(piece: Piece): string | undefined {
    if (piece.kind === "own") return this.formats.phrases.byAuthor(piece.text);
    const { phrases } = this.formats;
    const why =
      piece.kind === "figure"
        ? piece.figure.why && phrases.reasons[piece.figure.why.code]
        : whyMissing(piece);
    if (piece.kind === "block" && piece.block.kind === "table")
      return [piece.block.table.statement, why].filter(Boolean).join("; ");
    if (piece.kind !== "figure") return why;
    const isThere = whyMissing(piece) === undefined;
    // A sentence says what its number is.
    const text = piece.isSentence === true ? "" : `${piece.text}: `;
    const statement = `${text}${statementOf(piece.source, this.formats)}`;
    return isThere ? statement : `${statement}; ${why}`;
  }
}

export interface Outputs extends Brand {
  readonly formats: Formats;
  /** Texts outside of the text that the author answers for. */
  readonly authorTexts: readonly string[];
  readonly title: string;
}

export function markdownOf(
  marked: string,
  pieces: Pieces,
  { footer, formats, authorTexts }: Outputs,
  charts: Beside[] | undefined,
): string {
  const notes = new Notes(marked, pieces, formats, authorTexts);
  const linkOf = (piece: Piece): string => {
    const at = notes.of(piece);
    return at === undefined ? "" : `[^${at}]`;
  };
  const text = pieces.filled(inertMarkdown(marked), (piece) => {
    if (piece.kind === "block") return blockMarkdown(piece.block, charts, notes, linkOf(piece));
    if (piece.kind === "missing") return `${piece.text ?? "–"}${linkOf(piece)}`;
    const plain = piece.kind === "value" ? shownText(piece.text) : piece.text;
    const isOutside = piece.kind === "figure" ? piece.isSentence : piece.kind !== "period";
    return `${isOutside ? escapedName(plain) : plain}${linkOf(piece)}`;
  });
  return `${[text.trimEnd(), footer && escapedMarkdown(shownText(footer))].filter(Boolean).join("\n\n")}\n`;
}

function blockMarkdown(
  block: Block,
  charts: Beside[] | undefined,
  notes: Notes,
  link: string,
): string {
  switch (block.kind) {
    case "table":
      return tableMarkdown(block.table, link);
    case "chart":
      if (charts === undefined) return escapedMarkdown(block.alternative);
      charts.push({ name: block.name, content: block.svg });
      return `![${escapedMarkdown(block.title)}](${linkTo(block.name)})`;
    case "cautions":
      if (block.lines.length === 0) return "";
      return [
        `## ${notes.formats.phrases.cautions}`,
        "",
        ...block.lines.map((line) => `- ${escapedMarkdown(line)}`),
      ].join("\n");
    case "sources":
      if (notes.texts.length === 0) return "";
      return [
        `## ${notes.formats.phrases.sources}`,
        "",
        ...notes.texts.map((text, at) => `[^${at + 1}]: ${escapedMarkdown(text)}`),
      ].join("\n");
  }
}

/** The address of a file beside the report. */
export const linkTo = (name: string): string =>
  encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29");

function tableMarkdown({ columns, rows, below = "" }: ReportTable, link: string): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(escapedMarkdown).join(" | ")} |`;
  const rule = `| ${columns.map(({ isNumber }) => (isNumber ? "---:" : "---")).join(" | ")} |`;
  const table = [line(columns.map(({ name }) => name)), rule, ...rows.map(line)].join("\n");
  return `${table}\n\n${below}${link}`;
}

/** Pictures within the page, as files beside it, or their numbers in words. */
type Pictures = "data" | "words" | Beside[];

export function htmlOf(
  marked: string,
  pieces: Pieces,
  outputs: Outputs,
  pictures: Pictures = "data",
): string {
  const notes = new Notes(marked, pieces, outputs.formats, outputs.authorTexts);
  const linkOf = (piece: Piece): string => {
    const at = notes.of(piece);
    return at === undefined ? "" : `<sup><a href="#source-${at}">${at}</a></sup>`;
  };
  const body = renderer()
    .render(marked)
    .replaceAll(/<p>\s*(\uE000\d+\uE001)\s*<\/p>/g, (paragraph: string, mark: string) =>
      pieces.in(mark)[0]?.kind === "block" ? mark : paragraph,
    );
  const filledBody = pieces.filled(body, (piece) => {
    if (piece.kind === "block") return blockHtml(piece.block, notes, linkOf(piece), pictures);
    if (piece.kind === "missing") return `${escapedHtml(piece.text ?? "–")}${linkOf(piece)}`;
    const text = escapedHtml(piece.kind === "value" ? shownText(piece.text) : piece.text);
    return `${piece.kind === "figure" ? `<bdi class="number">${text}</bdi>` : text}${linkOf(piece)}`;
  });
  return page(filledBody, outputs);
}

function blockHtml(block: Block, notes: Notes, link: string, pictures: Pictures): string {
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `<section class="list"><h2>${title}</h2>${lines.join("")}</section>`;
  switch (block.kind) {
    case "table":
      return tableHtml(block.table, link);
    case "chart":
      return pictureHtml(block, pictures);
    case "cautions":
      return list(
        notes.formats.phrases.cautions,
        withTag(
          "ul",
          block.lines.map((line) => `<li>${escapedHtml(line)}</li>`),
        ),
      );
    case "sources": {
      const lines = notes.texts.map(
        (text, at) => `<li id="source-${at + 1}">${escapedHtml(text)}</li>`,
      );
      return list(notes.formats.phrases.sources, withTag("ol", lines));
    }
  }
}

function pictureHtml({ name, svg, small, alternative }: ChartBlock, pictures: Pictures): string {
  const text = escapedHtml(alternative);
  if (pictures === "words") return `<p>${text}</p>`;
  if (pictures !== "data") {
    pictures.push({ name, content: svg });
    return `<figure><img alt="${text}" width="672" src="cid:${linkTo(name)}"></figure>`;
  }
  const [large, phone] = [svg, small].map(
    (picture) => `data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}`,
  );
  return `<figure><picture><source media="(max-width: 640px)" srcset="${phone}"><img alt="${text}" src="${large}"></picture></figure>`;
}

const withTag = (tag: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`<${tag}>`, ...lines, `</${tag}>`];

function tableHtml({ columns, rows, below = "", totals }: ReportTable, link: string): string {
  const cells = (tag: "th" | "td", texts: readonly string[], isTotal = false): string =>
    `<tr${isTotal ? ' class="total"' : ""}>${texts.map((text, at) => `<${tag}${tag === "th" ? ' scope="col"' : ""}${columns[at]?.isNumber === true ? ' class="number"' : ""}>${escapedHtml(text).replaceAll("_", tag === "th" ? "_<wbr>" : "_")}</${tag}>`).join("")}</tr>`;
  const head = cells(
    "th",
    columns.map(({ name }) => name),
  );
  const note = `<p class="below">${escapedHtml(below)}${link}</p>`;
  return `<div class="table"><table><thead>${head}</thead><tbody>${rows.map((row, at) => cells("td", row, at < totals)).join("")}</tbody></table></div>${note}`;
}

const page = (
  body: string,
  { logo, colour = "#0b5fff", footer, title, formats }: Outputs,
): string => `<!doctype html>
<html lang="${formats.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapedHtml(title)}</title>
<style>${style.replaceAll("COLOUR", colour)}</style>
</head>
<body>
${logo === undefined ? "" : `<img class="logo" alt="" src="${escapedHtml(logo)}">`}
<main>
${body}
</main>
${footer === undefined ? "" : `<footer>${escapedHtml(shownText(footer))}</footer>`}
</body>
</html>
`;

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #fff; --brand: COLOUR }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9aa4ae; --line: #3a424b; --back: #14181d; --brand: color-mix(in srgb, COLOUR 60%, #fff) } }
body { margin: 0 auto; max-width: 48rem; padding: 1.5rem 1rem; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
.logo { max-height: 3rem; max-width: 12rem }
h1, h2, h3 { line-height: 1.25; text-wrap: balance } h1 { color: var(--brand); font-size: 1.75rem } h2 { font-size: 1.25rem; margin-top: 2rem }
a { color: var(--brand) } .number { font-variant-numeric: tabular-nums }
.table { overflow-x: auto; margin: 1rem 0; background: linear-gradient(to left, var(--back) 2rem, transparent) right / 3rem 100% no-repeat local, linear-gradient(to left, var(--soft), transparent) right / .75rem 100% no-repeat scroll } table { border-collapse: collapse; width: 100%; font-size: .875rem; overflow-wrap: normal }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top } th { color: var(--soft); font-weight: 600 }
th:first-child, td:first-child { min-width: 6rem; position: sticky; left: 0; background: var(--back) } th.number, td.number { text-align: right } td.number { white-space: nowrap } .total td { font-weight: 600 }
li > p { margin: 0 } figure { margin: 1rem 0 } figure img { max-width: 100%; height: auto } @media (max-width: 640px) { figure img { width: 100% } }
.below, .list, footer { color: var(--soft); font-size: .8125rem } footer { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .5rem }
@page { size: A4; margin: 16mm }
@media print { :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --back: #fff; --brand: COLOUR } body { max-width: none; padding: 0; font-size: 10.5pt } figure, tr, .list li { break-inside: avoid } h2, h3 { break-after: avoid } .table { overflow: visible; background: none } thead { display: table-header-group } }
`;
