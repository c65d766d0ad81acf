/** A report as Markdown or as one page of HTML. Texts of the API and of the front matter are inert in both. */
import MarkdownIt from "markdown-it";
import type { Block, Pieces, ReportTable } from "./pieces.ts";
import { markPattern, privateUse, type Piece } from "./pieces.ts";

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
  text
    .replaceAll(privateUse, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** What Markdown and its dialects read as signs: also links and mail addresses without brackets. */
export const escapedMarkdown = (text: string): string =>
  text
    .replaceAll(privateUse, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*{}[\]<>#|~$^&@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/:(?=\/\/)|(?<=\bwww)\.|:(?=\S+?:)/gi, String.raw`\$&`);

/** A name can begin a line: as a list, a rule, a heading or a number of a list. */
const escapedName = (text: string): string =>
  escapedMarkdown(text)
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);

/** What an author wrote, without pictures and HTML. */
const inertMarkdown = (text: string): string =>
  text.replaceAll("![", String.raw`!\[`).replaceAll(/<(?=[a-z/!?])/gi, "&lt;");

/** Why numbers are missing, in the order of the text; equal reasons have one note. */
function footnotesOf(pieces: Pieces, marked: string): readonly string[] {
  const reasons = [...marked.matchAll(markPattern)].flatMap(
    ([, at]) => whyMissing(pieces.all[Number(at)]) ?? [],
  );
  return [...new Set(reasons)];
}

/** Undefined for a number that is there. */
export function whyMissing(piece: Piece | undefined): string | undefined {
  if (piece?.kind === "missing") return piece.why;
  return piece?.kind === "figure" && !Number.isFinite(piece.figure.value)
    ? `${piece.source.subject}, ${piece.source.metric}: ${piece.figure.why}`
    : undefined;
}

export function markdownOf(
  marked: string,
  pieces: Pieces,
  { footer }: Brand,
  charts: Beside[] | undefined,
): string {
  const notes = footnotesOf(pieces, marked);
  const noteOf = (piece: Piece): string => {
    const why = whyMissing(piece);
    return why === undefined ? "" : `[^${notes.indexOf(why) + 1}]`;
  };
  const text = pieces.filled(inertMarkdown(marked), (piece) => {
    if (piece.kind === "block") return blockMarkdown(piece.block, charts);
    if (piece.kind === "missing") return `–${noteOf(piece)}`;
    return `${piece.kind === "name" ? escapedName(piece.text) : piece.text}${noteOf(piece)}`;
  });
  const ends = notes.map((why, at) => `[^${at + 1}]: ${escapedMarkdown(why)}`);
  return `${[text.trimEnd(), ends.join("\n"), footer && escapedMarkdown(footer)].filter(Boolean).join("\n\n")}\n`;
}

function blockMarkdown(block: Block, charts: Beside[] | undefined): string {
  switch (block.kind) {
    case "table":
      return tableMarkdown(block.table);
    case "chart":
      if (charts === undefined) return `*${escapedMarkdown(block.title)}* (drawn with --out)`;
      charts.push({ name: block.name, content: block.svg });
      return `![${escapedMarkdown(block.title)}](${linkTo(block.name)})`;
    case "list":
      return [
        `## ${block.title}`,
        "",
        ...block.lines.map((line) => `- ${escapedMarkdown(line)}`),
      ].join("\n");
    case "comment":
      return inertMarkdown(block.text.trim());
  }
}

/** The address of a file beside the report. */
export const linkTo = (name: string): string =>
  encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29");

function tableMarkdown({ columns, rows, below }: ReportTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(escapedMarkdown).join(" | ")} |`;
  const rule = `| ${columns.map(({ isNumber }) => (isNumber ? "---:" : "---")).join(" | ")} |`;
  const table = [line(columns.map(({ name }) => name)), rule, ...rows.map(line)].join("\n");
  return below === undefined ? table : `${table}\n\n${below}`;
}

type Renderer = InstanceType<typeof MarkdownIt>;

/** Links lead to web pages and addresses of mail alone. */
function renderer(): Renderer {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.disable(["image", "reference", "html_block", "html_inline"]);
  markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)[\u0021-\u007E]+$/i.test(url);
  return markdown;
}

export function htmlOf(marked: string, pieces: Pieces, brand: Brand, title: string): string {
  const notes = footnotesOf(pieces, marked);
  const markdown = renderer();
  // Images are off: their text stays.
  const body = markdown.render(marked).replaceAll(/<p>\s*(\uE000\d+\uE001)\s*<\/p>/g, "$1");
  const filledBody = pieces.filled(body, (piece) => {
    const why = whyMissing(piece);
    const note = why === undefined ? "" : `<sup>${notes.indexOf(why) + 1}</sup>`;
    if (piece.kind === "block") return blockHtml(piece.block, markdown);
    if (piece.kind === "missing") return `–${note}`;
    const text = escapedHtml(piece.text);
    return `${piece.kind === "figure" ? `<span class="number">${text}</span>` : text}${note}`;
  });
  const ends = notes.map((why) => `<li>${escapedHtml(why)}</li>`).join("");
  return page([filledBody, ends && `<ol class="notes">${ends}</ol>`].join("\n"), brand, title);
}

function blockHtml(block: Block, markdown: Renderer): string {
  switch (block.kind) {
    case "table":
      return tableHtml(block.table);
    case "chart": {
      const data = Buffer.from(block.svg).toString("base64");
      return `<figure><img alt="${escapedHtml(block.title)}" src="data:image/svg+xml;base64,${data}"></figure>`;
    }
    case "list":
      if (block.lines.length === 0) return "";
      return `<section class="list"><h2>${escapedHtml(block.title)}</h2><ul>${block.lines.map((line) => `<li>${escapedHtml(line)}</li>`).join("")}</ul></section>`;
    case "comment":
      return markdown.render(block.text);
  }
}

function tableHtml({ columns, rows, below, totals }: ReportTable): string {
  const cells = (tag: "th" | "td", texts: readonly string[], isTotal = false): string =>
    `<tr${isTotal ? ' class="total"' : ""}>${texts.map((text, at) => `<${tag}${columns[at]?.isNumber === true ? ' class="number"' : ""}>${escapedHtml(text).replaceAll("_", tag === "th" ? "_<wbr>" : "_")}</${tag}>`).join("")}</tr>`;
  const head = cells(
    "th",
    columns.map(({ name }) => name),
  );
  const note = below === undefined ? "" : `<p class="below">${escapedHtml(below)}</p>`;
  return `<div class="table"><table><thead>${head}</thead><tbody>${rows.map((row, at) => cells("td", row, at < totals)).join("")}</tbody></table></div>${note}`;
}

const page = (
  body: string,
  { logo, colour = "#0b5fff", footer }: Brand,
  title: string,
): string => `<!doctype html>
<html lang="en">
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
${footer === undefined ? "" : `<footer>${escapedHtml(footer)}</footer>`}
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
.table { overflow-x: auto; margin: 1rem 0 } table { border-collapse: collapse; width: 100%; font-size: .875rem; overflow-wrap: normal }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top } th { color: var(--soft); font-weight: 600 }
th:first-child, td:first-child { min-width: 6rem; position: sticky; left: 0; background: var(--back) } th.number, td.number { text-align: right } td.number { white-space: nowrap } .total td { font-weight: 600 }
figure { margin: 1rem 0 } figure img { width: 100%; height: auto }
.below, .list, .notes, footer { color: var(--soft); font-size: .8125rem } footer { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .5rem }
@page { size: A4; margin: 16mm }
@media print { :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --back: #fff; --brand: COLOUR } body { max-width: none; padding: 0; font-size: 10.5pt } figure, tr, .list li { break-inside: avoid } h2, h3 { break-after: avoid } .table { overflow: visible } }
`;
