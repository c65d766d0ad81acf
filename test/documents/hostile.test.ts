/** Names of the API, and texts, that would run, link, draw or never end. */
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

${hostile.map((_, at) => `{{ oct.rank[${at + 1}].name }}\n\n`).join("")}
{{ oct.rank | sentences: 20 }}

{{ oct.rank[4].insights_views | sentence }}

- {{ oct.rank[2].name }} [{{ oct.rank[3].name }}](https://example.com)

{{ oct | table: rows: 30 }}
`;

/** The tags of a page that no report has. */
const tagsOf = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).filter(
    (tag) =>
      /^<(script|h1|strong|em|s>|code|blockquote|iframe|b>)|\son\w+=|javascript:/i.test(tag) ||
      (/^<(a|img)\b/.test(tag) &&
        !/="(https:\/\/example\.com|data:image\/svg|#source-\d+")/.test(tag)),
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

describe("a text is no program", () => {
  test.each([
    ["a tag", '{% include "/etc/passwd" %}', "a text has references in {{ … }}, and no {% … %}"],
    ["a computation", "{{ oct.total.insights_views.now | plus: 1 }}", "there is no filter plus"],
    ["a filter of the language", "{{ oct.rank | constructor }}", "there is no filter constructor"],
    ["a prototype", "{{ oct.constructor }}", 'there is no "constructor"'],
    ["a prototype of a row", "{{ oct.rank[1].__proto__ }}", 'there is no "__proto__"'],
    ["a method", "{{ oct.total.valueOf }}", 'there is no "valueOf"'],
    ["an unclosed reference", "{{ oct.total", "is not a reference"],
    ["a text without an end", '{{ oct.profile["Brand', "is not a reference"],
    ["nothing", "{{ }}", "is not a reference"],
    ["braces in braces", "{{{ oct.total }}}", "is not a reference"],
    ["a reference in a link", "[x](https://e.example/{{ client }})", "a part of a link"],
    ["a reference in a definition", "[x]:\n  {{ client }}\n\n[x]", "a part of a link"],
    ["a list of 10,000", "{{ oct.rank | sentences: 10000 }}", "a number of rows from 1 to 100"],
    [
      "more charts than a reader looks at",
      "{{ oct | chart }}\n\n".repeat(101),
      "at most 100 charts",
    ],
    [
      "more references than a report has",
      "{{ oct.period }}".repeat(2001),
      "more than 2000 references",
    ],
    ["a long text", "x".repeat(65_537), "more than 64 KiB"],
    ["a long report", "{{ oct | table: rows: 2000 }}".repeat(2000), "more than 2000000 characters"],
  ])("%s is an error", async (_, body, problem) => {
    const { environment } = await serveBrands(
      Array.from({ length: 60 }, (__, at) => ({ id: `b${at}`, name: `Page ${at}` })),
    );
    const source = octoberFront.replace("---\n", "---\nclient: Acme\n") + body;
    const { code, stdout, stderr } = await render(source, [], { environment });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(problem);
  });
});

test.each([
  "](",
  "[",
  "{{",
  "{{ }}",
  '{{ oct["',
  "**a",
  "|a|\n|-|\n",
  "> ",
  "- ",
  "&#",
  "`",
  "[a]: ",
])("64 KiB of %j take no time that grows with their square", async (part) => {
  const { environment } = await serveBrands();
  const before = process.cpuUsage();
  const body = part.repeat(Math.floor(65_000 / part.length));
  const { code } = await render(octoberFront + body, [], { environment });
  expect([0, 2]).toContain(code);
  // In microseconds, of the start too; a square took seven seconds and more.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
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
    const { stdout } = await render(`${source}{{ client }}`, ["--set", "y={{ oct }}"], {
      environment,
    });
    expect(stdout).toContain(String.raw`\<b\>x\</b\> \{\{ oct \}\}`);
  });
});
