import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { finish } from "../../src/base/async/work.ts";
import { toDay } from "../../src/base/time/days.ts";
import { monday } from "../../src/base/time/grains.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import type { RowValue } from "../../src/numbers/cells/axis.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import {
  textCell,
  csvBlocks,
  csvParts,
  type Csv,
  type CsvPart,
} from "../../src/answers/replies/csv.ts";
import { fold } from "../../src/numbers/table/statistic.ts";
import { csvOf as csvOfTable } from "../../src/answers/report/rows.ts";
import { dayValues } from "../helpers/day-values.ts";

const [fans] = metricsOf("facebook", 3);
const metrics = fans === undefined ? [] : [fans];

function csvOf(rows: readonly RowValue[], values: readonly number[]): Csv {
  const result: Result = {
    network: "facebook",
    start: toDay("2026-01-01"),
    end: toDay("2026-01-01"),
    weekStart: monday,
    dimensions: ["reaction_type"],
    metrics,
    days: dayValues({ metrics, profiles: ["p1"], dayCount: 1 }, [1]),
    split: dayValues(
      { metrics, profiles: ["p1"], dayCount: 1, breakdown: { type: "reaction_type", rows } },
      values,
    ),
    profileCount: 1,
    remarks: [],
    names: {},
  };
  return csvOfTable(result, fold(result, result.dimensions));
}

async function textOf(csv: Csv, part?: CsvPart): Promise<string> {
  let text = "";
  for await (const block of csvBlocks(csv, new TimeSlice(), part)) text += block;
  return text;
}

test("parts are of whole rows, each with the header, and hold every row once", async () => {
  const rows = Array.from({ length: 500 }, (_, index) => `row ${index}`);
  const csv = csvOf(
    rows,
    rows.map((_, index) => index * 1.5 - 100),
  );

  const parts = finish(csvParts(csv, 1000));

  expect(parts.length).toBeGreaterThan(5);
  const texts = await Promise.all(parts.map((part) => textOf(csv, part)));
  parts.forEach((part, index) => {
    expect(part.bytes).toBe(Buffer.byteLength(texts[index] ?? ""));
    expect(part.bytes).toBeLessThanOrEqual(1000);
  });
  const header = "reaction_type,fans_change\r\n";
  const lines = texts.flatMap((text) => {
    expect(text.startsWith(header)).toBe(true);
    return text.slice(header.length).split("\r\n").slice(0, -1);
  });
  expect(lines).toEqual(rows.map((row, index) => `${row},${index * 1.5 - 100}`));
});

test("a part fits its message although quotes grow on the way", async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ a: `"${index}"`, b: '""' }));
  const csv = csvOf(
    rows,
    rows.map(() => 1),
  );
  for (const part of finish(csvParts(csv, 1000))) {
    expect(JSON.stringify(await textOf(csv, part)).length).toBeLessThanOrEqual(1200);
  }
});

test.each([
  ["=1+1", `'=1+1`],
  ["+tel", `'+tel`],
  ["@sum", `'@sum`],
  ["-5", "-5"],
  ["-5+1", `'-5+1`],
  ['say "hi", twice', `"say ""hi"", twice"`],
  ["line\nbreak \u202Eevil", "line break evil"],
  [7, "7"],
])("the cell %j is written %s", async (row, cell) => {
  const csv = csvOf([row], [7]);
  expect(await textOf(csv)).toBe(`reaction_type,fans_change\r\n${cell},7\r\n`);
});

test("numbers keep their full precision", async () => {
  const values = [0.1 + 0.2, 1 / 3, -0, 9_007_199_254_740_991, 1e21];
  const csv = csvOf(
    values.map((_, index) => `r${index}`),
    values,
  );
  const lines = (await textOf(csv)).split("\r\n").slice(1, -1);
  expect(lines).toEqual([
    "r0,0.30000000000000004",
    "r1,0.3333333333333333",
    "r2,0",
    "r3,9007199254740991",
    "r4,1e+21",
  ]);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1+1", "'+1+1"],
  ["-1+1", "'-1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["＋1+1", "'＋1+1"],
  ["－1+1", "'－1+1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["a;=1+1;b", "a;'=1+1;b"],
  ["=1;a; +1+1", "'=1;a; '+1+1"],
  ["a;b;＠SUM(A1)", "a;b;'＠SUM(A1)"],
  ["a,=1+1", `"a,'=1+1"`],
  ["a\t=1+1", "a =1+1"],
])("each formula in a text gets an apostrophe: %s", (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

/** The cells of a line, as a lenient spreadsheet reads them. */
function cellsOf(line: string, separator: string, honoursQuotes: boolean): string[] {
  if (!honoursQuotes) return line.split(separator);
  const cell = new RegExp(`${separator}(?:"((?:[^"]|"")*)"?)?([^${separator}]*)`, "g");
  return [...`${separator}${line}`.matchAll(cell)].map(
    ([, quoted = "", rest = ""]) => quoted.replaceAll('""', '"') + rest,
  );
}

test("wherever a spreadsheet splits a line, no cell begins with the sign of a formula", () => {
  const unit = fc.constantFrom(...Array.from("=+-@＝＋－＠,;\t \n\"'a1"));
  const cell = fc.string({ unit, maxLength: 12 }).filter((text) => !/^\s*[-+]?\d+\s*$/.test(text));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (texts) => {
      const line = texts.map(textCell).join(",");
      for (const separator of [",", ";", "\t"])
        for (const honoursQuotes of [true, false])
          for (const field of cellsOf(line, separator, honoursQuotes))
            expect(field).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 5000 },
  );
});

test.each([["-12.5"], ["+3"], ["a=b"], ["a; b"], ["x-y;z"], ["1;2"]])(
  "a text that no spreadsheet runs stays as it is: %s",
  (text) => {
    expect(textCell(text)).toBe(text);
  },
);
