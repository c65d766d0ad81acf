/** Workbooks look like what they hold: dates, percents, headers, widths and notes. */
import { readXlsx } from "hucre/xlsx";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { finish } from "../../src/base/async/work.ts";
import { dataSheets } from "../../src/answers/exports/content.ts";
import { xlsxBlocks } from "../../src/answers/exports/xlsx.ts";
import { tableCsv } from "../../src/answers/replies/csv.ts";
import type { TableCell } from "../../src/answers/replies/table.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { dailyQuestion, idOf } from "../helpers/results.ts";
import { save } from "../helpers/workbooks.ts";

/** The cells of a sheet with their styles, as the reader has them. */
async function styledOf(columns: readonly string[], rows: readonly TableCell[][]) {
  const blocks: Uint8Array[] = [];
  const csv = finish(tableCsv({ columns, rows }));
  for await (const block of xlsxBlocks(dataSheets(csv), new TimeSlice())) blocks.push(block);
  const { sheets } = await readXlsx(Buffer.concat(blocks), { readStyles: true });
  const [sheet] = sheets;
  return { sheet, cellAt: (row: number, column: number) => sheet?.cells?.get(`${row},${column}`) };
}

test("dates, times and percents look so, and the values are those of the CSV", async () => {
  const columns = [
    "date.day",
    "created_time",
    "save_rate",
    "save_rate:change",
    "fans:change_percent",
    "fans:contribution",
    "insights_reach_engagement_rate",
    "insights_engagement_rate",
    "insights_video_view_time",
  ];
  const time = "2026-11-01T10:20:30+00:00";
  const row = ["2026-11-01", time, 0.0312, -0.01, 12.345, 0.5, 3.2, 3.1, 410];
  const { sheet, cellAt } = await styledOf(columns, [row]);
  expect(columns.map((_, place) => cellAt(1, place)?.style?.numFmt)).toEqual([
    String.raw`yyyy\-mm\-dd`,
    String.raw`yyyy\-mm\-dd\ hh:mm:ss`,
    "0.00%",
    "0.00%",
    '0.0"%"',
    "0.00%",
    undefined,
    undefined,
    undefined,
  ]);
  const dates = [new Date("2026-11-01"), new Date(time)];
  expect(sheet?.rows[1]).toEqual([...dates, ...row.slice(2)]);
  const wrong = "2026-99-99T99:99:99Z";
  const { sheet: secondSheet } = await styledOf(["created_time"], [[wrong]]);
  expect(secondSheet?.rows[1]).toEqual([wrong]);
});

test("the header is bold and filters the rows, and columns are as wide as what they hold", async () => {
  const id = "urn:li:organization:1234567890123456789";
  const rows = [
    [id, "名前名前名前", 1.000000000001],
    ["2", "x".repeat(500), null],
  ];
  const { sheet, cellAt } = await styledOf(["profile", "profile_name", "fans"], rows);
  expect([0, 1, 2].map((place) => cellAt(0, place)?.style?.font?.bold)).toEqual([true, true, true]);
  expect(cellAt(1, 0)?.style?.font?.bold).toBeUndefined();
  expect(sheet?.autoFilter?.range).toBe("A1:C3");
  const widths = sheet?.columns?.map(({ width = 0 }) => width) ?? [];
  expect(widths[0]).toBeGreaterThan(id.length);
  expect(widths[1]).toBe(80);
  expect(widths[2]).toBeLessThan(20);
});

test("notes are wrapped", async () => {
  const connected = await connect({ profiles: 20, saveTo: temporaryFolder() });
  const { text } = await connected.call("get_profile_metrics", dailyQuestion);
  const file = readFileSync(await save(connected, idOf(text)));
  const { sheets } = await readXlsx(file, { readStyles: true });
  expect(sheets[1]?.cells?.get("1,0")?.style?.alignment?.wrapText).toBe(true);
});
