/** Checks the cells and totals of a table in a reply. */
import assert from "node:assert/strict";
import { AskedRows, compare, together, type Row } from "./asked-rows.ts";
import type { Expected, Side } from "./reference.ts";
import { readTables, type TextTable } from "./reply-tables.ts";

interface FigureColumn {
  readonly metric: string;
  readonly side: Side | undefined;
  readonly row: Row;
}

export class TableCheck {
  constructor(
    private readonly text: string,
    private readonly asked: AskedRows,
  ) {}

  check(lines: readonly string[], opening: string): void {
    const { question } = this.asked;
    const named = question.dimensions.find((type) =>
      lines.some((line) => line.startsWith(`${type.replace("date.", "")}|`)),
    );
    const down = named ?? this.asked.downOf();
    const head = down?.replace("date.", "");
    const hasHeader = (line: string): boolean =>
      head === undefined ? /^[a-z_0-9]+ /.test(line) : line.startsWith(`${head}|`);
    const isFolded = /condensed to (ISO weeks|weeks|calendar months)/.exec(opening);
    const coarse = isFolded?.[1]?.endsWith("weeks") === true ? "date.week" : "date.month";
    if (isFolded !== null && down === "date.day") {
      const dimensions = question.dimensions.map((type) => (type === "date.day" ? coarse : type));
      return new TableCheck(this.text, new AskedRows({ ...question, dimensions })).#checkBlocks(
        lines,
        coarse,
        (line) => line.startsWith(`${coarse.replace("date.", "")}|`),
      );
    }
    this.#checkBlocks(lines, down, hasHeader);
  }

  #checkBlocks(
    lines: readonly string[],
    down: string | undefined,
    hasHeader: (line: string) => boolean,
  ): void {
    for (const table of readTables(lines, hasHeader)) {
      const columns = this.#columnsOf(table, down);
      for (const cells of table.rows) {
        const own = down === undefined ? {} : this.asked.rowOf(down, cells[0] ?? "");
        const values = down === undefined ? cells : cells.slice(1);
        assert.equal(values.length, columns.length, cells.join("|"));
        values.forEach((value, at) => {
          const column = columns[at];
          if (column === undefined || value === "") return;
          const expected =
            own === undefined
              ? this.#totalOf(column, cells[0] ?? "")
              : this.#expectedOf(column, { ...column.row, ...together([column.row, own]) });
          compare(value, expected, `${cells[0]} ${column.metric} in\n${this.text}`);
        });
      }
    }
  }

  #columnsOf({ header, legend, title }: TextTable, down: string | undefined): FigureColumn[] {
    const { question } = this.asked;
    const others = question.dimensions.filter(
      (type) => type !== down && !(down?.startsWith("date.") === true && type === "date.day"),
    );
    const isRow = (type: string): boolean => this.asked.hasRows(type);
    const across = others.filter(isRow);
    const whole = { profiles: this.asked.all, days: this.asked.days };
    const [single] = this.asked.metrics;
    const names = down === undefined ? header : header.slice(1);
    if (header.length <= 1 && down !== undefined) {
      return [{ metric: single ?? "", side: undefined, row: whole }];
    }
    if (down === undefined && header.length === 0) return [];
    let metric = single ?? "";
    let side: Side | undefined;
    return names.map((name) => {
      const [first = ""] = name.split(" ");
      if (this.asked.metrics.includes(first) && title === undefined) {
        metric = first;
        side = this.asked.reference
          .sides(metric, this.asked.days)
          .find((one) => one.name !== "" && name.includes(one.name));
      }
      const code = name.split(" ").at(-1) ?? "";
      const series = legend.size > 0 ? legend.get(code) : title === undefined ? undefined : name;
      const row =
        series === undefined || across.length === 0 ? {} : this.asked.rowsOf(across, series);
      const fixed = others.filter((type) => !isRow(type)).map((type) => this.asked.onlyRow(type));
      return { metric, side, row: { ...whole, ...together([row, ...fixed]) } };
    });
  }

  #expectedOf({ metric, side }: FigureColumn, { profiles, days, weekday }: Row): Expected {
    const { reference } = this.asked;
    if (weekday !== undefined) return reference.weekday(metric, profiles, this.asked.days, weekday);
    if (this.asked.time === undefined)
      return reference.combined(metric, profiles, side?.days ?? days);
    const sides = reference.sides(metric, this.asked.days);
    if (this.asked.time === "date.day" && days.length === 1) {
      const own = sides.find((one) => one.days.includes(days[0] ?? ""))?.days ?? days;
      return reference.combined(
        metric,
        profiles,
        days,
        own.filter((day) => day < (days[0] ?? "")),
      );
    }
    const own = sides.find((one) => one.days.includes(days.at(-1) ?? ""))?.days ?? [];
    const counted = days.filter((day) => own.includes(day));
    return reference.combined(
      metric,
      profiles,
      counted,
      own.filter((day) => day < (counted[0] ?? "")),
    );
  }

  #totalOf({ metric, side, row }: FigureColumn, label: string): Expected {
    const { reference } = this.asked;
    const sides = reference.sides(metric, this.asked.days);
    const own = sides.find(({ name }) => name !== "" && label.includes(name)) ?? side ?? sides[0];
    // A total counts each profile of its series once.
    const { profiles } = row;
    if (reference.kind(metric) === "ratio" && reference.network === "youtube") return "withheld";
    return reference.combined(metric, profiles, own?.days ?? []);
  }
}
