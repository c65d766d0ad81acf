/** Conditions on rows: what matches follows from the CSV, ranks stay those of all rows, and what cannot be asked is refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { withheld } from "../../src/numbers/cells/states.ts";
import { matchingOf, readCondition } from "../../src/numbers/meaning/conditions.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const runs = drawing(25, 400, 1);
const base = { network: "facebook", profiles: facebookIds(24), dimensions: ["profile"] };
const metrics = ["insights_views", "fans_lifetime", "fans_change"];
const columnOf: Readonly<Record<string, string>> = { fans_lifetime: "fans_lifetime" };

const ask = async (more: object): Promise<{ id: string; rows: CsvRow[]; call: Call }> => {
  const connected = await connect({ profiles: 24 });
  const { text } = await connected.call("get_profile_metrics", {
    ...base,
    metrics,
    period: "last_month",
    ...more,
  });
  const rows = csvRows(await readCsv(connected, text.split("\n").at(-1) ?? ""));
  return { id: idOf(text), rows, call: connected.call };
};
type Call = Awaited<ReturnType<typeof connect>>["call"];

/** The name as text shows it: the CSV defuses formulas. */
const nameOf = (row: CsvRow): string =>
  (row.get("profile_name") ?? "").replaceAll("|", "¦").replace(/^'(?==)/, "");

const operators = {
  ">": (left: number, right: number) => left > right,
  ">=": (left: number, right: number) => left >= right,
  "<": (left: number, right: number) => left < right,
  "<=": (left: number, right: number) => left <= right,
};
const drawn = { none: 0, some: 0, lacking: 0, equal: 0, two: 0 };

/** A condition whose bound is the number of one row, so that equal numbers are drawn. */
const oneCondition = fc.record({
  metric: fc.constantFrom(...metrics),
  number: fc.constantFrom("", ":before", ":change", ":change_percent"),
  operator: fc.constantFrom(">", ">=", "<", "<="),
  place: fc.nat(23),
  offset: fc.constantFrom(0, 0, 1e9),
});

test.each([
  ["a month", {}, false],
  ["a month against the one before", { compare_to: "previous_period" }, true],
])(
  "what matches in %s follows from its CSV, and all of it is shown",
  async (_, more, isCompared) => {
    const { id, rows, call } = await ask(more);
    await fc.assert(
      fc.asyncProperty(fc.array(oneCondition, { minLength: 1, maxLength: 2 }), async (list) => {
        const conditions = list.map(({ metric, number, operator, place, offset }) => {
          // Net counts have no change in percent.
          const ending = metric === "fans_change" && number === ":change_percent" ? "" : number;
          const suffix = isCompared ? ending : "";
          const column = isCompared ? `${metric}${suffix}` : (columnOf[metric] ?? metric);
          const bound = (numberIn(rows[place] ?? new Map(), column) ?? 1000) + offset;
          return { text: `${metric}${suffix} ${operator} ${bound}`, column, operator, bound };
        });
        const values = (row: CsvRow): (number | null)[] =>
          conditions.map(({ column }) => numberIn(row, column));
        const isMet = (row: CsvRow): boolean =>
          values(row).every((value, at) => {
            const { operator = ">", bound = 0 } = conditions[at] ?? {};
            const [, compare] = Object.entries(operators).find(([name]) => name === operator) ?? [];
            return value !== null && compare?.(value, bound) === true;
          });
        const expected = rows.filter(isMet);
        const lacking = rows.filter((row) => values(row).includes(null)).length;
        if (expected.length === 0) drawn.none += 1;
        if (expected.length > 1 && expected.length < rows.length) drawn.some += 1;
        if (lacking > 0) drawn.lacking += 1;
        if (rows.some((row) => values(row).some((value, at) => value === conditions[at]?.bound)))
          drawn.equal += 1;
        if (conditions.length === 2) drawn.two += 1;

        const where = conditions.map(({ text }) => text);
        const { text } = await call("read_result", {
          result: id,
          where,
          sort_by: "fans_lifetime",
          top: 100,
        });
        const without = lacking === 0 ? "" : `, ${lacking} without a value to compare`;
        expect(text).toContain(
          `\n${where.join(" and ")}: ${expected.length} of ${rows.length} match${without}.\n`,
        );
        if (expected.length === 0 || expected.length === rows.length) return;
        const table = readReply(text).tables.at(-1);
        // Ranks are those of the rows that match, all of which are shown.
        expect(table?.header[0]).toBe("profile");
        const names = table?.rows.map(([name]) => name) ?? [];
        expect(new Set(names)).toEqual(new Set(expected.map(nameOf)));
      }),
      runs,
    );
  },
  120_000,
);

test("the hard cases were drawn", () => {
  for (const [name, count] of Object.entries(drawn))
    expect([name, count >= leastDrawn]).toEqual([name, true]);
});

test("missing and withheld numbers never match", () => {
  const [over, under] = ["fans > 1", "fans < 9"].map(readCondition);
  for (const condition of [over, under])
    expect(
      matchingOf(condition ? [condition] : [], [[2, withheld, Number.NaN]], ["a", "b", "c"]),
    ).toEqual({
      keys: new Set(["a"]),
      count: 1,
      note: `${condition?.text}: 1 of 3 match, 2 without a value to compare.`,
    });
});

test("the totals are of the rows that match, beside those of all", async () => {
  const { id, rows, call } = await ask({});
  const { text } = await call("read_result", {
    result: id,
    metrics: ["insights_views"],
    where: ["fans_lifetime >= 5000"],
  });
  const sumOf = (list: readonly CsvRow[]): number =>
    list.reduce((sum, row) => sum + (numberIn(row, "insights_views") ?? 0), 0);
  const matches = rows.filter((row) => (numberIn(row, "fans_lifetime") ?? 0) >= 5000);
  expect(text).toContain(
    `\n8 that match|profiles|total|all 22\ninsights_views sum|7 that match|${sumOf(matches)}|${sumOf(rows)}\n`,
  );
});

test("rows of time that hold a part of a month do not match", async () => {
  const { call } = await ask({});
  const { text } = await call("get_profile_metrics", {
    ...base,
    metrics: ["insights_views"],
    date_start: "2026-07-15",
    date_end: "2026-10-31",
    dimensions: ["date.month"],
    where: ["insights_views > 0"],
  });
  expect(text).toContain("\ninsights_views > 0: 3 of 4 match, 1 without a value to compare.\n");
  expect(text).not.toContain("\n2026-07");
});

test.each([["date.week"], ["profile_label", "date.week"], ["profile", "date.week"]])(
  "rows of a single week are matched as those of several are: %j",
  async (...dimensions) => {
    const { call } = await connect({ profiles: 3 });
    const week = { date_start: "2026-07-06", date_end: "2026-07-12" };
    const question = { network: "facebook", metrics: ["insights_views"], dimensions };
    const { text } = await call("get_profile_metrics", {
      ...question,
      ...week,
      where: ["insights_views > 5"],
    });
    const [, count, of] = /insights_views > 5: (\d+) of (\d+) match/.exec(text) ?? [];
    expect(Number(of) - Number(count)).toBeLessThanOrEqual(1);
    expect(Number(count)).toBeGreaterThan(0);
  },
);

test("sorting by name, by the change in percent and by the contribution", async () => {
  const { id, rows, call } = await ask({ compare_to: "previous_period" });
  const names = async (piece: object): Promise<string[]> => {
    const { text } = await call("read_result", { result: id, top: 3, ...piece });
    const table = readReply(text).tables.at(-1);
    const place = table?.header.indexOf("profile") ?? 0;
    return table?.rows.map((row) => row[place] ?? "") ?? [];
  };
  const best = (column: string): string[] =>
    rows
      .filter((row) => numberIn(row, column) !== null)
      .toSorted((left, right) => (numberIn(right, column) ?? 0) - (numberIn(left, column) ?? 0))
      .slice(0, 3)
      .map(nameOf);
  expect(await names({ sort_by: "insights_views:change_percent" })).toEqual(
    best("insights_views:change_percent"),
  );
  expect(await names({ sort_by: "contribution" })).toEqual(best("insights_views:contribution"));
  const profileNames = rows.map(nameOf);
  const inOrder = profileNames.toSorted((left, right) =>
    left.localeCompare(right, "en", { numeric: true }),
  );
  expect(await names({ sort_by: "name" })).toEqual(inOrder.slice(0, 3));
  expect(await names({ sort_by: "name", order: "desc" })).toEqual(inOrder.toReversed().slice(0, 3));
});

test.each([
  [{ where: ["insights_view > 1"] }, /has no metric insights_view \(nearest: insights_views\)\n/],
  [
    { where: ["insights_views = 1"] },
    /"insights_views = 1" is not a condition; there is no =; write >= and <=\nWrite a metric/,
  ],
  [{ where: ["insights_views > many"] }, /is not a condition/],
  [{ where: ["insights_views:change > 1"] }, /compare_to is missing/],
  [{ sort_by: "change_percent" }, /compare_to is missing/],
  [{ sort_by: "reach" }, /has no metric reach/],
])("%j is refused before any request for metrics", async (more, problem) => {
  const { failing, sandbox } = await connect();
  const { text } = await failing("get_profile_metrics", {
    ...base,
    metrics,
    period: "last_month",
    ...more,
  });
  expect(text).toMatch(problem);
  expect(sandbox.requests("metrics")).toEqual([]);
});

test("a metric that a break divides names the sides to ask for", async () => {
  const { failing } = await connect();
  const { text } = await failing("get_profile_metrics", {
    ...base,
    metrics: ["fans_change"],
    date_start: "2025-11-01",
    date_end: "2025-11-30",
    where: ["fans_change > 0"],
  });
  expect(text).toMatch(/on one side: up to 2025-11-14, or from 2025-11-15\.$/);
});
