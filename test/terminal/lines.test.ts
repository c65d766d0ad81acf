/** Lines on a terminal: nothing is lost, nothing is wider than the terminal, and quotations stay whole. */
import fc from "fast-check";
import stringWidth from "fast-string-width";
import { afterEach, expect, test } from "vitest";
import { alignedLines } from "../../src/command/terminal/aligned-table.ts";
import { fitted, wrapped } from "../../src/command/terminal/wrap.ts";
import { tableLines } from "../../src/answers/replies/layout.ts";

const words = fc.array(fc.stringMatching(/^[a-z:.,'(]{1,30}$/), { minLength: 1, maxLength: 40 });

test("wrapped lines hold every word in order, and are not wider than the terminal", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 80 }), (wordList, width) => {
      const lines = wrapped(wordList.join(" "), width);
      expect(lines.join(" ")).toBe(wordList.join(" "));
      expect(lines.filter((line) => line.length > width && line.includes(" "))).toEqual([]);
      expect(lines).not.toContain("");
    }),
  );
});

test("a quoted command is not broken, and a terminal too narrow to read is left to its own wrapping", () => {
  const command = '"social-analytics-mcp check-api --network facebook"';
  const lines = wrapped(`Not compared with what this server assumes; ${command} does so.`, 40);
  expect(lines.some((line) => line.includes(command))).toBe(true);
  expect(wrapped("a text for nobody to read", 10)).toEqual(["a text for nobody to read"]);
});

test("lines after the first are indented, and existing lines stay", () => {
  const text = fitted("one two three four five six\nseven", { columns: 25 }, 3);
  expect(text).toBe("one two three four\n   five six\nseven");
  expect(fitted("one two three", {})).toBe("one two three");
});

const { columns } = process.stdout;
afterEach(() => void Object.assign(process.stdout, { columns }));

const cell = fc.oneof(
  fc.constantFrom(
    "Acme 日本",
    "Acme 👩‍🚀 Space",
    "أكمي العربية",
    "Café Žofín",
    "",
    "–",
    "·",
    "total",
  ),
  fc.integer().map(String),
  fc.constantFrom("+3.9", "-17", "12%", "8 (4 of 5)", "not comparable"),
);
const table = fc.integer({ min: 2, max: 5 }).chain((count) =>
  fc.array(fc.array(cell, { minLength: count, maxLength: count }), {
    minLength: 2,
    maxLength: 8,
  }),
);

/** The columns of the screen at which each cell of a column begins and ends; empty cells have none. */
function placesOf(lines: readonly string[], rows: readonly (readonly string[])[], column: number) {
  return rows.flatMap((row, at) => {
    const line = lines[at] ?? "";
    let end = 0;
    let start = 0;
    for (const text of row.slice(0, column + 1)) {
      start = line.indexOf(text, end);
      end = start + text.length;
    }
    const screen = (place: number): number => stringWidth(line.slice(0, place));
    return row[column] === "" ? [] : [{ start: screen(start), end: screen(end) }];
  });
}

test("the cells of a column begin or end at one place, whatever they contain", () => {
  Object.assign(process.stdout, { columns: 300 });
  fc.assert(
    fc.property(table, (rows) => {
      const lines = alignedLines(rows);
      expect(lines).toHaveLength(rows.length);
      for (const column of rows[0]?.keys() ?? []) {
        const places = placesOf(lines, rows, column);
        const starts = new Set(places.map(({ start }) => start)).size;
        const ends = new Set(places.map(({ end }) => end)).size;
        expect(Math.min(starts, ends)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("a table that is wider than the terminal has the form for models", () => {
  Object.assign(process.stdout, { columns: 20 });
  const rows = [
    ["profile", "insights_views", "insights_reach"],
    ["Acme US", "1", "2"],
  ];
  expect(alignedLines(rows)).toEqual(tableLines(rows));
});
