import type { RowValue } from "../../src/cells/axis.ts";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { Result } from "../../src/cells/result.ts";
import { csvParts, csvText } from "../../src/replies/csv.ts";

function resultOf(rows: readonly RowValue[], values: readonly number[]): Result {
  return {
    kind: "metrics",
    id: "rTEST",
    network: "facebook",
    start: "2026-01-01",
    end: "2026-01-01",
    cells: {
      axes: [{ type: "reaction_type", rows }],
      metrics: metricsOf("facebook", 3).slice(0, 1),
      values: Float64Array.from(values),
    },
    profileCount: 1,
    names: {},
  };
}

test("parts are of whole rows, each with the header, and hold every row once", () => {
  const rows = Array.from({ length: 500 }, (_, index) => `row ${index}`);
  const result = resultOf(
    rows,
    rows.map((_, index) => index * 1.5 - 100),
  );

  const parts = csvParts(result, 1000);

  expect(parts.length).toBeGreaterThan(5);
  const texts = parts.map((part) => csvText(result, part));
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

test("a part fits its message although quotes grow on the way", () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ a: `"${index}"`, b: '""' }));
  const result = resultOf(
    rows,
    rows.map(() => 1),
  );
  for (const part of csvParts(result, 1000)) {
    expect(JSON.stringify(csvText(result, part)).length).toBeLessThanOrEqual(1200);
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
])("the cell %j is written %s", (row, cell) => {
  const result = resultOf([row], [Number.NaN]);
  const [whole] = csvParts(result);
  expect(csvText(result, whole ?? { from: 0, to: 1 })).toBe(
    `reaction_type,fans_change\r\n${cell},\r\n`,
  );
});

test("numbers keep their full precision", () => {
  const values = [0.1 + 0.2, 1 / 3, -0, 9_007_199_254_740_991, 1e21];
  const result = resultOf(
    values.map((_, index) => `r${index}`),
    values,
  );
  const [whole] = csvParts(result);
  const lines = csvText(result, whole ?? { from: 0, to: 5 })
    .split("\r\n")
    .slice(1, -1);
  expect(lines).toEqual([
    "r0,0.30000000000000004",
    "r1,0.3333333333333333",
    "r2,0",
    "r3,9007199254740991",
    "r4,1e+21",
  ]);
});
