/** An Office Open XML workbook (ECMA-376), written block by block: only one block of a sheet is in memory. */
import { strToU8, Zip, ZipDeflate } from "fflate";
import type { TimeSlice } from "../async/time-slice.ts";

/** Text must be sanitised: XML does not allow control characters. A `Date` is a day in UTC. */
export type SheetCell = string | number | boolean | Date | null;

export interface Sheet {
  /** Up to 31 characters, without `[]:*?/\`. */
  readonly name: string;
  /** The first row, which stays in view. */
  readonly columns: readonly string[];
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

/** The styles of cells by number: 0 is the default, 1 a day. */
const dayStyle = 1;
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const rowsPerBlock = 500;

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
      .join("")}</sheets></workbook>`,
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

function* sheetTexts({ columns, rows }: Sheet): Generator<string> {
  const letters = columns.map((_, place) => columnLetters(place));
  const widths = columns.map((name, place) => {
    const width = Math.min(60, Math.max(12, name.length + 2));
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>`;
  let number = 1;
  let text = rowText(columns, letters, number);
  for (const row of rows) {
    text += rowText(row, letters, (number += 1));
    if (number % rowsPerBlock !== 0) continue;
    yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

function rowText(cells: readonly SheetCell[], letters: readonly string[], number: number): string {
  let text = `<row r="${number}">`;
  for (const [place, cell] of cells.entries()) text += cellText(cell, `${letters[place]}${number}`);
  return `${text}</row>`;
}

/** Text is in the cell itself and never a formula. A missing value has no cell. */
function cellText(cell: SheetCell, address: string): string {
  if (cell === null || cell === "") return "";
  const begin = `<c r="${address}"`;
  if (typeof cell === "string")
    return `${begin} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === "boolean") return `${begin} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "number") return `${begin}><v>${cell + 0}</v></c>`;
  return `${begin} s="${dayStyle}"><v>${serialOf(cell)}</v></c>`;
}

/** Days since 1899-12-30, which is right from 1900-03-01 on. */
const serialOf = (day: Date): number => day.getTime() / 86_400_000 + 25_569;

/** Spreadsheets read `_x0041_` as the letter A, so the underscore before such a code is written as a code too. */
const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

function columnLetters(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}
