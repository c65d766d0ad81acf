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
    private readonly scope: AskedRows,
    private readonly population: AskedRows,
  ) {}

  check({ header, rows }: TextTable): void {
    const [name = ""] = header;
    assert(rows.length >= this.scope.metrics.length, this.text);
    const isPiece = this.population.ids.length > this.scope.ids.length;
    const which = isPiece ? "these" : "all";
    const isCounted = header.includes("profiles");
    if (isCounted)
      assert.equal(name, isPiece ? `these ${this.scope.ids.length}` : "metric", this.text);
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
      if (left === null) ({ metric, side } = this.scope.sideOf(title));
      else {
        this.#checkLeft(Number(left[1]), total, metric, side, line);
        continue;
      }
      // The sides of a break are lines of their own.
      const isDivided = this.scope.reference.sides(metric, this.scope.days).length > 1;
      if (isNone && isDivided && (side.name === "" || !title.endsWith(side.name))) continue;
      const isLevel = this.#isLevel(metric);
      const count = this.#countOf(this.scope, metric, side);
      if (!isCounted && !title.endsWith(" throughout"))
        assert.equal(name, this.scope.ids.length === 1 ? "metric" : `${which} ${count}`, line);
      const [, stated = "", of = ""] = /, (\d+) (profiles?|throughout)$/.exec(title) ?? [];
      const throughout = this.scope.reference.throughout(metric, this.scope.ids, side.days);
      if (of === "throughout") assert.equal(Number(stated), throughout.length, line);
      const profiles = of === "throughout" ? throughout : this.scope.ids;
      const course = isLevel ? throughout : this.scope.ids;
      header.forEach((column, at) => {
        const cell = cells[at] ?? "";
        if (at === 0 || cell === "") return;
        if (column === "profiles") assert.equal(cell, `${which} ${count}`, line);
        else if (cell === "no total")
          assert.equal(this.scope.reference.kind(metric), "people", line);
        else if (column === "all 0") assert.equal(cell, "–", line);
        else if (column === "total" || column === "mean")
          compare(
            cell,
            this.#totalOf(this.scope, metric, side, profiles),
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
  #countOf({ reference, ids }: AskedRows, metric: string, { days }: Side): number {
    const counted = ids.filter((id) => reference.total(metric, [id], days) !== null);
    return counted.length || ids.length;
  }

  #isLevel(metric: string): boolean {
    const { reference } = this.scope;
    return reference.isLast(metric) || reference.hasWindow(metric);
  }

  #checkLeft(count: number, total: string, metric: string, side: Side, where: string): void {
    const { reference, ids } = this.scope;
    const left = reference.left(metric, ids, side.days);
    assert.equal(count, left.length, where);
    const sum = left.reduce((subtotal, value) => subtotal + value, 0);
    compare(total, reference.isLast(metric) ? sum : sum / left.length, where);
  }

  /** Profiles whose insights are off have no value at all, and are told apart. */
  #checkUnseen(count: number, metric: string, side: Side, where: string): void {
    const { reference, ids } = this.scope;
    const without = ids.filter((id) => reference.combined(metric, [id], side.days) === null);
    assert(count > 0 && count <= without.length, where);
  }

  #totalOf(
    { reference, ids }: AskedRows,
    metric: string,
    { days }: Side,
    profiles: readonly string[] = ids,
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
    const { reference } = this.scope;
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
    const isSingle = this.scope.ids.length === 1 && type === "date.day";
    return isSingle
      ? side.days.filter((day) => day < (days[0] ?? ""))
      : this.scope.reference.daysBefore(metric, side.days, days);
  }

  #checkExtreme(
    name: string,
    cell: string,
    metric: string,
    side: Side,
    profiles: readonly string[],
    where: string,
  ): void {
    const { reference } = this.scope;
    const type = this.scope.time ?? "date.day";
    const isWhole = (days: readonly string[]): boolean =>
      daysOfBucket(type, days[0] ?? "", this.scope.isSunday).every((day) =>
        side.days.includes(day),
      );
    const buckets = [
      ...new Set(side.days.map((day) => bucketOf(type, day, this.scope.isSunday))),
    ].map((bucket) => ({
      bucket,
      days: side.days.filter((day) => bucketOf(type, day, this.scope.isSunday) === bucket),
    }));
    const values = buckets
      .filter(({ days }) => isWhole(days) && reference.isSettled(metric, profiles, days, side.days))
      .map(({ bucket, days }) => ({
        bucket,
        value: reference.combined(metric, profiles, days, this.#before(metric, side, days, type)),
      }))
      .filter(
        (point): point is { bucket: string; value: number } => typeof point.value === "number",
      );
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
