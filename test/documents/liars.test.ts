/** Drafts that would print something wrong: the wrong digits, units, rows, ranges and directions. */
import { describe, expect, test } from "vitest";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

const views = "oct.total.insights_views";
const brand = (number: number): string => `oct.profile["Brand ${number}"].insights_views`;

/** Renders a draft about the twelve brands. */
async function draft(text: string, ...flags: string[]) {
  const { environment } = await serveBrands();
  return render(octoberFront + text, flags, { environment });
}

describe("nothing is printed of", () => {
  test.each([
    ["digits before", `Views: 1{{ ${views}.now }}`],
    ["digits after", `Views: {{ ${views}.now }}00`],
    ["decimals after", `Views: {{ ${views}.now }}.5`],
    ["a percent sign", `Views: {{ ${views}.now }} %`],
    ["a unit of size", `Views: {{ ${views}.now }} million`],
    ["a letter of size", `Views: {{ ${views}.now }}k`],
    ["a currency", `Views: €{{ ${views}.now }}`],
    ["a minus", `Views: -{{ ${views}.now }}`],
    ["points in place of percent", `Change: {{ ${views}.per_day_percent }} points`],
    ["a rise that is a fall", `Views rose {{ ${brand(2)}.per_day_percent }}.`],
    ["a fall that is a rise", `Views of Brand 1 fell by {{ ${brand(1)}.per_day_percent }}.`],
    ["a rise without a sign", `Brand 2 grew {{ ${brand(2)}.per_day_percent | unsigned }}.`],
    ["another month", `In September, views were {{ ${views}.now }}.`],
    ["another year", `In October 2025, views were {{ ${views}.now }}.`],
    ["another row", `Brand 3 had {{ ${brand(4)}.now }} views.`],
    ["another number", `{{ ${views}.now }}{{ ${views}.before }}`],
    ["another number as decimals", `{{ ${views}.now }}.{{ ${views}.before }}`],
    ["a unit behind emphasis", `{{ ${views}.now }} **million**`],
    ["a unit behind an entity", `{{ ${views}.now }}&nbsp;%`],
    ["a unit in brackets", `{{ ${views}.now }} (thousand)`],
    ["a unit on the next line", `{{ ${views}.now }}\nmillion`],
    ["a digit behind a tag", `{{ ${views}.now }}<!-- -->0`],
    ["a digit as an entity", `{{ ${views}.now }}&#48;`],
    ["a fraction", `{{ ${views}.now }}½`],
    ["an exponent", `{{ ${views}.now }} e6`],
    ["a quotient", `{{ ${views}.now }} / 10`],
    ["another dash", `–{{ ${views}.now }}`],
    ["an entity of a minus", `&minus;{{ ${views}.now }}`],
    ["another currency", `₹ {{ ${views}.now }}`],
    ["another metric", `We had {{ ${views}.now }} reactions.`],
    ["a metric before", `Reactions: {{ ${views}.now }}`],
    ["a fall that soared", `Brand 2: views soared {{ ${brand(2)}.per_day_percent | unsigned }}`],
    ["a fall with an arrow", `Views ↑ {{ ${brand(2)}.per_day_percent | unsigned }}`],
    ["a rise with fewer", `{{ ${brand(1)}.per_day_percent | unsigned }} fewer views`],
    ["a verb before moved", `Views rose {{ ${views} | moved }}.`],
    ["a quarter", `In Q1 2025, views were {{ ${views}.now }}.`],
    ["a day", `On 2026-08-03, views were {{ ${views}.now }}.`],
    ["a month at the start", `August: {{ ${views}.now }} views`],
    ["a branch", `Views: {{ ${views} }}`],
    ["a reference in a link", `[more](https://example.com/{{ ${views}.now }})`],
  ])("%s", async (_, text) => {
    const { code, stdout, stderr } = await draft(text);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/report\.md:\d+: /);
    expect(stderr).toContain("nothing was written");
  });
});

describe("the same words in their place are printed", () => {
  test.each([
    ["a rise", `Views of Brand 1 rose by {{ ${brand(1)}.per_day_percent }}.`],
    ["a fall", `Brand 2 fell {{ ${brand(2)}.per_day_percent | unsigned }}.`],
    [
      "the month",
      `In October, views were {{ ${views}.now }}, after {{ ${views}.before }} in September.`,
    ],
    ["the row", `Brand 3 had {{ ${brand(3)}.now }} views.`],
    [
      "a row of a rank",
      `Brand 3 is behind {{ oct.rank[1].name }} ({{ oct.rank[1].insights_views.now }}).`,
    ],
    ["a growth that is negative", `Growth of views: {{ ${brand(2)}.per_day_percent }}`],
    ["what did not happen", `Views did not fall: {{ ${brand(1)}.per_day_percent }}`],
    ["two clauses", `Reactions rose; views {{ ${brand(2)}.per_day_percent }}`],
    ["a verb and a month", `We may see {{ ${views}.now }} views. March on in October.`],
    ["the year", `In 2026, October had {{ ${views}.now }} views.`],
    ["more of something", `{{ ${views}.now }} more people, {{ ${views}.now }} marks of views.`],
  ])("%s", async (_, text) => {
    expect(await draft(text)).toMatchObject({ code: 0 });
  });
});

describe("what leads nowhere", () => {
  test("each error has its line, and the nearest reference that would resolve", async () => {
    const text = `Fine.

{{ oct.totl.insights_views.now }}
{{ octo.total.insights_views.now }} {{ oct.total.insights_view.now }}
{{ oct.profile["Brand 77"].insights_views.now }}
{{ oct.total.insights_views.now | times: 2 }}
`;
    const { code, stderr } = await draft(text.replace(/.*times.*\n/, ""));
    expect(code).toBe(2);
    expect(stderr).toMatch(/report\.md:8: oct: there is no "totl" here \(nearest: total\)/);
    expect(stderr).toMatch(/report\.md:9: there is no question or value "octo" \(nearest: oct\)/);
    expect(stderr).toMatch(
      /report\.md:9: oct\.total: there is no "insights_view" here \(nearest: insights_views/,
    );
    expect(stderr).toMatch(
      /report\.md:10: oct\.profile: there is no "Brand 77" here \(nearest: Brand 7/,
    );
    const filter = await draft(text);
    expect(filter.stderr).toMatch(
      /report\.md:11: there is no filter times: numbers are written, never computed/,
    );
  });

  test("in a loop too", async () => {
    const { code, stderr } = await draft(
      "{% for row in oct.rank %}\n{{ row.insights_view.now }}\n{% endfor %}",
    );
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('report.md:7: there is no "insights_view" here'),
    ]);
  });

  test("a condition on a number that is not there is an error, unless it is tested before", async () => {
    const number = "oct.rank[99].insights_views.now";
    const wrong = await draft(`{% if ${number} > 5 %}many{% else %}few{% endif %}`);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("cannot be compared")]);
    const right = await draft(
      `{% if ${number}.is_missing %}none{% elsif ${number} > 5 %}many{% endif %}`,
    );
    expect(right.stdout).toContain("none");
  });
});

describe("numbers that no reference stands for", () => {
  test("are named with the nearest references, and are errors with --strict", async () => {
    const text = `Views were 241,000 in all ({{ ${views}.now }}), 12.5 % more, and 3 brands won.`;
    const warned = await draft(text);
    expect(warned.code).toBe(0);
    expect(warned.stderr).toContain(
      `Warning: 241,000 is written by hand; {{ ${views}.now }} is 241800`,
    );
    expect(warned.stderr).toContain("Warning: 12.5 % is written by hand");
    expect(warned.stderr).toContain("Warning: 3 is written by hand");
    expect(await draft(text, "--strict")).toMatchObject({ code: 2, stdout: "" });
    for (const digits of [
      "_5000_ x",
      "5000views",
      "2x more",
      "٥٠٠٠",
      "½",
      "In November 5000 views",
      "November 12 % more",
      "top 5000",
      "1000 hours watched",
      "[x](5000 views)",
      ".5 %",
    ])
      expect([digits, (await draft(digits, "--strict")).code]).toEqual([digits, 2]);
    for (const hidden of [
      "{{ 5000 }}",
      '{{ "5,000" }}',
      "{% for n in (1..3) %}{{ n }}{% endfor %}",
    ])
      expect((await draft(hidden, "--strict")).code).toBe(2);
    expect((await draft("{{ sum }}", "--strict", "--set", "sum=5000")).code).toBe(2);
  });

  test("are no dates, ordinals, headings, lists, code, names or lengths of time", async () => {
    const text = `# 1. Report of 2026-10-31
## 2.1 Since 2025, in Q3 2026, week 2026-W41
1. On 31 October 2026, October 3rd, the 2nd of 3 October
2. At 09:30, in the last 30 days, the top 10 of Brand 12, 24-hour reports
- \`limit: 5\` and [docs](https://example.com/2026/10)
- Instagram Web2, B2B, COVID-19, MP4
- from 16 to 22 November 2026, at 5 pm, 24/7
- 28 days, 31.10.2026, 10/31/2026, version 1.2, © 2026

\`\`\`
code 12345
\`\`\`
`;
    const { code, stderr } = await draft(text, "--strict");
    expect([code, stderr]).toEqual([0, ""]);
  });
});

describe("a comment", () => {
  const comment = async (text: string, ...flags: string[]) => {
    const { environment } = await serveBrands();
    const front = octoberFront.replace("---\n", "---\ncomment: comment.md\n");
    return render(`${front}{{ comment }}`, flags, { environment, files: { "comment.md": text } });
  };

  test.each(
    [
      "Views were 241,800 in October, 241.8k after 239,400 in September.",
      "Per day, views fell 2.3 %.",
      "Brand 7 had 21,700 views; Brand 12 led with 37,200.",
      "Brand 7 did well. It had 21,700 views and 2,170 reactions.",
      "About 242,000 views, of 12 brands in the last 31 days.",
      "Reactions: 24,180.",
      "1. Brand 7: 21,700 views\n2. Brand 12: 37,200 views",
      "- Brand 7: 21,700 views\n- Total: 241,800 views",
      "More than 241,000 views; nearly 242,000.",
      "Views were up 1 %, but per day they fell 2.3 %.",
      "Views did not rise: per day they fell 2.3 %, to 241,800.",
      "Per day, ↓2.3 % views.",
      "Views came from 12 pages, in the days from 1 to 31 October 2026.",
    ].map((text) => text.replace("of 12 brands", "of all brands")),
  )("%s", async (text) => {
    expect(await comment(text)).toMatchObject({ code: 0 });
  });

  test.each([
    ["a digit", "Views were 241,900 in October."],
    ["a metric", "Reactions were 241,800 in October."],
    ["a row", "Brand 7 had 24,800 views."],
    ["a direction", "Per day, views rose 2.3 %."],
    ["a month", "Views were 241,800 in August."],
    ["a unit", "Views fell 2.3 points per day."],
    ["an invention", "We expect 500,000 views."],
    ["a currency", "Views: €241,800"],
    ["percentage points", "Views fell 2.3 percentage points per day."],
    ["a number of pages", "We had 12 views."],
    ["a name without a verb", "Brand 7 plunged: 2.3 % per day."],
    ["the other range", "In October there were 239,400 views."],
  ])("that is wrong in %s ends the report; --lenient warns", async (_, text) => {
    const { code, stdout } = await comment(text);
    expect([code, stdout]).toEqual([2, ""]);
    const lenient = await comment(text, "--lenient");
    expect([lenient.code, lenient.stderr]).toEqual([0, expect.stringContaining("Warning: ")]);
  });
});
