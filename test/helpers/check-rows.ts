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
  asked: AskedRows,
  { population, notes }: { readonly population: AskedRows; readonly notes: readonly string[] },
): void {
  const { reference, question } = asked;
  const types = header.filter((name) => question.dimensions.includes(name));
  const offset = header[0] === "#" ? 1 : 0;
  const titles = header
    .slice(offset + types.length)
    .filter((title) => !title.startsWith("covered"));
  const columns = titles.map((title) => asked.sideOf(title));
  const shown = rows.map((cells) => {
    const names = cells.slice(offset, offset + types.length);
    const name = names.join(", ");
    const row = types.length === 0 ? {} : asked.rowsOf(types, name);
    assert(row !== undefined, `${name} in\n${text}`);
    const single = question.dimensions
      .filter((type) => !types.includes(type) && !type.startsWith("date."))
      .map((type) => asked.onlyRow(type));
    const profiles = together([{ profiles: asked.all }, row, ...single]).profiles ?? [];
    return columns.map(({ metric, side }, at) => {
      // The only row of time holds a break.
      const title = titles[at] ?? "";
      const isBroken =
        asked.time !== undefined &&
        reference.sides(metric, asked.days).length > 1 &&
        !title.endsWith(side.name);
      const [missing, of] = reference.missing(metric, profiles, asked.days);
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
  const numbers = shown.map((values) => values[ranking]).filter((one) => typeof one === "number");
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, other) => other - one),
    `the order of ${text}`,
  );
  if (header[0] !== "#") return;
  const { metric, side } = columns[ranking] ?? { metric: "", side: { days: [] } };
  // Ranks are among all profiles of the question.
  const isOfProfiles = !question.dimensions.includes("profile_label");
  const all = isOfProfiles
    ? population.all.map((id) => reference.total(metric, [id], side.days))
    : numbers;
  rows.forEach(([rank = ""], at) => {
    const own = shown[at]?.[ranking];
    const isHigher = (one: Expected): boolean =>
      typeof own === "number" && typeof one === "number" && one > own + Math.abs(own) * 1e-12;
    const expected = typeof own === "number" ? String(all.filter(isHigher).length + 1) : "";
    assert.equal(rank, expected, `the rank in ${text}`);
  });
  const isPart = rows.length < lineCount(asked);
  const isSaid = notes.some((note) => / more: read_result, or top\./.test(note));
  assert.equal(isSaid, isPart, text);
}

/** The lines of a table without time: a profile has one under each of its labels. */
function lineCount({ question: { dimensions, labels }, all }: AskedRows): number {
  if (!dimensions.includes("profile_label")) return all.length;
  return dimensions.includes("profile") ? [...labels.values()].flat().length : labels.size;
}

/** The numbers of a single line, a row per column. */
export function checkLine(text: string, { rows }: TextTable, asked: AskedRows): void {
  const { reference, question, all, days } = asked;
  const single = question.dimensions
    .filter((type) => !type.startsWith("date."))
    .map((type) => asked.onlyRow(type));
  const profiles = together([{ profiles: all }, ...single]).profiles ?? [];
  const [day = ""] = days;
  const isWeekday = asked.time === "date.weekday";
  for (const [title = "", value = ""] of rows) {
    const { metric, side } = asked.sideOf(title);
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
    private readonly asked: AskedRows,
    private readonly legend: ReadonlyMap<string, string>,
  ) {}

  check(table: TextTable): void {
    const [down = ""] = table.header;
    const columns = this.#columnsOf(table);
    const { question, reference } = this.asked;
    const isOfOne = question.dimensions.includes("profile") || question.profiles.size === 1;
    const isLabelled = question.dimensions.includes("profile_label");
    reference.isRaw = down === "day" && isOfOne && !isLabelled;
    for (const cells of table.rows) {
      const row = this.asked.rowOf(`date.${down}`, this.#nameOf(down, cells[0] ?? ""));
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
    const [first = ""] = this.asked.days;
    return down === "day" && name.length < 10 ? `${first.slice(0, 5)}${name}` : name;
  }

  #columnsOf(table: TextTable): FigureColumn[] {
    const { question } = this.asked;
    const others = question.dimensions.filter((type) => !type.startsWith("date."));
    const isRow = (type: string): boolean => this.asked.hasRows(type);
    const across = others.filter(isRow);
    const whole = { profiles: this.asked.all, days: this.asked.days };
    const isOne = this.asked.metrics.length === 1;
    let [metric = ""] = this.asked.metrics;
    return table.header.slice(1).map((name) => {
      const [first = ""] = name.split(" ");
      const isNamed = this.asked.metrics.includes(first) && (!isOne || across.length === 0);
      if (isNamed) metric = first;
      const code = name.split(" ").at(-1) ?? "";
      const series = this.legend.size > 0 ? this.legend.get(code) : name;
      const row =
        across.length === 0 || series === undefined ? {} : this.asked.rowsOf(across, series);
      const fixed = others.filter((type) => !isRow(type)).map((type) => this.asked.onlyRow(type));
      return { metric, row: { ...whole, ...together([row, ...fixed]) } };
    });
  }

  #expectedOf({ metric }: FigureColumn, { profiles, days, weekday }: Row): Expected {
    const { reference } = this.asked;
    if (weekday !== undefined) return reference.weekday(metric, profiles, this.asked.days, weekday);
    const sides = reference.sides(metric, this.asked.days);
    const sideOf = (day = ""): Side | undefined => sides.find((one) => one.days.includes(day));
    if (this.asked.time === "date.day" && days.length === 1) {
      const own = sideOf(days[0])?.days ?? days;
      return reference.combined(metric, profiles, days, reference.daysBefore(metric, own, days));
    }
    const own = sideOf(days.at(-1))?.days ?? [];
    // A row that holds a break has no number.
    if (reference.sides(metric, days).length > 1) return "withheld";
    const counted = days.filter((day) => own.includes(day));
    return reference.combined(
      metric,
      profiles,
      counted,
      reference.daysBefore(metric, own, counted),
    );
  }
}
