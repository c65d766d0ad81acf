/** Checks the numbers of all rows in a reply: totals, changes, extremes with their rows. */
import assert from "node:assert/strict";
import { type AskedRows, compare, isRate } from "./asked-rows.ts";
import { bucketOf, daysOfBucket } from "./buckets.ts";
import { assertPercent } from "./digits.ts";
import type { Side } from "./reference-values.ts";
import { figureOf, type TextTable } from "./reply-tables.ts";

export class AnswerCheck {
  constructor(
    private readonly text: string,
    private readonly asked: AskedRows,
    private readonly population: AskedRows,
  ) {}

  check({ header, rows }: TextTable): void {
    const [name = ""] = header;
    assert(rows.length >= this.asked.metrics.length, this.text);
    const isPiece = this.population.all.length > this.asked.all.length;
    const which = isPiece ? "these" : "all";
    const isCounted = header.includes("profiles");
    if (isCounted)
      assert.equal(name, isPiece ? `these ${this.asked.all.length}` : "metric", this.text);
    let [metric, side]: [string, Side] = ["", { days: [], name: "" }];
    for (const cells of rows) {
      const line = `${cells.join("|")} in\n${this.text}`;
      const [title = ""] = cells;
      const cellAt = (column: string): string => cells[header.indexOf(column)] ?? "";
      const isNone = cellAt("total") === "no total";
      const total = header.includes("total") && !isNone ? cellAt("total") : cellAt("mean");
      const left = /^(\d+) without values since \S+( or later)?, last$/.exec(title);
      const [, unseen] = /^(\d+) without values in 28 days$/.exec(title) ?? [];
      if (unseen !== undefined) {
        assert.equal(total, "–", line);
        this.#checkUnseen(Number(unseen), metric, side, line);
        continue;
      }
      if (left === null) ({ metric, side } = this.asked.sideOf(title));
      else {
        this.#checkLeft(Number(left[1]), total, metric, side, line);
        continue;
      }
      // The sides of a break are lines of their own.
      const isDivided = this.asked.reference.sides(metric, this.asked.days).length > 1;
      if (isNone && isDivided && (side.name === "" || !title.endsWith(side.name))) continue;
      const isLevel = this.#isLevel(metric);
      const count = this.#countOf(this.asked, metric, side);
      if (!isCounted && !title.endsWith(" throughout"))
        assert.equal(name, this.asked.all.length === 1 ? "metric" : `${which} ${count}`, line);
      const [, stated = "", of = ""] = /, (\d+) (profiles?|throughout)$/.exec(title) ?? [];
      const throughout = this.asked.reference.throughout(metric, this.asked.all, side.days);
      if (of === "throughout") assert.equal(Number(stated), throughout.length, line);
      const profiles = of === "throughout" ? throughout : this.asked.all;
      const course = isLevel ? throughout : this.asked.all;
      header.forEach((column, at) => {
        const cell = cells[at] ?? "";
        if (at === 0 || cell === "") return;
        if (column === "profiles") assert.equal(cell, `${which} ${count}`, line);
        else if (cell === "no total")
          assert.equal(this.asked.reference.kind(metric), "people", line);
        else if (column === "total" || column === "mean")
          compare(
            cell,
            this.#totalOf(this.asked, metric, side, profiles),
            line,
            isRate(this.text, metric),
          );
        else if (column === `all ${this.#countOf(this.population, metric, side)}`)
          compare(
            cell,
            this.#totalOf(this.population, metric, side),
            line,
            isRate(this.text, metric),
          );
        else if (column.startsWith("change")) this.#checkChange(cell, metric, side, course, line);
        else if (/^(lowest|highest) (day|week|month|quarter|year)$/.test(column))
          this.#checkExtreme(column, cell, metric, side, course, line);
        else assert.fail(`the column ${column} of ${this.text}`);
      });
    }
  }

  /** The profiles with a value; all where none has one. */
  #countOf({ reference, all }: AskedRows, metric: string, { days }: Side): number {
    const counted = all.filter((id) => reference.total(metric, [id], days) !== null);
    return counted.length || all.length;
  }

  #isLevel(metric: string): boolean {
    const { reference } = this.asked;
    return reference.isLast(metric) || reference.hasWindow(metric);
  }

  #checkLeft(count: number, total: string, metric: string, side: Side, where: string): void {
    const { reference, all } = this.asked;
    const left = reference.left(metric, all, side.days);
    assert.equal(count, left.length, where);
    const sum = left.reduce((one, other) => one + other, 0);
    compare(total, reference.isLast(metric) ? sum : sum / left.length, where);
  }

  /** Profiles whose insights are off have no value at all, and are told apart. */
  #checkUnseen(count: number, metric: string, side: Side, where: string): void {
    const { reference, all } = this.asked;
    const without = all.filter((id) => reference.combined(metric, [id], side.days) === null);
    assert(count > 0 && count <= without.length, where);
  }

  #totalOf(
    { reference, all }: AskedRows,
    metric: string,
    { days }: Side,
    profiles: readonly string[] = all,
  ): ReturnType<AskedRows["reference"]["combined"]> {
    if (reference.kind(metric) === "ratio" && reference.network === "youtube") return "withheld";
    return reference.total(metric, profiles, days);
  }

  /** Levels alone have one: of the profiles that are there throughout, from the first day on which all have a value. */
  #checkChange(
    cell: string,
    metric: string,
    side: Side,
    profiles: readonly string[],
    where: string,
  ): void {
    const { reference } = this.asked;
    assert(this.#isLevel(metric), where);
    const daily = side.days
      .filter((day) => reference.isSettled(metric, profiles, [day], side.days))
      .map((day) => {
        const before = this.#before(metric, side, [day], "date.day");
        return reference.combined(metric, profiles, [day], before);
      })
      .filter((value) => typeof value === "number");
    const [first = 0, last = 0] = [daily[0], daily.at(-1)];
    const [shown = ""] = cell.split(/[ ;]/);
    assertPercent(shown, ((last - first) / first) * 100, where);
  }

  /** The days from which a level is carried; into single days of one profile not from before the range. */
  #before(metric: string, side: Side, days: readonly string[], type: string): string[] {
    const isSingle = this.asked.all.length === 1 && type === "date.day";
    return isSingle
      ? side.days.filter((day) => day < (days[0] ?? ""))
      : this.asked.reference.daysBefore(metric, side.days, days);
  }

  #checkExtreme(
    name: string,
    cell: string,
    metric: string,
    side: Side,
    profiles: readonly string[],
    where: string,
  ): void {
    const { reference } = this.asked;
    const type = this.asked.time ?? "date.day";
    const isWhole = (days: readonly string[]): boolean =>
      daysOfBucket(type, days[0] ?? "", this.asked.isSunday).every((day) =>
        side.days.includes(day),
      );
    const buckets = [
      ...new Set(side.days.map((day) => bucketOf(type, day, this.asked.isSunday))),
    ].map((bucket) => ({
      bucket,
      days: side.days.filter((day) => bucketOf(type, day, this.asked.isSunday) === bucket),
    }));
    const values = buckets
      .filter(({ days }) => isWhole(days) && reference.isSettled(metric, profiles, days, side.days))
      .map(({ bucket, days }) => ({
        bucket,
        value: reference.combined(metric, profiles, days, this.#before(metric, side, days, type)),
      }))
      .filter((one): one is { bucket: string; value: number } => typeof one.value === "number");
    const figure = figureOf(cell);
    if (values.length === 0) {
      assert(typeof figure !== "number", where);
      return;
    }
    const numbers = values.map(({ value }) => value);
    const expected = name.startsWith("lowest") ? Math.min(...numbers) : Math.max(...numbers);
    compare(cell, expected, `${name}: ${where}`, isRate(this.text, metric));
    const [, on = ""] = / (?:on|in) ([^ ,]+)/.exec(cell) ?? [];
    const named = values.find(({ bucket }) => bucket === on || bucket.slice(5) === on);
    assert(
      named !== undefined && Math.abs(named.value - expected) < 1e-6,
      `${cell} on ${on}: ${where}`,
    );
  }
}
