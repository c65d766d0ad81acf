/** Workbooks, saved by the real tool or made from a CSV, and read by another library. */
import { readXlsx, type Sheet } from "hucre/xlsx";
import { readFileSync } from "node:fs";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { dataSheets } from "../../src/answers/exports/content.ts";
import { xlsxBlocks } from "../../src/answers/exports/xlsx.ts";
import type { Csv } from "../../src/answers/replies/csv.ts";
import type { Connected } from "./connect.ts";
import { pathIn } from "./saving.ts";

export async function save({ call }: Connected, result: string, format = "xlsx"): Promise<string> {
  return pathIn(await call("save_result", { result, format }));
}

export async function sheetsOf(connected: Connected, result: string): Promise<Sheet[]> {
  return (await readXlsx(readFileSync(await save(connected, result)))).sheets;
}

export const workbookOf = async (csv: Csv, mostRows?: number): ReturnType<typeof readXlsx> => {
  const blocks: Uint8Array[] = [];
  for await (const block of xlsxBlocks(dataSheets(csv, mostRows), new TimeSlice()))
    blocks.push(block);
  return readXlsx(Buffer.concat(blocks));
};
