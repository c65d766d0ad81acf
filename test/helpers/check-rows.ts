/** Checks the rows of the tables in a reply: lines without time, and rows of time. */
import assert from "node:assert/strict";
import { type AskedRows, compare, isRate, together, type Row } from "./asked-rows.ts";
import type { TextTable } from "./reply-tables.ts";
import { weekdayName } from "./day-names.ts";
import type { Side } from "./reference-values.ts";
import type { Expected } from "./reference.ts";

/** Lines in the order of their first column that ranks, with their ranks where not all of them are shown. */
export function checkLines(
  text: string,
  { header, rows }: TextTable,
  scope: AskedRows,
  { population, notes }: { readonly population: AskedRows; readonly notes: readonly string[] },
): void {
  const { reference, question } = scope;
  const types = header.filter((name) => question.dimensions.includes(name));
  const offset = header[0] === "#" ? 1 : 0;
  const titles = header
    .slice(offset + types.length)
    .filter((title) => !title.startsWith("covered"));
  const columns = titles.map((title) => scope.sideOf(title));
  const shown = rows.map((cells) => {
    const names = cells.slice(offset, offset + types.length);
    const name = names.join(", ");
    const row = types.length === 0 ? {} : scope.rowsOf(types, name);
    assert(row !== undefined, `${name} in\n${text}`);
    const single = question.dimensions
      .filter((type) => !types.includes(type) && !type.startsWith("date."))
      .map((type) => scope.onlyRow(type));
    const profiles = together([{ profiles: scope.ids }, row, ...single]).profiles ?? [];
    return columns.map(({ metric, side }, at) => {
      // The only row of time holds a break.
      const title = titles[at] ?? "";
      const isBroken =
        scope.time !== undefined &&
        reference.sides(metric, scope.days).length > 1 &&
        !title.endsWith(side.name);
      const [missing, of] = reference.missing(metric, profiles, scope.days);
      const expected =
        isBroken && missing < of ? "withheld" : reference.total(metric, profiles, side.days);
      compare(
        cells[offset + types.length + at] ?? "",
        expected,
        `${name} ${metric} in\n${text}`,
        isRate(text, metric),
      );
      return expected;
    });
  });
  const ranking = lastRanking(columns, shown);
  const numbers = shown
    .map((values) => values[ranking])
    .filter((value) => typeof value === "number");
  assert.deepEqual(
    numbers,
    numbers.toSorted((left, right) => right - left),
    `the order of ${text}`,
  );
  if (header[0] !== "#") return;
  const { metric, side } = columns[ranking] ?? { metric: "", side: { days: [] } };
  // Ranks are among all profiles of the question.
  const isOfProfiles = !question.dimensions.includes("profile_label");
  const totals = isOfProfiles
    ? population.ids.map((id) => reference.total(metric, [id], side.days))
    : numbers;
  rows.forEach(([rank = ""], at) => {
    const value = shown[at]?.[ranking];
    const isHigher = (total: Expected): boolean =>
      typeof value === "number" &&
      typeof total === "number" &&
      total > value + Math.abs(value) * 1e-12;
    const expected = typeof value === "number" ? String(totals.filter(isHigher).length + 1) : "";
    assert.equal(rank, expected, `the rank in ${text}`);
  });
  const isPart = rows.length < lineCount(scope);
  const isSaid = notes.some((note) => / more: read_result, or top\./.test(note));
  assert.equal(isSaid, isPart, text);
}

/** The lines of a table without time: a profile has one under each of its labels. */
function lineCount({ question: { dimensions, labels }, ids }: AskedRows): number {
  if (!dimensions.includes("profile_label")) return ids.length;
  return dimensions.includes("profile") ? [...labels.values()].flat().length : labels.size;
}

/** The numbers of a single line, a row per column. */
export function checkLine(text: string, { rows }: TextTable, scope: AskedRows): void {
  const { reference, question, ids, days } = scope;
  const single = question.dimensions
    .filter((type) => !type.startsWith("date."))
    .map((type) => scope.onlyRow(type));
  const profiles = together([{ profiles: ids }, ...single]).profiles ?? [];
  const [day = ""] = days;
  const isWeekday = scope.time === "date.weekday";
  for (const [title = "", value = ""] of rows) {
    const { metric, side } = scope.sideOf(title);
    const expected = isWeekday
      ? reference.weekday(metric, profiles, days, weekdayName(day))
      : reference.combined(metric, profiles, side.days);
    compare(value, expected, `${title} in\n${text}`, isRate(text, metric));
  }
}

/** The last part of the range of the first metric that can rank the lines. */
function lastRanking(
  columns: readonly { readonly metric: string }[],
  shown: readonly (readonly Expected[])[],
): number {
  const canRank = (at: number): boolean => shown.some((values) => typeof values[at] === "number");
  const first = columns.find((_, at) => canRank(at))?.metric;
  return columns.findLastIndex(({ metric }, at) => metric === first && canRank(at));
}

interface FigureColumn {
  readonly metric: string;
  readonly row: Row;
}

/** Rows of time, whose columns are metrics and series. */
export class TimeCheck {
  constructor(
    private readonly text: string,
    private readonly scope: AskedRows,
    private readonly legend: ReadonlyMap<string, string>,
  ) {}

  check(table: TextTable): void {
    const [down = ""] = table.header;
    const columns = this.#columnsOf(table);
    const { question, reference } = this.scope;
    const isOfOne = question.dimensions.includes("profile") || question.profiles.size === 1;
    const isLabelled = question.dimensions.includes("profile_label");
    reference.isRaw = down === "day" && isOfOne && !isLabelled;
    for (const cells of table.rows) {
      const row = this.scope.rowOf(`date.${down}`, this.#nameOf(down, cells[0] ?? ""));
      assert(row !== undefined, `${cells[0]} in\n${this.text}`);
      cells.slice(1).forEach((value, at) => {
        const column = columns[at];
        assert(column !== undefined, this.text);
        const expected = this.#expectedOf(column, {
          ...column.row,
          ...together([column.row, row]),
        });
        compare(
          value,
          expected,
          `${cells[0]} ${column.metric} in\n${this.text}`,
          isRate(this.text, column.metric),
        );
      });
    }
    reference.isRaw = false;
  }

  /** Days of one year are without it. */
  #nameOf(down: string, name: string): string {
    const [first = ""] = this.scope.days;
    return down === "day" && name.length < 10 ? `${first.slice(0, 5)}${name}` : name;
  }

  #columnsOf(table: TextTable): FigureColumn[] {
    const { question } = this.scope;
    const dimensions = question.dimensions.filter((type) => !type.startsWith("date."));
    const isRow = (type: string): boolean => this.scope.hasRows(type);
    const across = dimensions.filter(isRow);
    const fullRow = { profiles: this.scope.ids, days: this.scope.days };
    const isOne = this.scope.metrics.length === 1;
    let [metric = ""] = this.scope.metrics;
    return table.header.slice(1).map((name) => {
      const [first = ""] = name.split(" ");
      const isNamed = this.scope.metrics.includes(first) && (!isOne || across.length === 0);
      if (isNamed) metric = first;
      const code = name.split(" ").at(-1) ?? "";
      const series = this.legend.size > 0 ? this.legend.get(code) : name;
      const row =
        across.length === 0 || series === undefined ? {} : this.scope.rowsOf(across, series);
      const fixed = dimensions
        .filter((type) => !isRow(type))
        .map((type) => this.scope.onlyRow(type));
      return { metric, row: { ...fullRow, ...together([row, ...fixed]) } };
    });
  }

  #expectedOf({ metric }: FigureColumn, { profiles, days, weekday }: Row): Expected {
    const { reference } = this.scope;
    if (weekday !== undefined) return reference.weekday(metric, profiles, this.scope.days, weekday);
    const sides = reference.sides(metric, this.scope.days);
    const sideOf = (day = ""): Side | undefined => sides.find((side) => side.days.includes(day));
    if (this.scope.time === "date.day" && days.length === 1) {
      const sideDays = sideOf(days[0])?.days ?? days;
      return reference.combined(
        metric,
        profiles,
        days,
        reference.daysBefore(metric, sideDays, days),
      );
    }
    const lastSideDays = sideOf(days.at(-1))?.days ?? [];
    // A row that holds a break has no number.
    if (reference.sides(metric, days).length > 1) return "withheld";
    const counted = days.filter((day) => lastSideDays.includes(day));
    return reference.combined(
      metric,
      profiles,
      counted,
      reference.daysBefore(metric, lastSideDays, counted),
    );
  }
}
