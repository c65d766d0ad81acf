/** A report that an agent writes: its numbers are references to stored results. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { idOf } from "../helpers/results.ts";
import { pathIn, saving } from "../helpers/saving.ts";

const compared = {
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["Acme US", "Acme UK"],
  period: "2026-10",
  compare_to: "previous_period",
};

async function begun() {
  const connected = await saving();
  const { text } = await connected.call("get_profile_metrics", compared);
  const id = idOf(text);
  const save = (markdown: string, more: object = {}) =>
    connected.call("save_report", { markdown, format: "md", ...more });
  const written = (path: string): string => readFileSync(path, "utf8");
  return { ...connected, id, text, save, written };
}

test("references become numbers of the result, tables and charts, with cautions and sources", async () => {
  const { id, text, save, written, folder } = await begun();
  const markdown = `# Views in {{ ${id}.period }}

Views {{ ${id}.total.insights_views | short }}, to {{ ${id}.total.insights_views.now }}.
Most: {{ ${id}.rank[1].name }}.

{{ ${id} | table }}

{{ ${id} | chart }}
`;
  const saved = await save(markdown, { name: "october" });
  const content = written(pathIn(saved));
  const [, now = ""] = /all 2\|[^\n]*\n[^|]*\|(\d+)\|/.exec(text) ?? [];
  expect(content).toContain(`to ${Number(now).toLocaleString("en")}[^2].`);
  expect(content).toContain("| total (2 pages) |");
  expect(content).toContain("## Sources");
  const [, picture = ""] = /\]\((\S+\.svg)\)/.exec(content) ?? [];
  expect(readdirSync(folder).toSorted()).toEqual([`october-${id}.svg`, "october.md"]);
  expect(readFileSync(join(folder, picture), "utf8")).toMatch(/^<svg/);
  const page = await save(markdown, { format: "html", name: "october" });
  expect(written(pathIn(page))).toMatch(/^<!doctype html>/);
});

test("wrong references are rejected with what would resolve, and nothing is saved", async () => {
  const { id, failing, folder } = await begun();
  const { text } = await failing("save_report", {
    markdown: `Views: {{ ${id}.totl.insights_views.now }}\n\n{{ ${id}.total.insights_views.mow }} %`,
    format: "html",
  });
  expect(text).toContain(`line 1: ${id}: there is no "totl" here (nearest: total)`);
  expect(text).toContain(
    `line 3: ${id}.total.insights_views: there is no "mow" here (nearest: now)`,
  );
  expect(readdirSync(folder)).toEqual([]);
  const unknown = await failing("save_report", { markdown: "{{ rABCDEFGH.total }}", format: "md" });
  expect(unknown.text).toMatch(/^not_found/);
});

test("digits that the model has written are named; missing numbers too", async () => {
  const { id, save } = await begun();
  const { text } = await save(`About 12345 views; {{ ${id}.rank[9].name }}.`);
  expect(text).toContain("Written by hand, and not checked: line 1: 12345 is written by hand");
  expect(text).toContain("Written as –: there is no such row");
});

test("every picture stands in its place, also where names are taken", async () => {
  const { id, save, written, folder } = await begun();
  const chart = `{{ ${id} | chart }}`;
  await save(chart, { name: "x #1" });
  const both = `{{ ${id} | chart: kind: "bar" }}\n\n{{ ${id} | chart: kind: "bar", top: 1 }}`;
  const content = written(pathIn(await save(both, { name: "x #1" })));
  const links = [...content.matchAll(/\]\((\S+\.svg)\)/g)].map(([, link = ""]) =>
    decodeURIComponent(link),
  );
  expect(new Set(links).size).toBe(2);
  const pictures = links.map((link) => readFileSync(join(folder, link), "utf8"));
  expect(pictures[0]).not.toBe(pictures[1]);
});

test("without a name, the text is returned with its sources, and no file is written", async () => {
  const { id, save, folder } = await begun();
  const { text } = await save(`{{ ${id}.total.insights_views | sentence }}\n\n{{ ${id} | chart }}`);
  expect(text).toMatch(/^The report, which is not saved\./);
  expect(text).toMatch(
    /Views: 459,072 in October 2026 \(2 pages\)\. At equal days, that is 5 % fewer than in September\.\[\^1\]/,
  );
  expect(text).toMatch(/^\[\^1\]: Facebook, 2 pages, Views, /m);
  expect(readdirSync(folder)).toEqual([]);
});

test("a table can name two results", async () => {
  const { id, save, call } = await begun();
  const { text } = await call("get_profile_metrics", { ...compared, period: "2026-09" });
  const views = [id, idOf(text)].map((resultId) => `${resultId}.total.insights_views`);
  const saved = await save(`{{ table: ${views.join(", ")} }}`);
  expect(saved.text).toMatch(
    /\| Views \| 2 pages \| October 2026 \|[^]*\| Views \| 2 pages \| September 2026 \|/,
  );
});

test.each([
  ["a piece", "{{ rABCDEFGH~grain=week | table }}", "id of a piece"],
  ["a word", "{{ row.reactions.now }}", 'there is no question or value "row"'],
  [
    "a tag",
    "{% for row in ID.total %}x{% endfor %}",
    "a text has references in {{ … }}, and no {% … %}",
  ],
])("%s is an error that says what to do", async (_, markdown, problem) => {
  const { id, failing, folder } = await begun();
  const { text } = await failing("save_report", {
    markdown: markdown.replace("ID", id),
    format: "md",
  });
  expect(text).toContain(problem);
  expect(readdirSync(folder)).toEqual([]);
});
