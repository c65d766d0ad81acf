/** Names of the API, and templates, that would run, link, draw or never end. */
import { describe, expect, test } from "vitest";
import MarkdownIt from "markdown-it";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

const hostile = [
  "{{ oct.total.insights_views.now }}",
  "{% for a in (1..9) %}x{% endfor %}",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[click](javascript:alert(1))",
  "![pixel](https://evil.example/p.png)",
  "https://evil.example/path www.evil.example a@evil.example",
  "**bold** _em_ `code` ~~gone~~ $x^2$",
  "# Heading",
  "- item",
  "1. item",
  "> quote | cell | cell",
  "---\nclient: other\n---",
  "[^1]: a footnote [^1]",
  "</td></tr></table><h1>x</h1>",
  "&lt;b&gt; &amp; &#x3c;b&#x3e;",
  "\uE0000\uE001 \uE0001\uE001",
  '" onmouseover="alert(1)',
  "a\\*b\\",
  "=== \u202Eevil",
];
const named = hostile.map((name, at) => ({ id: `b${at + 1}`, name }));

const text = `# {{ oct.rank[1].name }}

{% for row in oct.rank %}
{{ row.name }}

{% endfor %}
- {{ oct.rank[2].name }} [{{ oct.rank[3].name }}](https://example.com)

{{ oct | table: rows: 30 }}
`;

/** The tags of a page that no report has. */
const tagsOf = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).filter(
    (tag) =>
      /^<(script|h1|strong|em|s>|code|blockquote|iframe|b>)|\son\w+=|javascript:/i.test(tag) ||
      (/^<(a|img)\b/.test(tag) && !/="(https:\/\/example\.com|data:image\/svg)/.test(tag)),
  );

describe("names of the API are inert", () => {
  test("in Markdown", async () => {
    const { environment } = await serveBrands(named);
    const { code, stdout } = await render(octoberFront + text, [], { environment });
    expect(code).toBe(0);
    const html = new MarkdownIt({ html: true, linkify: true }).render(stdout);
    // The heading of the text.
    expect(tagsOf(html)).toEqual(["<h1>"]);
    // Each name is there, as it is.
    const shown = html
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    for (const name of hostile.slice(0, 16))
      expect(shown).toContain(name.replace("](", "] (").replaceAll(/\s+/g, " "));
  });

  test("in HTML", async () => {
    const { environment } = await serveBrands(named);
    const { code, file } = await render(octoberFront + text, ["--out", "FOLDER/out.html"], {
      environment,
    });
    expect(code).toBe(0);
    const html = file("out.html");
    expect(tagsOf(html)).toEqual(["<h1>"]);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/[\uE000-\uF8FF]/);
    expect(html).toContain("{{ oct.total.insights_views.now }}");
  });
});

describe("a template is a text, not a program", () => {
  test.each([
    ["an include", '{% include "/etc/passwd" %}', "there is no tag include"],
    ["a partial", '{% render "x" %}', "there is no tag render"],
    ["a layout", '{% layout "x" %}', "there is no tag layout"],
    ["an assignment", "{% assign x = 5 %}", "there is no tag assign"],
    ["a computation", "{{ oct.total.insights_views.now | plus: 1 }}", "there is no filter plus"],
    ["a cut", "{{ oct.total.insights_views.now | slice: 0, 2 }}", "there is no filter slice"],
    ["a prototype", "{{ oct.constructor }}", 'there is no "constructor"'],
    [
      "a prototype of a row",
      "{% for row in oct.rank %}{{ row.__proto__ }}{% endfor %}",
      'there is no "__proto__"',
    ],
    ["a method", "{{ oct.total.valueOf }}", 'there is no "valueOf"'],
    [
      "a hidden prototype",
      '{% for row in oct.rank %}{{ row["constr" ] }}{% endfor %}',
      'there is no "constr"',
    ],
    ["an unclosed tag", "{% if oct.total %}", "not closed"],
    ["an unclosed reference", "{{ oct.total", "not closed"],
    ["a loop without end", "{% for a in (1..100000000) %}x{% endfor %}", /limit|too|more than/],
    [
      "loops in loops",
      `${"{% for a in (1..3000) %}".repeat(4)}x${"{% endfor %}".repeat(4)}`,
      /limit|too|more than/,
    ],
    [
      "a loop through no rows",
      "{% for row in oct.total %}x{% endfor %}",
      "a loop goes through rows",
    ],
    [
      "loops through rows within loops",
      `${"{% for a in oct.rank %}".repeat(7)}{{ a.name }}${"{% endfor %}".repeat(7)}`,
      /too long to render|more than/,
    ],
    [
      "more charts than a reader looks at",
      "{% for a in (1..101) %}{{ oct | chart }}\n\n{% endfor %}",
      "report.md:6: a report has at most 100 charts",
    ],
    ["a long output", `{% for a in (1..300000) %}${"x".repeat(10)}{% endfor %}`, /limit|more than/],
  ])("%s", async (_, body, problem) => {
    const { environment } = await serveBrands();
    const { code, stdout, stderr } = await render(octoberFront + body, [], { environment });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(problem);
  });

  test("nor can it be too long", async () => {
    const { environment } = await serveBrands();
    const { code, stderr } = await render(octoberFront + "x".repeat(10_000_000), [], {
      environment,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/has more than/);
  });
});

describe("a front matter is data", () => {
  test.each([
    ["none", "# Title", /report\.md:1: the file does not begin with a front matter/],
    ["no YAML", "---\na: [1\n---\n", /report\.md:\d: /],
    [
      "twice the same",
      "---\nquestions: {a: {}}\nquestions: {b: {}}\n---\n",
      /report\.md:\d: .*unique/,
    ],
    ["no questions", "---\nclient: A\n---\n", /questions/],
    [
      "an unknown kind of scope",
      "---\nscope: {brand: [x]}\nquestions: {a: {}}\n---\n",
      /report\.md:2: scope: .*brand/,
    ],
    [
      "a reserved name",
      "---\nquestions: {goals: {}}\n---\n",
      /goals: is a name that texts have already/,
    ],
    ["a name of two things", "---\na: x\nquestions: {a: {}}\n---\n", /questions\.a: is a name/],
    [
      "a colour that is a style",
      '---\nbrand: {colour: "red;}"}\nquestions: {a: {}}\n---\n',
      /colour/,
    ],
    [
      "a goal without dates",
      "---\ngoals: {f: {metric: x, from: [1, 2], to: [3, 4]}}\nquestions: {a: {}}\n---\n",
      /report\.md:2: goals\.f\.from/,
    ],
    ["a locale of no language", "---\nlocale: klingon_x\nquestions: {a: {}}\n---\n", /locale/],
    [
      "aliases that grow",
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map(
          (name, at) =>
            `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefgh"[at]}`).join(",")}]`,
        )
        .join("\n")}\nquestions: {q: {}}\n---\n`,
      /alias/i,
    ],
    ["code", '---\nquestions: {a: !!js/function "x"}\n---\n', /report\.md:\d: /],
  ])("%s", async (_, source, problem) => {
    const { code, stdout, stderr } = await render(source);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(problem);
  });

  test("its texts are escaped, and references to files stay in what they are", async () => {
    const { environment } = await serveBrands();
    const source = octoberFront.replace("---\n", '---\nclient: "<b>x</b> {{ y }}"\n');
    const { stdout } = await render(`${source}{{ client }}`, ["--set", "y={% if %}"], {
      environment,
    });
    expect(stdout).toContain(String.raw`\<b\>x\</b\> \{% if %\}`);
  });
});
