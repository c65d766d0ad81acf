/** One question by every route: the text, the CSV, structured content, charts and groups of labels name the same rows, in one order, with one sign. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { numberIn, type CsvRow } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { drawing } from "../helpers/repetitions.ts";
import { question, type Routes, ask, pageOf, nameOf } from "../helpers/routes.ts";

const runs = drawing(12, 1000, 4);

const drawn = {
  rose: 0,
  fell: 0,
  blocks: 0,
  groups: 0,
  otherDays: 0,
  labels: 0,
  charts: 0,
  zero: 0,
};

/** A table of text divides its cells by it. */
const written = (name: string): string => name.replaceAll("|", "¦");

/** The names of the rows with a change of a sign, the largest first. */
const movedIn = (rows: readonly CsvRow[], metric: string, sign: 1 | -1): string[] =>
  rows
    .map((row) => ({
      name: pageOf(row),
      change: numberIn(row, `${metric}:change`) ?? 0,
    }))
    .filter(({ change }) => Math.sign(change) === sign)
    .toSorted((left, right) => sign * (right.change - left.change))
    .map(({ name }) => name);

/** The sign of a change, of its percent, and of its contribution; and no number stands without its base. */
function checkSigns(rows: readonly CsvRow[], metric: string): void {
  for (const row of rows) {
    const [change, percent, part] = ["change", "change_percent", "contribution"].map((name) =>
      numberIn(row, `${metric}:${name}`),
    );
    for (const number of [percent, part])
      if (typeof number === "number" && typeof change === "number")
        assert.equal(Math.sign(number), Math.sign(change), JSON.stringify([...row]));
    if (change === 0) drawn.zero += 1;
    // The CSV says of each page why it is not compared.
    const group = row.get(`${metric}:group`) ?? "";
    assert.match(group, /^$|^same$|^gaps$|^(new|ended) (by |after )?\d{4}-\d\d-\d\d$/);
    if (change !== null) assert.equal(group, "same");
  }
}

const close = (left: number, right: number, size: number): boolean =>
  Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(size));

/** Rows of profiles add up to the line of the same profiles; a ratio and a mean do not. */
function checkSums({ rows, content }: Routes, metric: string): void {
  const same = content.same[metric] ?? {};
  const sumOf = (name: string): number =>
    rows.reduce((sum, row) => sum + (numberIn(row, `${metric}:${name}`) ?? 0), 0);
  if (!["insights_views", "fans_change", "fans_lifetime"].includes(metric)) return;
  const { change, change_percent: percent, now, before } = same;
  if (typeof change === "number" && typeof now === "number")
    assert(close(sumOf("change"), change, now), `${metric}: changes add up`);
  if (typeof percent === "number")
    assert(close(sumOf("contribution"), percent, 100), `${metric}: contributions add up`);
  if (typeof change === "number" && change !== Number(now) - Number(before)) drawn.otherDays += 1;
}

/** Structured content has the numbers of the CSV, and each list its rows in order. */
function checkStructured(
  { rows, content }: Routes,
  metrics: readonly string[],
  first: string,
): void {
  for (const row of rows) {
    const line = content.profile[pageOf(row)];
    for (const metric of metrics)
      for (const name of ["", ":before", ":change", ":change_percent"]) {
        const figure = line?.[metric]?.[name === "" ? "now" : name.slice(1)] ?? null;
        assert.equal(
          figure,
          numberIn(row, `${metric}${name}`),
          `${metric}${name} of ${pageOf(row)}`,
        );
      }
  }
  for (const [list, sign] of [
    ["rose", 1],
    ["fell", -1],
  ] as const) {
    const names = content[list].map(({ name }) => name);
    const expected = movedIn(rows, first, sign);
    drawn[list] += names.length;
    expect([list, names]).toEqual([list, expected.slice(0, names.length)]);
    expect(names.length).toBe(Math.min(25, expected.length));
  }
}

/** The blocks of the text are the beginnings of the lists, and count them whole. */
function checkBlocks({ tables, rows }: Routes, metric: string): void {
  for (const { title, header, rows: cells } of tables) {
    const [, word, count, total] = /(rose|fell) most, (\d+) of (\d+):/i.exec(title.join(" ")) ?? [];
    if (word === undefined) continue;
    drawn.blocks += 1;
    const sign = word.toLowerCase() === "rose" ? 1 : -1;
    const expected = movedIn(rows, metric, sign).map(written);
    // A note can hold the sign that divides cells.
    const lines = cells.filter(({ length }) => length === header.length);
    expect(lines.map((line) => line[header.indexOf("profile")])).toEqual(
      expected.slice(0, Number(count)),
    );
    expect(Number(total)).toBe(expected.length);
  }
}

/** The labels of `group_by` name their own beginnings of the same lists. */
async function checkLabels({ connected, id, rows }: Routes, metric: string): Promise<void> {
  const { text } = await connected.call("read_result", { result: id, group_by: "profile_label" });
  for (const { title, header, rows: lines } of readReply(text).tables) {
    if (!title.join(" ").startsWith(metric)) continue;
    for (const [at, sign] of [
      [header.indexOf("rose most"), 1],
      [header.indexOf("fell most"), -1],
    ] as const) {
      const moved = movedIn(rows, metric, sign).map(written);
      for (const line of lines) {
        const cell = line[at] ?? "";
        if (cell === "none") continue;
        // Names hold commas and parentheses: each is searched.
        const places = moved.map((name) => cell.indexOf(`${name} (`)).filter((place) => place >= 0);
        drawn.labels += places.length;
        expect(places[0], `${cell} of ${moved.join("; ")}`).toBe(0);
        expect(places).toEqual(places.toSorted((left, right) => left - right));
      }
    }
  }
}

/** The bars of a chart are the rows of the piece, in its order, with its signs. */
async function checkChart({ connected, id, rows }: Routes, metric: string): Promise<void> {
  const { text } = await connected.call("chart_result", { result: id, metrics: [metric], top: 6 });
  const [, bars = ""] = new RegExp(`^change of ${metric}.*?: (.*)$`, "m").exec(text) ?? [];
  const changes = rows
    .flatMap((row) => {
      const change = numberIn(row, `${metric}:change`);
      return change === null ? [] : [{ name: pageOf(row), change }];
    })
    .toSorted((left, right) => Math.abs(right.change) - Math.abs(left.change))
    .slice(0, 6);
  // A chart without room for the numbers counts them.
  if (bars === "" || /and \d+ more/.test(bars)) return;
  for (const { name, change } of changes) {
    // A chart cuts long names.
    if (name.length > 30) continue;
    const place = bars.indexOf(`${name} `);
    assert(place >= 0, `${name} is not drawn: ${bars}`);
    const shown = bars.slice(place + name.length + 1);
    if (change !== 0) assert(/^[-+~–·0]/.test(shown), shown);
    if (shown.startsWith("+") || shown.startsWith("-"))
      assert.equal(shown[0], change > 0 ? "+" : "-", `${name}: ${shown}`);
    drawn.charts += 1;
  }
}

/** The lines of all, of the same and of the groups between add up, as they are written. */
function checkLines({ tables }: Routes): void {
  const [totals] = tables;
  if (totals?.header[1] !== "profiles" || totals.rows[0]?.[0] !== "all") return;
  drawn.groups += 1;
  const numbersAt = (title: string): number[] =>
    totals.rows.map((cells) => Number(cells[totals.header.indexOf(title)] ?? ""));
  for (const title of ["profiles", "now", "before"]) {
    const [total = 0, ...lines] = numbersAt(title);
    // Means and ratios do not add up.
    if (!/ (sum|last)$/.test(totals.header[0] ?? "") && title !== "profiles") continue;
    if (lines.length > 1)
      assert.equal(
        lines.reduce((sum, number) => sum + number, 0),
        total,
        `${title}: ${totals.rows.join("; ")}`,
      );
  }
}

test("one question, every route", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (sample) => {
      // A condition on what a break divides is an error.
      const isAcross = "period" in sample.range && sample.range.compare_to === "previous_year";
      const where = isAcross ? undefined : sample.where;
      const routes = await ask({ ...sample, where });
      const metrics = sample.metrics.map(nameOf);
      // A metric that a break divides has no change.
      const comparable = metrics.find((metric) =>
        routes.rows.some((row) => numberIn(row, `${metric}:change`) !== null),
      );
      const first = comparable ?? metrics[0] ?? "";
      for (const metric of metrics) checkSigns(routes.rows, metric);
      if (where === undefined) {
        for (const metric of metrics) checkSums(routes, metric);
        checkLines(routes);
        if (comparable !== undefined) await checkLabels(routes, first);
        if (comparable !== undefined) await checkChart(routes, first);
      }
      checkStructured(routes, metrics, first);
      checkBlocks(routes, first);
    }),
    runs,
  );
  for (const [name, count] of Object.entries(drawn))
    expect([name, count > 0]).toEqual([name, true]);
}, 900_000);
