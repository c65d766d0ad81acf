/** A workbook holds what the CSV holds, cell by cell, with types. Other programs read it. */
import fc from "fast-check";
import type { CellValue, Sheet } from "hucre/xlsx";
import { expect, onTestFinished, test, vi } from "vitest";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { finish } from "../../src/base/async/work.ts";
import { dataSheets } from "../../src/answers/exports/content.ts";
import { xlsxBlocks } from "../../src/answers/exports/xlsx.ts";
import { tableCsv } from "../../src/answers/replies/csv.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { gappyNumbers, profileCount, questions } from "../helpers/random-questions.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { dailyQuestion, idOf, readCsv } from "../helpers/results.ts";
import { sheetsOf, workbookOf } from "../helpers/workbooks.ts";

const sandbox = {
  profiles: profileCount,
  numbers: gappyNumbers,
  quotas: { account: 1e6, user: 1e6 },
};

/** A cell as the CSV writes it, with its type. */
function typedText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return `date ${value.toISOString()}`;
  return `${typeof value} ${String(value)}`;
}

/** The cells of the CSV, each with the type that its column says. */
function expectedOf(csv: string, isNumber: (column: string) => boolean): string[][] {
  const columns = (csv.split("\r\n")[0] ?? "").split(",");
  const typeOf = (column: string): string => {
    if (isNumber(column)) return "number";
    return "string";
  };
  const typed = (column: string, text: string): string => {
    if (text === "") return "";
    const isDate = /^date\.day(:|$)/.test(column) || column === "created_time";
    if (isDate) return `date ${new Date(text).toISOString()}`;
    // The CSV has an apostrophe before what a spreadsheet would run.
    const plain = text.replaceAll(/(^|,|;[ "]*)'(?=[=+\-@＝＋－＠])/g, "$1");
    return `${typeOf(column)} ${plain}`;
  };
  const rows = csvRows(csv).map((row) => columns.map((name) => typed(name, row.get(name) ?? "")));
  return [columns.map((name) => `string ${name}`), ...rows];
}

/** The cells of a sheet in the shape of those expected. The reader drops rows at the end that have no cell. */
const dataOf = ({ rows }: Sheet, expected: readonly (readonly string[])[]): string[][] =>
  Array.from({ length: Math.max(rows.length, expected.length) }, (_, row) =>
    (expected[0] ?? []).map((_name, place) => typedText(rows[row]?.[place])),
  );

test("a workbook of a random question has the cells of its CSV, types included", async () => {
  const connected = await connect({ ...sandbox, saveTo: temporaryFolder() });
  const drawn = { comparisons: 0, days: 0, missing: 0, labels: 0 };
  const property = fc.asyncProperty(questions, async (question) => {
    const { text, isError } = await connected.attempt("get_profile_metrics", {
      ...question,
      max_requests: 400,
    });
    fc.pre(!isError);
    const id = idOf(text);
    const csv = await readCsv(connected, `result://${id}.csv`);
    const isNumber = (column: string): boolean =>
      question.metrics.includes(column.split(":")[0] ?? "") && !column.endsWith(":group");
    const expected = expectedOf(csv, isNumber);
    const [data, notes, ...rest] = await sheetsOf(connected, id);
    expect([data?.name, notes?.name, rest]).toEqual(["Data", "Notes", []]);
    expect(data && dataOf(data, expected)).toEqual(expected);
    const cells = expected.slice(1).flat();
    drawn.comparisons += question.compare_to === undefined ? 0 : 1;
    drawn.days += cells.filter((cell) => cell.startsWith("date")).length;
    drawn.missing += cells.filter((cell) => cell === "").length;
    drawn.labels += question.dimensions.includes("profile_label") ? 1 : 0;
  });
  await fc.assert(property, drawing(6, 200, 1));
  for (const [name, count] of Object.entries(drawn))
    expect([name, count >= leastDrawn]).toEqual([name, true]);
});

test("posts: ids are text, numbers are numbers, a name is no formula", async () => {
  const connected = await connect({ profiles: 20, saveTo: temporaryFolder() });
  const range = { date_start: "2026-11-01", date_end: "2026-11-10" };
  const { text } = await connected.call("list_facebook_posts", range);
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  const [data] = await sheetsOf(connected, idOf(text));
  const counts = ["interactions", "reactions", "comments", "shares"];
  const expected = expectedOf(csv, (column) => counts.includes(column));
  expect(expected.length).toBeGreaterThan(20);
  expect(data && dataOf(data, expected)).toEqual(expected);
});

test("a piece, and the results of all networks, are saved as their CSV", async () => {
  const connected = await connect({ profiles: 20, saveTo: temporaryFolder() });
  const { text } = await connected.call("get_profile_metrics", dailyQuestion);
  const piece = await connected.call("read_result", { result: idOf(text), grain: "month" });
  const allNetworks = await connected.call("get_profile_metrics", {
    network: "all",
    period: "last_month",
    dimensions: ["date.day"],
  });
  for (const { text: reply } of [piece, allNetworks]) {
    const [id = ""] = /(?<=^result:\/\/).*(?=\.csv$)/m.exec(reply) ?? [];
    const csv = await readCsv(connected, `result://${id}.csv`);
    const isNumber = (column: string): boolean => /^(now|last|sum|mean|fans|insights)/.test(column);
    const expected = expectedOf(csv, isNumber);
    const [data] = await sheetsOf(connected, id);
    expect(data && dataOf(data, expected)).toEqual(expected);
  }
});

test("the notes name the question, what is missing, breaks, withheld numbers and the time", async () => {
  const connected = await connect({ profiles: 20, saveTo: temporaryFolder(), isMadeUp: true });
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_impressions", "insights_reach"],
    date_start: "2025-11-01",
    date_end: "2025-11-30",
    dimensions: ["profile"],
  });
  const [, notes] = await sheetsOf(connected, idOf(text));
  expect(notes?.rows.flat()).toMatchInlineSnapshot(`
    [
      "note",
      "facebook, 20 profiles by profile, 2025-11-01 to 2025-11-30, profile time.",
      "135 of 600 profile-days missing: 3 without values, Café Žofín without insights, أكمي العربية lacks 11-23 to 11-27, Acme "quoted", Inc. lacks 11-25 to 11-26, 8 single days.",
      "The data is made up: this is the sandbox.",
      "Break on 2025-11-15 in insights_impressions: impressions before, media views since. No total or change crosses it.",
      "insights_reach: at least 11257 people (Acme US on 11-21); the API has no distinct people of 30 days. insights_reach_28_days counts 28 days.",
      "The numbers were fetched at 2026-11-20 12:00 UTC.",
      "The column of a metric holds the number of its kind. A total of days with a break has a column for each side. Empty cells are missing or withheld. Notes mark withheld numbers with ·, and parts of a week, month, quarter or year with *.",
    ]
  `);
});

test("the notes of a comparison have the cautions on its totals", async () => {
  const connected = await connect({ profiles: 20, saveTo: temporaryFolder() });
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    period: "2026-10",
    compare_to: "previous_period",
    dimensions: ["profile"],
  });
  const [, notes] = await sheetsOf(connected, idOf(text));
  expect(notes?.rows.flat().join("\n")).toMatch(/October has one day more/);
});

test("only days are dates: a week that is named by a day is text", async () => {
  const rows = [["2026-10-05", "2026-10-05", 1]];
  const columns = ["date.week", "date.day", "fans_change"];
  const { sheets } = await workbookOf(finish(tableCsv({ columns, rows })));
  expect(sheets[0]?.rows[1]).toEqual(["2026-10-05", new Date("2026-10-05"), 1]);
});

test("rows beyond those of a sheet are on further sheets, each with the header", async () => {
  const rows = Array.from({ length: 25 }, (_, row) => [`p${row}`, row]);
  const csv = finish(tableCsv({ columns: ["profile", "fans_change"], rows }));
  const { sheets } = await workbookOf(csv, 10);
  expect(sheets.map(({ name }) => name)).toEqual(["Data", "Data 2", "Data 3"]);
  expect(sheets.map((sheet) => sheet.rows[0])).toEqual(
    sheets.map(() => ["profile", "fans_change"]),
  );
  expect(sheets.flatMap((sheet) => sheet.rows.slice(1))).toEqual(rows);
  expect(sheets.map(({ freezePane }) => freezePane?.rows)).toEqual([1, 1, 1]);
});

test.each([
  "=1+1",
  '=HYPERLINK("http://example.invalid")',
  "<c t='s'>&amp;</c>",
  "_x0041_ is no A",
  "a  b",
  "名前 👩‍👩‍👧 ل",
  "]]>",
  "'quoted",
  "@acme",
  "-1+1",
  "＝1+1",
  "'=1+1",
])("the text %j is the same text in the cell", async (text) => {
  const csv = finish(tableCsv({ columns: ["name"], rows: [[text]] }));
  const { sheets } = await workbookOf(csv);
  expect(sheets[0]?.rows[1]).toEqual([text]);
});

test("a workbook is written whatever the clock says", async () => {
  for (const time of ["1970-01-01", "1979-12-31", "2150-01-01"]) {
    vi.useFakeTimers({ now: new Date(time), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const csv = finish(tableCsv({ columns: ["name"], rows: [["a"]] }));
    expect((await workbookOf(csv)).sheets[0]?.rows).toEqual([["name"], ["a"]]);
  }
});

test("a large sheet is written in steps, so that the process answers others in between", async () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => [`p${row}`, row]);
  const csv = finish(tableCsv({ columns: ["profile", "fans_change"], rows }));
  const slice = new TimeSlice();
  const pause = vi.spyOn(slice, "pause");
  let size = 0;
  for await (const block of xlsxBlocks(dataSheets(csv), slice)) size = Math.max(size, block.length);
  expect(pause.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(size).toBeLessThan(100_000);
});
