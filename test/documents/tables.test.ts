/** Tables of reports: their rows, headings and places, and what is no sum. */
import { expect, test } from "vitest";
import { metricsAnswer } from "../helpers/fake-api.ts";
import { brands, octoberFront, render, serveBrands } from "../helpers/reports.ts";

test("tables have the rows of the question, those without a number last, and headings of the author", async () => {
  const { environment } = await serveBrands(brands, {
    metrics: ({ body }) =>
      metricsAnswer(body, (id, _, day) =>
        id === "b12" ? null : Number(id.slice(1)) * (day >= "2026-10" ? 2 : 1),
      ),
  });
  const front = `---
questions:
  oct: {network: facebook, metrics: [insights_views], period: 2026-10, compare_to: previous_period, top: 2}
  all: {network: facebook, metrics: [insights_views], period: 2026-10}
---
`;
  const text = `{{ oct | table: columns: "profile as Page, insights_views as Views" }}

{{ all | table }}

{{ oct | table: by: "rose", rows: 1 }}
`;
  const { stdout } = await render(front + text, [], { environment });
  const lines = stdout.split("\n");
  expect(lines.slice(0, 6)).toEqual([
    "| Page | Views |",
    "| --- | ---: |",
    "| total (11 pages) | 4,092 |",
    "| Brand 11 | 682 |",
    "| Brand 10 | 620 |",
    "",
  ]);
  expect(lines).toContain("| Brand 12 | – |");
  expect(stdout).toContain("10 more rows are not shown.");
});

test("numbers that are not sums are not called so, and rows of the earlier range alone have its names", async () => {
  const { environment } = await serveBrands();
  const front = `---
defaults: {network: facebook, metrics: [insights_views], period: 2026-10}
questions:
  weekdays: {dimensions: [weekday]}
  each: {dimensions: [day], read: {per_profile: true}}
  most: {read: {statistic: max, of: week}}
  some: {dimensions: [day], profiles: [Brand 1], where: ["insights_views > 99"], period: 2026-09, metrics: [insights_views]}
  long: {dimensions: [week], period: 2026-09, compare_to: 2026-Q2}
---
`;
  const text = `{{ weekdays | table }}

{{ each.date["2026-10-01"].insights_views.per_profile }} of each

{{ most.profile["Brand 2"].insights_views.max }} at most

{{ some | table }}

{{ long | table }}
`;
  const { stdout, stderr, code } = await render(front + text, [], { environment });
  // No day meets the condition of one of them.
  expect([code, stderr]).toEqual([3, "Printed; missing, shown as –: some: There are no rows.\n"]);
  expect(stdout).toContain("| date | Views, mean |");
  expect(stdout).toContain("| Monday | 7,800 |");
  expect(stdout).toContain("650[^2] of each");
  expect(stdout).toContain("1,400[^3] at most");
  expect(stdout).not.toMatch(/Sep \d+, 2026 \|/);
  expect(stdout).not.toMatch(/^\| {1,2}\|/m);
});

test("a list of days or outliers has no numbers to name", async () => {
  const { environment } = await serveBrands();
  const source = octoberFront.replace("compare_to: previous_period", "read: {view: gaps}");
  const { code, stderr } = await render(`${source}x`, [], { environment });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("has no numbers that references can name"),
  ]);
});

test("tables, charts and comments are paragraphs of their own, also between the lines of a list", async () => {
  const { environment } = await serveBrands();
  const source = `${octoberFront.replace("---\n", "---\ncomment: comment.md\n")}# Title
{{ comment }}
- First
{{ oct | chart }}
Then: {{ oct | table: rows: 1 }}
{{ cautions }}
- Last
`;
  const files = { "comment.md": "Said." };
  const { stdout } = await render(source, [], { environment, files });
  expect(
    stdout
      .split("\n")
      .filter((line) => !/^(?:\||Change in)/.test(line))
      .map((line) => line.trimEnd())
      .slice(0, 14),
  ).toEqual([
    "# Title",
    "",
    "Said.",
    "",
    "- First",
    "",
    "",
    "Then:",
    "",
    "",
    "11 more rows are not shown.[^1]",
    "",
    "",
    "",
  ]);
  const { file } = await render(source, ["--out", "FOLDER/out.html"], { environment, files });
  expect(file("out.html")).toMatch(
    /<\/ul>\s*<figure>[^]*<\/figure>\s*<p>Then:<\/p>\s*<div class="table">/,
  );
  expect(file("out.html")).not.toMatch(/<p>\s*<(?:div|figure|section)/);
});

test("a change is of the same profiles, of rates and net changes too, and its footnote says so", async () => {
  const { environment } = await serveBrands(brands, {
    metrics: ({ body }) =>
      metricsAnswer(body, (id, _, day) =>
        id === "b12" && day < "2026-10" ? null : Number(id.slice(1)),
      ),
  });
  const source = `---
defaults: {network: facebook, period: 2026-10, compare_to: previous_period}
questions:
  oct: {metrics: [fans_change, "engagement_rate = insights_reactions / insights_views"]}
---
{{ oct.total.fans_change.change }}; {{ oct.total.engagement_rate | short }}; {{ oct.same.fans_change.now }}; {{ oct.total.fans_change.all_change }}

{{ oct.total.fans_change.before }} is {{ oct.total.fans_change.previous }}, {{ oct.total.fans_change.same_change }} is {{ oct.same.fans_change.change }}
`;
  const { code, stdout } = await render(source, [], { environment });
  expect([code, stdout.split("\n")[0]]).toEqual([0, "0[^1]; 100 %[^2]; 2,046[^3]; +372[^4]"]);
  // Earlier names are read as synonyms.
  expect(stdout).toMatch(/^(\S+)\[\^5\] is \1\[\^\d\], 0\[\^\d\] is 0\[\^\d\]$/m);
  expect(stdout).toContain(
    "[^1]: 0: Facebook, 11 of 12 pages: those with data in both periods, Net new fans, change, October 2026 compared with September 2026; ",
  );
});
