/** Checks the numbers of all rows in a reply: totals, changes, extremes with their rows. */
import assert from "node:assert/strict";
import { type AskedRows, compare } from "./asked-rows.ts";
import { bucketOf, daysOfBucket } from "./buckets.ts";
import { assertDigits, assertPercent } from "./digits.ts";
import { halves, type Side } from "./reference.ts";
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
    const count = this.asked.all.length;
    const which = isPiece ? "these" : "all";
    assert.equal(name, count === 1 ? "metric" : `${which} ${count}`, this.text);
    for (const cells of rows) {
      const line = cells.join("|");
      const { metric, side } = this.asked.sideOf(cells[0] ?? "");
      header.forEach((column, at) => {
        const cell = cells[at] ?? "";
        if (at === 0 || cell === "") return;
        if (column === "total") compare(cell, this.#totalOf(this.asked, metric, side), line);
        else if (column === `all ${this.population.all.length}`)
          compare(cell, this.#totalOf(this.population, metric, side), line);
        else if (column.startsWith("change"))
          this.#checkChange(cell, metric, side, this.asked.all, line);
        else if (/^(lowest|highest) (day|week|month|quarter|year)$/.test(column))
          this.#checkExtreme(column, cell, metric, side, this.asked.all, line);
        else assert.fail(`the column ${column} of ${this.text}`);
      });
    }
  }

  #totalOf(
    { reference, all }: AskedRows,
    metric: string,
    { days }: Side,
  ): ReturnType<AskedRows["reference"]["combined"]> {
    if (reference.kind(metric) === "ratio" && reference.network === "youtube") return "withheld";
    return reference.combined(metric, all, days);
  }

  #checkChange(
    cell: string,
    metric: string,
    side: Side,
    profiles: readonly string[],
    where: string,
  ): void {
    const { reference } = this.asked;
    const kind = reference.kind(metric);
    const isPercent = kind !== "net" && kind !== "ratio";
    const [before, after] = this.#sidesOfChange(metric, side, profiles) ?? [];
    const figure = figureOf(cell);
    if (before === undefined || after === undefined) {
      assert(typeof figure !== "number", `${cell} is a change of nothing: ${where}`);
      return;
    }
    if (isPercent && before <= 0) {
      assert.equal(figure, "withheld", where);
      return;
    }
    const expected = isPercent ? ((after - before) / before) * 100 : after - before;
    assert(typeof figure === "number", `${cell} for ${before} to ${after}: ${where}`);
    const [shown = ""] = cell.split(/[ ;]/);
    if (isPercent) assertPercent(shown, expected, where);
    else assertDigits(shown, expected, where, after);
  }

  #sidesOfChange(
    metric: string,
    side: Side,
    profiles: readonly string[],
  ): readonly [number, number] | undefined {
    const { reference } = this.asked;
    if (reference.isLast(metric) || reference.hasWindow(metric)) {
      const daily = side.days
        .filter((day) => reference.isSettled(metric, profiles, [day], side.days))
        .map((day) => {
          const before = side.days.filter((one) => one < day);
          // The mean of the profiles' last days until this one.
          return reference.hasWindow(metric)
            ? reference.combined(metric, profiles, [...before, day])
            : reference.combined(metric, profiles, [day], before);
        })
        .filter((value) => typeof value === "number");
      const [first, last] = [daily[0], daily.at(-1)];
      return first === undefined || last === undefined || daily.length < 2
        ? undefined
        : [first, last];
    }
    const [before, after] = halves(side.days) ?? [];
    if (before === undefined || after === undefined) return undefined;
    const means = [before, after].map((days) => reference.meanPerDay(metric, profiles, days));
    const [one, other] = means;
    return typeof one === "number" && typeof other === "number" ? [one, other] : undefined;
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
    // A break of any metric divides the row of all of them.
    const isDivided = (days: readonly string[]): boolean =>
      this.asked.metrics.some((one) => reference.sides(one, days).length > 1);
    const isWhole = (days: readonly string[]): boolean =>
      !isDivided(days) &&
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
        value: reference.combined(
          metric,
          profiles,
          days,
          side.days.filter((day) => day < (days[0] ?? "")),
        ),
      }))
      .filter((one): one is { bucket: string; value: number } => typeof one.value === "number");
    const figure = figureOf(cell);
    if (values.length === 0) {
      assert(typeof figure !== "number", where);
      return;
    }
    const numbers = values.map(({ value }) => value);
    const expected = name.startsWith("lowest") ? Math.min(...numbers) : Math.max(...numbers);
    compare(cell, expected, `${name}: ${where}`);
    const [, on = ""] = / (?:on|in) ([^ ,]+)/.exec(cell) ?? [];
    const named = values.find(({ bucket }) => bucket === on || bucket.slice(5) === on);
    assert(
      named !== undefined && Math.abs(named.value - expected) < 1e-6,
      `${cell} on ${on}: ${where}`,
    );
  }
}
