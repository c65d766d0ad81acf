/** Checks the summaries in a reply: totals, changes, extremes with their rows, the leading rows. */
import assert from "node:assert/strict";
import { type AskedRows, compare } from "./asked-rows.ts";
import { bucketOf, daysOfBucket } from "./buckets.ts";
import { halves, type Side } from "./reference.ts";
import { figureOf } from "./reply-tables.ts";

export class SummaryCheck {
  constructor(
    private readonly text: string,
    private readonly asked: AskedRows,
  ) {}

  checkOverview([head = "", ...lines]: readonly string[]): void {
    const names = head.split("|");
    assert(lines.length >= this.asked.metrics.length, this.text);
    for (const line of lines) {
      const cells = line.split("|");
      const { metric, side } = this.asked.sideOf(cells[0] ?? "");
      this.#checkCourse(names.slice(1), cells.slice(1), metric, side, this.asked.all, line);
    }
  }

  checkSeries(lines: readonly string[]): void {
    let names: string[] = [];
    let column: { metric: string; side: Side } | undefined;
    for (const line of lines) {
      const cells = line.split("|");
      const [first = ""] = cells;
      if (this.asked.metrics.includes(first.split(" ")[0] ?? "")) {
        names = cells.slice(1);
        column = this.asked.sideOf(first);
      } else if (column !== undefined) {
        const types = this.asked.question.dimensions.filter((one) => one !== this.asked.time);
        // The title names a single profile, so that rows are those of the labels alone.
        const row =
          this.asked.rowsOf(types, first) ??
          (this.asked.question.profiles.size === 1
            ? this.asked.rowsOf(["profile_label"], first)
            : undefined);
        assert(row !== undefined, line);
        const { metric, side } = column;
        this.#checkCourse(names, cells.slice(1), metric, side, row?.profiles ?? [], line);
      }
    }
  }

  /** The total, the change, the extremes and the ends of one row. */
  #checkCourse(
    names: readonly string[],
    cells: readonly string[],
    metric: string,
    side: Side,
    profiles: readonly string[],
    where: string,
  ): void {
    const { reference } = this.asked;
    names.forEach((name, at) => {
      const cell = cells[at] ?? "";
      if (at === 0) {
        compare(cell, reference.combined(metric, profiles, side.days), where);
      } else if (name.startsWith("change")) this.#checkChange(cell, metric, side, profiles, where);
      else if (/^(lowest|highest) (day|week|month|quarter|year)/.test(name)) {
        this.#checkExtreme(name, cell, metric, side, profiles, where);
      } else this.#checkEnd(name, cell, metric, side, where);
    });
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
    const tolerance = isPercent ? 0.0501 : 5.1e-5;
    assert(Math.abs(figure - expected) <= tolerance, `${cell} is not ${expected}: ${where}`);
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
    const [, on = ""] = / on ([^ ]+)/.exec(cell) ?? [];
    const named = values.find(({ bucket }) => bucket === on || bucket.slice(5) === on);
    assert(
      named !== undefined && Math.abs(named.value - expected) < 1e-6,
      `${cell} on ${on}: ${where}`,
    );
  }

  /** `Acme US 104210`: the highest or the lowest row of the other dimension. */
  #checkEnd(name: string, cell: string, metric: string, side: Side, where: string): void {
    const [order] = name.split(" ");
    const types = name.slice(name.indexOf(" ") + 1).split(", ");
    const rows = types.reduce<string[]>(
      (held, type) => {
        const { profiles, labels } = this.asked.question;
        const own = type === "profile" ? [...profiles.keys()] : [...labels.keys()];
        return held.flatMap((one) => own.map((other) => (one === "" ? other : `${one}, ${other}`)));
      },
      [""],
    );
    const all = rows.map((one) =>
      this.asked.reference.combined(
        metric,
        this.asked.rowsOf(types, one)?.profiles ?? [],
        side.days,
      ),
    );
    const values = all.filter((value) => typeof value === "number");
    if (values.length === 0) {
      assert.equal(cell, all.includes("withheld") ? "·" : "–", where);
      return;
    }
    const expected = order === "highest" ? Math.max(...values) : Math.min(...values);
    const unmarked = cell.replace(/ \(\d+% covered[^)]*\)/, "");
    const own = rows.find((one) => unmarked.startsWith(`${one} `));
    assert(own !== undefined, `${cell}: ${where}`);
    compare(unmarked.slice(own.length + 1), expected, where);
  }

  /** Totals of the leading rows, in order. */
  checkLeaders([, head = "", ...lines]: readonly string[]): void {
    const names = head.split("|");
    const types = this.asked.question.dimensions.filter((one) => one !== this.asked.time);
    let last: number | undefined;
    for (const line of lines) {
      if (line.startsWith("… ") || /more have no value/.test(line)) continue;
      const cells = line.split("|");
      const row = this.asked.rowsOf(types, (cells[0] ?? "").replace(/ \(\d+% covered[^)]*\)$/, ""));
      assert(row !== undefined, line);
      names.slice(1).forEach((name, at) => {
        const { metric, side } = this.asked.sideOf(name);
        const expected = this.asked.reference.combined(metric, row?.profiles ?? [], side.days);
        compare(cells[at + 1] ?? "", expected, line);
      });
      const ranked = names.length === 2 ? figureOf(cells[1] ?? "") : undefined;
      if (typeof ranked === "number") {
        assert(ranked <= (last ?? Infinity), `the order of ${this.text}`);
        last = ranked;
      }
    }
  }
}
