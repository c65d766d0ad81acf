/** The front matter of a report: its questions, values and events, and what takes precedence over them. */
import { expect, test } from "vitest";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

test("a file without a text is a report of tables, charts and cautions", async () => {
  const { environment } = await serveBrands();
  const front = `---
defaults: {network: facebook, date_start: 2026-10-01, date_end: 2026-10-31, metrics: [insights_views]}
questions:
  brands: {profiles_not: [Brand 1]}
  days: {dimensions: [week]}
---
`;
  const { code, file, files } = await render(front, ["--out", "FOLDER/out.md"], { environment });
  expect(code).toBe(0);
  const text = file("out.md");
  expect(text).toContain("## brands: October 2026");
  expect(text).toContain("| total (11 pages) |");
  expect(text).toContain("![Views by week, 12 profiles](out-days.svg)");
  expect(files()).toContain("out-days.svg");
});

test("values of the front matter, of --set, and events stand where they are named", async () => {
  const { environment } = await serveBrands();
  const source = `---
client: Acme & Sons
events: events.csv
questions:
  weeks: {network: facebook, metrics: [insights_views], dimensions: [week], date_start: "{{ from }}", date_end: 2026-10-31}
---
# {{ client }} by {{ author }}

{{ weeks | table }}
`;
  const files = { "events.csv": "date,until,label,text\n2026-10-08,,,Launch\n" };
  const set = ["--set", "author=Ada", "--set", "from=2026-10-05"];
  const { stdout, code } = await render(source, set, { files, environment });
  expect(code).toBe(0);
  expect(stdout).toContain(String.raw`# Acme \& Sons by Ada`);
  expect(stdout).toMatch(/\| date \| Views \| events \|/);
  expect(stdout).toMatch(/\| Oct 5 – 11, 2026 \| [\d,]+ \| Launch \|/);
  expect((await render(source, set.slice(0, 2), { files, environment })).stderr).toContain(
    "{{ from }} has no value: set it with --set from=…",
  );
});

test("charts mark events by day, by week where a year is drawn by week, and not on a grid", async () => {
  const { environment } = await serveBrands();
  const source = `---
events: events.csv
questions:
  month: {network: facebook, metrics: [insights_views], dimensions: [day], period: 2026-10}
  year: {network: facebook, metrics: [insights_views], dimensions: [day], period: 2026}
---
{{ month | chart }}

{{ year | chart }}

{{ month | chart: kind: "heatmap" }}
`;
  const files = { "events.csv": "date,until,label,text\n2026-10-08,2026-10-10,,Launch\n" };
  const { file, code } = await render(source, ["--out", "FOLDER/out.html"], { files, environment });
  expect(code).toBe(0);
  const pictures = [...file("out.html").matchAll(/src="data:image\/svg\+xml;base64,([^"]*)/g)].map(
    ([, svg = ""]) => Buffer.from(svg, "base64").toString(),
  );
  expect(pictures.map((svg) => /A: Launch \([^)]*\)/.exec(svg)?.[0])).toEqual([
    "A: Launch (8 to 10 Oct 2026)",
    "A: Launch (8 to 10 Oct 2026)",
    undefined,
  ]);
});

test("--set takes precedence over the front matter", async () => {
  const { environment } = await serveBrands();
  const source = `${octoberFront.replace("---\n", "---\nclient: Front\n")}{{ client }}`;
  expect((await render(source, ["--set", "client=Acme"], { environment })).stdout).toMatch(
    /^Acme\n/,
  );
});
