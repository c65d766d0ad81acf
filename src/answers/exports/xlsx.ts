/**
 * Writes sheets as an Office Open XML workbook (ECMA-376), block by block: only one block is in memory. `content.ts` says
 * which sheets a result has.
 */
import { strToU8, Zip, ZipDeflate } from "fflate";
import { columnsOf } from "../../base/text/columns.ts";
import type { TimeSlice } from "../../base/async/time-slice.ts";

/** Text must be sanitised: XML does not allow control characters. A `Date` is a day or a time in UTC. */
export type SheetCell = string | number | boolean | Date | null;

/** The styles of cells by name; 0 is the default. The values stay as they are. */
const styleNumbers = {
  header: 1,
  day: 2,
  time: 3,
  /** For fractions: 0.03 is 3 %. */
  fraction: 4,
  /** For percentages: 3 is 3 %. */
  percent: 5,
  /** For long texts, on several lines. */
  wrapped: 6,
} as const;

export interface SheetColumn {
  readonly name: string;
  readonly format?: Exclude<keyof typeof styleNumbers, "header"> | undefined;
}

export interface Sheet {
  /** Up to 31 characters, without `[]:*?/\`. */
  readonly name: string;
  /** The first row, which stays in view and filters the others. */
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly SheetCell[]>;
}

/** The most rows of a sheet, without its header. */
export const maxSheetRows = 2 ** 20 - 1;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageOf = (name: string): string =>
  `http://schemas.openxmlformats.org/package/2006/${name}`;
const typeOf = (name: string): string =>
  `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;

const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="0.0&quot;%&quot;"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`;

const rowsPerBlock = 500;
const archiveTime = new Date(2000, 0, 1);

/** @throws the reason of the slice's signal. */
export async function* xlsxBlocks(
  sheets: Iterable<Sheet>,
  slice: TimeSlice,
): AsyncGenerator<Uint8Array> {
  const blocks: Uint8Array[] = [];
  const zip = new Zip((error, block) => {
    if (error) throw error;
    blocks.push(block);
  });
  async function* file(path: string, texts: Iterable<string>): AsyncGenerator<Uint8Array> {
    const deflated = new ZipDeflate(path);
    // An archive has no times before 1980, which a machine without a battery has after each start.
    deflated.mtime = archiveTime;
    zip.add(deflated);
    for (const text of texts) {
      deflated.push(strToU8(text));
      yield* blocks.splice(0);
      await slice.pause();
    }
    deflated.push(new Uint8Array(), true);
    yield* blocks.splice(0);
  }
  const names: string[] = [];
  for (const sheet of sheets) {
    names.push(sheet.name);
    yield* file(`xl/worksheets/sheet${names.length}.xml`, sheetTexts(sheet));
  }
  for (const [path, text] of Object.entries(partsOf(names))) yield* file(path, [text]);
  zip.end();
  yield* blocks.splice(0);
}

/** The parts that hold the sheets together, by their paths. */
function partsOf(names: readonly string[]): Record<string, string> {
  const sheets = names.map((name, index) => ({ name: escaped(name), number: index + 1 }));
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const relationships = (inner: string): string =>
    `${head}<Relationships xmlns="${packageOf("relationships")}">${inner}</Relationships>`;
  const override = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}" ContentType="${typeOf(type)}"/>`;
  return {
    "xl/styles.xml": styles,
    "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets
      .map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
      .join("")}</sheets><definedNames>${repeatedHeads(sheets)}</definedNames></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(
      [
        ...sheets.map(({ number }) =>
          relation(number, "worksheet", `worksheets/sheet${number}.xml`),
        ),
        relation(names.length + 1, "styles", "styles.xml"),
      ].join(""),
    ),
    "_rels/.rels": relationships(relation(1, "officeDocument", "xl/workbook.xml")),
    "[Content_Types].xml": `${head}<Types xmlns="${packageOf("content-types")}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
      override("workbook.xml", "sheet.main"),
      override("styles.xml", "styles"),
      ...sheets.map(({ number }) => override(`worksheets/sheet${number}.xml`, "worksheet")),
    ].join("")}</Types>`,
  };
}

/** The first row of each sheet is on each of its printed pages. */
const repeatedHeads = (sheets: readonly { readonly name: string }[]): string =>
  sheets
    .map(
      ({ name }, place) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${place}">'${name.replaceAll("'", "''")}'!$1:$1</definedName>`,
    )
    .join("");

function* sheetTexts({ columns, rows }: Sheet): Generator<string> {
  const letters = columns.map((_, place) => columnLetters(place));
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const header = columns.map(({ name }, place) =>
    cellXml(name, `${letters[place]}1`, styleNumbers.header),
  );
  const columnStyles = columns.map(({ format }) => format && styleNumbers[format]);
  let number = 1;
  for (const block of inBlocks(rows)) {
    let text = "";
    if (number === 1)
      text = `${head}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widthsOf(columns, block)}</cols><sheetData><row r="1">${header.join("")}</row>`;
    for (const cells of block) {
      number += 1;
      text += `<row r="${number}">`;
      for (const [place, cell] of cells.entries())
        text += cellXml(cell, `${letters[place]}${number}`, columnStyles[place]);
      text += "</row>";
    }
    yield text;
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${number}"/>${landscape}</worksheet>`;
}

/** Prints on A4, as wide as the page, on as many pages as there are. */
const landscape = '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>';

/** One block at least, so that a sheet without rows has its header. */
function* inBlocks<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let block: Row[] = [];
  for (const row of rows) {
    block.push(row);
    if (block.length < rowsPerBlock) continue;
    yield block;
    block = [];
  }
  yield block;
}

const [narrowest, widest] = [8, 80];

/** The widths of the columns in characters, by their names and the rows of the first block. */
function widthsOf(
  columns: readonly SheetColumn[],
  rows: readonly (readonly SheetCell[])[],
): string {
  const widths = columns.map(({ name }, place) =>
    // The button of the filter covers the end of the name.
    rows.reduce((most, row) => Math.max(most, widthOf(row[place] ?? null)), widthOf(name) + 3),
  );
  return widths
    .map((width, place) => {
      const shown = Math.min(Math.max(width + 1, narrowest), widest);
      return `<col min="${place + 1}" max="${place + 1}" width="${shown}" customWidth="1"/>`;
    })
    .join("");
}

/** Spreadsheets show this many digits of a number. */
const digits = 12;
const timeWidth = "2026-01-01 00:00:00".length;

function widthOf(cell: SheetCell): number {
  if (cell instanceof Date) return timeWidth;
  return typeof cell === "string" ? columnsOf(cell) : Math.min(String(cell ?? "").length, digits);
}

/** Text is in the cell itself and never a formula. A missing value has no cell. */
function cellXml(cell: SheetCell, address: string, style = 0): string {
  if (cell === null || cell === "") return "";
  const begin = `<c r="${address}"${style === 0 ? "" : ` s="${style}"`}`;
  if (typeof cell === "string")
    return `${begin} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === "boolean") return `${begin} t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `${begin}><v>${typeof cell === "number" ? cell + 0 : serialOf(cell)}</v></c>`;
}

/** Days since 1899-12-30, which is right from 1900-03-01 on. */
const serialOf = (time: Date): number => time.getTime() / 86_400_000 + 25_569;

/** Spreadsheets read `_x0041_` as the letter A, so the underscore before such a code is written as a code too. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");
}

function columnLetters(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}
