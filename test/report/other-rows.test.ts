/**
 * Rows of labels, months, weeks and weekdays by every route: the text, the CSV, structured content, references of reports
 * and pieces have the same rows, numbers, order and lists; of one range and of a comparison, of many pages and of one.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, readCall, type Connected } from "../helpers/connect.ts";
import { page, worldOf } from "../helpers/course-worlds.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { readReply, type TextTable } from "../helpers/reply-tables.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const question = fc.record({
  pages: fc.array(page, { minLength: 7, maxLength: 13 }),
  profiles: fc.constantFrom(1, 5, 40),
  metric: fc.constantFrom(
    "insights_views",
    "insights_reach",
    "fans_lifetime",
    "fans_change",
    "reach_rate = insights_reactions / insights_reach",
  ),
  rows: fc.constantFrom("profile_label", "date.month", "date.week", "date.weekday", "profile"),
  range: fc.constantFrom(
    { period: "2026-Q3" },
    // A leap year.
    { date_start: "2028-01-01", date_end: "2028-03-31" },
    { date_start: "2026-08-31", date_end: "2026-10-11" },
    { period: "2026-10" },
  ),
  compare: fc.constantFrom(undefined, "previous_period", "previous_year", "usual"),
});
type Question = typeof question extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** After the leap day. */
const now = Date.parse("2028-04-20T12:00:00Z");

type Numbers = Readonly<Record<string, number | string | null | undefined>>;
type Line = Readonly<Record<string, Numbers>>;

interface Routes {
  readonly connected: Connected;
  readonly id: string;
  readonly text: string;
  readonly tables: readonly TextTable[];
  readonly csv: readonly CsvRow[];
  readonly content: Readonly<Record<string, unknown>>;
}

async function ask({ pages, profiles, metric, rows, range, compare }: Question): Promise<Routes> {
  const connected = await connect({
    structured: true,
    profiles,
    numbers: worldOf(pages),
    saveTo: temporaryFolder(),
    now: () => now,
  });
  const answer = await connected.client.callTool({
    name: "get_profile_metrics",
    arguments: {
      network: "facebook",
      metrics: [metric],
      dimensions: [rows],
      ...range,
      ...(compare !== undefined && { compare_to: compare }),
    },
  });
  const { text } = readCall(answer);
  const id = idOf(text);
  return {
    connected,
    id,
    text,
    tables: readReply(text).tables,
    csv: csvRows(await readCsv(connected, `result://${id}.csv`)),
    content: Object(answer.structuredContent),
  };
}

const drawn = {
  rows: 0,
  texts: 0,
  changes: 0,
  lists: 0,
  references: 0,
  missing: 0,
  leapDays: 0,
  usual: 0,
};

const usual = [":usual", ":lowest", ":highest"] as const;
const names = [
  "",
  ":before",
  ":same_now",
  ":same_before",
  ":change",
  ":change_percent",
  ...usual,
] as const;
const fieldOf = (name: string): string => (name === "" ? "now" : name.slice(1));

/** The lines of structured content by row, in the order of the CSV. */
function linesOf({ content, csv }: Routes, rows: Question["rows"]): readonly [string, Line][] {
  const key = rows === "profile_label" ? "label" : rows === "profile" ? "profile" : "date";
  const lines: [string, Line][] = Object.entries(Object(content[key]));
  // A single row has no dimension of its own.
  assert(lines.length === csv.length || (lines.length === 0 && csv.length <= 1), key);
  return lines;
}

/** Every number of the CSV is that of structured content, and a missing one has its reason. */
function checkNumbers(routes: Routes, metric: string, rows: Question["rows"]): void {
  for (const [at, [name, line]] of linesOf(routes, rows).entries()) {
    const row = routes.csv[at]!;
    const numbers = line[metric] ?? {};
    drawn.rows += 1;
    for (const column of names) {
      if (!row.has(`${metric}${column}`)) continue;
      const value = numberIn(row, `${metric}${column}`);
      // Of weekdays the number of one range is a mean, and is called so.
      const figure = numbers[fieldOf(column)] ?? numbers["mean"] ?? null;
      expect([name, column, figure]).toEqual([name, column, value]);
      if (column.includes("change") && value !== null) drawn.changes += 1;
    }
    if (numbers["now"] === null || numbers["change"] === null) {
      drawn.missing += 1;
      assert.equal(typeof (numbers["why"] ?? numbers["change_why"]), "string", name);
    }
  }
}

const close = (text: string, value: number, scale: number): boolean => {
  if (text === "~0") return Math.abs(value * scale) < 1;
  const [, digits = ""] = /\.(\d+)/.exec(text) ?? [];
  const step = 10 ** -digits.length;
  return (
    Math.abs(Number(text.replace("+", "")) - value * scale) <= step / 2 + 1e-6 * Math.abs(value)
  );
};

/** The rows of the text have the numbers of the CSV, as they are rounded, and changes have their signs. */
function checkText({ tables, csv, text }: Routes, metric: string, rows: Question["rows"]): void {
  const head = rows.replace(/^date\.|^profile_/, "");
  const table = tables.find(({ header }) => header.includes(head));
  if (table === undefined) return;
  const column = (title: RegExp): number => table.header.findIndex((name) => title.test(name));
  const isRate = text.includes(`${metric} %`);
  const columns = [
    [column(/^now, all/), ""],
    [column(/(^|: )now(, \d+ days)?$/), ":same_now"],
    [column(/^before(, \d+ days)?$/), ":same_before"],
    [column(/^change( at equal days)?$/), ":change"],
    [column(/^change %$/), ":change_percent"],
    [column(new RegExp(`^${metric}`)), ""],
  ] as const;
  const keyColumn =
    { profile_label: "profile_label", profile: "profile_name" }[rows as string] ?? rows;
  const isShort = rows === "date.weekday" || rows === "profile_label" || rows === "profile";
  for (const [at, cells] of table.rows.entries()) {
    if (cells.length !== table.header.length) continue;
    // Labels of the CSV are ids; their order in the text is that of the changes.
    const row = isShort ? undefined : csv[at];
    if (row === undefined) continue;
    expect(cells[0]?.replace("*", "")).toBe(row.get(keyColumn) || "–");
    for (const [place, name] of columns) {
      const cell = cells[place] ?? "";
      if (place === -1 || !/\d/.test(cell)) continue;
      const value = numberIn(
        row,
        `${metric}${row.has(`${metric}${name}`) ? name : name.replace("same_", "").replace(/^:now$/, "")}`,
      );
      const scale = isRate && !name.includes("percent") ? 100 : 1;
      assert(
        value !== null && close(cell.replace(" points", ""), value, scale),
        `${cell} is ${value} in ${text}`,
      );
      drawn.texts += 1;
    }
  }
}

/** The lists are the rows of the CSV by the size of their changes, in structured content and in a report. */
async function checkLists(routes: Routes, metric: string, rows: Question["rows"]): Promise<void> {
  const { content, connected, id } = routes;
  const lines = linesOf(routes, rows);
  for (const [list, sign] of [
    ["rose", 1],
    ["fell", -1],
  ] as const) {
    const listed: readonly { name: string }[] = Array.isArray(content[list]) ? content[list] : [];
    const changes = new Map(
      lines.map(([name, line]) => [name, Number(line[metric]?.["change"] ?? Number.NaN)]),
    );
    const listedChanges = listed.map(({ name }) => changes.get(name) ?? Number.NaN);
    // Rows of time in their own order, and rows in part, are not ranked.
    assert(
      listedChanges.every((change) => Math.sign(change) === sign),
      `${list}: ${listedChanges.join(", ")}`,
    );
    expect(listedChanges).toEqual(listedChanges.toSorted((left, right) => sign * (right - left)));
    if (rows === "profile_label" || rows === "profile") {
      const moved = [...changes.values()].filter((change) => Math.sign(change) === sign);
      assert.equal(listed.length, Math.min(25, moved.length), list);
    }
    drawn.lists += listed.length;
    if (listed.length === 0) continue;
    const { text } = await connected.call("save_report", {
      markdown: `{{ ${id}.${list}[1].name }}: {{ ${id}.${list}[1].${metric}.change }}`,
    });
    const change = listedChanges[0]!;
    expect(text).toMatch(change > 0 ? /: \+|: ~0/ : /: [-−]|: ~0/);
    drawn.references += 1;
  }
}

/** What is usual has no rows of time. */
const isAsked = ({ rows, compare }: Question): boolean =>
  compare !== "usual" || !rows.startsWith("date.");

test("rows of labels and time, every route", async () => {
  await fc.assert(
    fc.asyncProperty(question.filter(isAsked), async (sample) => {
      if (sample.compare === "usual") drawn.usual += 1;
      const routes = await ask(sample);
      const metric = sample.metric.split(" ")[0]!;
      if (JSON.stringify(sample.range).includes("2028")) drawn.leapDays += 1;
      checkNumbers(routes, metric, sample.rows);
      checkText(routes, metric, sample.rows);
      if (sample.compare !== undefined) await checkLists(routes, metric, sample.rows);
    }),
    drawing(20, 1500, 7),
  );
  for (const [name, count] of Object.entries(drawn))
    expect([name, count > 0]).toEqual([name, true]);
}, 900_000);
