/** Charts in the terminal: every line fits, and the marks are where the numbers are. */
import { expect, test } from "vitest";
import { terminalChart } from "../../src/charts/text/terminal.ts";
import { chart, panel, series } from "../helpers/charts.ts";

const gap = Number.NaN;

test("a line is drawn in braille, with gaps", () => {
  const one = chart("line", [panel("insights_views", [series("Acme US", [0, 10, gap, 40])])]);
  expect(terminalChart(one, 40)).toMatchInlineSnapshot(`
    "A chart by day

    insights_views
          40┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠈⠉⠉⠉⠉⠉⠉⠉
            ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
            ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
            ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
            ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
            ┤⠀⠀⠀⠀⠀⠀⠀⢀⣀⣀⣀⣀⣀⣀⣀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
            ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
           0┤⣀⣀⣀⣀⣀⣀⣀⡀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
             2025-10-01          2025-10-04
    "
  `);
});

test("bars of time begin at zero; rows side by side have their numbers", () => {
  const time = chart("bar", [panel("fans_change", [series("fans_change", [8, 0, -8, 4])])]);
  expect(terminalChart(time, 40)).toMatchInlineSnapshot(`
    "A chart by day

    fans_change
           8┤███████                       
            ┤███████                       
            ┤███████                ███████
            ┤███████                ███████
            ┤               ███████        
            ┤               ███████        
            ┤               ███████        
          -8┤               ███████        
             2025-10-01          2025-10-04
    "
  `);
  const rows = chart(
    "bar",
    [panel("insights_views", [series("now", [20, gap]), series("before", [10, 5], [], "before")])],
    {
      isTime: false,
      dimension: "profile",
      places: ["Acme US", "A very long name of a profile, longer than its column"],
    },
  );
  expect(terminalChart(rows, 60)).toMatchInlineSnapshot(`
    "A chart by day

    insights_views
    Acme US now              ██████████████████████ 20
    before                   ███████████ 10
    A very long name of… now  –
    before                   █████▌ 5
    "
  `);
});

test("a heatmap has two characters for each week", () => {
  const all = ["Monday", "Tuesday"].map((name, row) => series(name, [row, 10, gap, 40 - row]));
  const one = chart("heatmap", [panel("insights_views", all)], { dimension: "week" });
  expect(terminalChart(one, 60)).toMatchInlineSnapshot(`
    "A chart by day

    insights_views
    Monday    ░░▒▒  ██
    Tuesday   ░░▒▒  ██
    2025-10-01 to 2025-10-04, weeks; ░ from 0, █ to 40
    "
  `);
});

test("no line is wider than the terminal", () => {
  const values = Array.from({ length: 400 }, (_, place) => (place * 7919) % 1000);
  for (const kind of ["line", "bar"] as const) {
    const one = chart(kind, [panel("insights_views", [series("a", values), series("b", values)])]);
    for (const columns of [40, 80, 173]) {
      const widths = terminalChart(one, columns)
        .split("\n")
        .map((line) => line.length);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  }
});
