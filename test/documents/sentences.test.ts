/** Sentences: their forms in both languages, and their numbers, directions and pages against structured content. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runCall } from "../helpers/program.ts";
import { drawing } from "../helpers/repetitions.ts";
import { render } from "../helpers/reports.ts";

const sandbox = ["--sandbox", "--profiles", "20", "--today", "2026-11-29"];
const plain = (text: string): string => text.replaceAll(/\[\^\d+\]/g, "");

const front = `
defaults: { network: facebook, compare_to: previous_period, dimensions: [profile] }
goals: { fans: { metric: fans_lifetime, from: [2026-10-01, 91200], to: [2026-12-31, 110000] } }
questions:
  month: { metrics: [insights_views, insights_reach, fans_lifetime, fans_change, reaction_rate = insights_reactions / insights_reach], period: 2026-10 }
  week: { metrics: [insights_views], period: last_week, compare_to: usual }
  plain: { metrics: [insights_views], period: last_week, compare_to: null }
  quarter: { metrics: [insights_views], period: 2026-Q3, profiles: [Acme US] }
  year: { metrics: [insights_views, fans_lifetime], period: 2026-10, compare_to: previous_year }
  day: { metrics: [insights_views], date_start: 2026-10-14, date_end: 2026-10-14, compare_to: null }
  late: { metrics: [insights_views, fans_lifetime], period: 2026-11 }
  break: { metrics: [insights_impressions], period: 2025-12 }
  few: { metrics: [insights_views], period: 2026-10, where: ["change_percent > 5"] }
  best: { tool: list_facebook_posts, period: last_week, limit: 5, compare_to: null }
  posts: { tool: list_facebook_posts, period: last_week, limit: 5000, read: { group_by: type } }
  half: { metrics: [fans_change], date_start: 2026-10-05, date_end: 2026-10-18 }
`;

const references = [
  ...["insights_views", "insights_reach", "fans_lifetime", "fans_change", "reaction_rate"].map(
    (metric) => `month.total.${metric}`,
  ),
  "month.same.insights_views",
  "week.total.insights_views",
  "plain.total.insights_views",
  "quarter.total.insights_views",
  "year.total.insights_views",
  "year.total.fans_lifetime",
  "day.total.insights_views",
  "half.total.fans_change",
  'month.profile["Café Žofín"].insights_views',
  'month.profile["Acme Retail"].insights_views',
  "late.total.insights_views",
  "late.total.fans_lifetime",
  "break.total.insights_impressions",
  "few.matching.insights_views",
  "month.total.insights_views.same_before",
  "best",
  "posts",
  "goals.fans",
];

test.each(["en", "de"])("the forms in %s", async (language) => {
  const text = [
    ...references.map((reference) => `{{ ${reference} | sentence }}`),
    "{{ month.rose | sentences: 2 }}",
  ].join("\n\n");
  const source = `---\nlanguage: ${language}${front}---\n${text}\n`;
  const { stdout } = await render(source, sandbox);
  const [sentences = ""] = plain(stdout).split("\n## ");
  await expect(sentences).toMatchFileSnapshot(
    join(import.meta.dirname, "__snapshots__", `sentences.${language}.md`),
  );
});

/** Words that the English phrases have, and German does not. */
const englishWords =
  /(?<!\p{L})(?:the|of|on|from|to|than|fewer|more|higher|lower|no|not|all|pages?|data|days?|have|has|fetched|against|total|change|posts)(?!\p{L})/iu;

test("in German only names are English: sentences, headings, cautions of the program, sources", async () => {
  const text = [
    ...references.map((reference) => `{{ ${reference} | sentence }}`),
    "{{ month | table }}",
    "{{ posts | table }}",
    "{{ table: month.total.insights_views, goals.fans }}",
  ].join("\n\n");
  const { stdout } = await render(`---\nlanguage: de${front}---\n${text}\n`, sandbox);
  const [before = "", rest = ""] = stdout.split("- Weitere Hinweise, auf Englisch:");
  const lines = [
    ...before.split("\n"),
    ...rest.split("\n").filter((line) => line.startsWith("[^")),
  ];
  const english = lines.filter((line) =>
    englishWords.test(line.replaceAll(/Acme [^|:;,]*|Ignore all [^|:;,]*/g, "")),
  );
  expect(english).toEqual([]);
});

const questions = fc.record({
  network: fc.constantFrom("facebook", "instagram", "linkedin"),
  at: fc.nat(2),
  period: fc.constantFrom("2026-10", "2026-Q3", "2026-W40", "2026-02"),
  compare_to: fc.constantFrom("previous_period", "previous_year", "usual"),
});

const metricsOf = {
  facebook: ["insights_views", "insights_reach", "fans_lifetime"],
  instagram: ["insights_media_views", "insights_reach", "followers_lifetime"],
  linkedin: ["insights_impressions", "insights_reach", "followers_lifetime"],
} as const;

const directionIn = (sentence: string): string =>
  sentence.includes("No comparison with ")
    ? "none"
    : (/ (more|higher|fewer|lower|nearly|as (?:many|high) as)/.exec(sentence)?.[1] ?? "");

type Named = Readonly<Record<string, number | null>>;

test("a sentence has the number, the direction and the pages of structured content", async () => {
  const drawn = { changes: 0, subsets: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(questions, async ({ network, at, period, compare_to }) => {
      const metric = metricsOf[network][at] ?? "";
      const question = { network, metrics: [metric], period, compare_to, dimensions: [] };
      const called = ["get_profile_metrics", JSON.stringify(question), ...sandbox, "--json"];
      const total: Named = JSON.parse((await runCall(called)).stdout).total[metric];
      const source = `---\nquestions:\n  q: ${JSON.stringify(question)}\n---\n{{ q.total.${metric} | sentence }}\n`;
      const { stdout } = await render(source, sandbox);
      const [sentence = ""] = plain(stdout).split("\n");
      const [, now = "", pages = ""] = /: ([\d.,]+).*?\((\d+) pages?\)/.exec(sentence) ?? [];
      expect(Math.abs(Number(now.replaceAll(",", "")) - (total["now"] ?? Number.NaN))).toBeLessThan(
        1,
      );
      expect(Number(pages)).toBe(total["profiles"]);
      const { change = null, change_percent: percent = null, same_profiles: same } = total;
      const direction = directionIn(sentence);
      drawn[change === null ? "none" : "changes"] += 1;
      expect(direction).toMatch(
        change === null ? /^none$/ : change > 0 ? /more|higher|nearly/ : /fewer|lower|nearly|as /,
      );
      const [, shown] = /([\d.]+) % (?:more|higher|fewer|lower)/.exec(sentence) ?? [];
      const difference = Math.abs(Number(shown ?? 0) - Math.abs(percent ?? Number.NaN));
      expect(shown === undefined || difference < 0.051).toBe(true);
      const sameCount = same === total["profiles"] || change === null ? undefined : same;
      drawn.subsets += typeof sameCount === "number" ? 1 : 0;
      const [, those] = /[Tt]he (\d+) pages? with data/.exec(sentence) ?? [];
      expect(those).toBe(typeof sameCount === "number" ? String(sameCount) : undefined);
    }),
    drawing(12, 1000, 1),
  );
  expect(Math.min(...Object.values(drawn))).toBeGreaterThan(0);
}, 600_000);

test("--language takes precedence over the file: sentences, dates, headings of lists", async () => {
  const source = `---${front}---\n{{ plain.total.insights_views | sentence }}\n`;
  const { file } = await render(source, [
    ...sandbox,
    "--language",
    "de",
    "--out",
    "FOLDER/out.html",
  ]);
  const html = file("out.html");
  expect(html).toContain('<html lang="de">');
  expect(html).toMatch(/Aufrufe: \d{3}\.\d{3} vom 16\. November bis 22\. November 2026/);
  expect(html).toContain("<h2>Hinweise</h2>");
  expect(html).toContain("<h2>Quellen</h2>");
});

test("where no metric is meant, the error says what to write", async () => {
  const wrong = ["{{ plain | sentence }}", "{{ plain.total | short }}", "{{ plain | sentences }}"];
  const source = `---${front}---\n${wrong.join("\n\n")}\n`;
  const { code, stderr } = await render(source, sandbox);
  expect(code).toBe(2);
  for (const problem of ["sentence is of a metric", "short is of a metric", "sentences are of"])
    expect(stderr).toContain(problem);
});
