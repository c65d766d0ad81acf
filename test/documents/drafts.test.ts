/** Drafts by somebody who has not read the code: 200 that try to state a wrong number, and 100 that do not. */
import { decodeHTML } from "entities";
import { expect, test } from "vitest";
import lies from "./drafts/lies.json" with { type: "json" };
import truths from "./drafts/truths.json" with { type: "json" };
import { isQuick, repetitions } from "../helpers/repetitions.ts";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

interface Draft {
  readonly front: string;
  readonly text: string;
  readonly files: Readonly<Record<string, string | undefined>>;
}

const strictly = async ({ front, text, files }: Draft) => {
  const { environment } = await serveBrands();
  const frontLines = front === "" ? "" : `${front.trimEnd()}\n`;
  const source = octoberFront.replace("---\n", () => `---\n${frontLines}`) + text;
  const beside = Object.fromEntries(
    Object.entries(files).flatMap(([name, content]) =>
      content === undefined ? [] : [[name, content]],
    ),
  );
  const flags = ["--strict", "--out", "FOLDER/out.html"];
  const { code, stderr, file } = await render(source, flags, { environment, files: beside });
  return { code, stderr, page: visible(file("out.html")) };
};

/** What a reader sees of a page: footnotes are marks, not digits of the number before. */
const visible = (html: string): string =>
  decodeHTML(
    html
      .slice(html.indexOf("<body>"))
      .replaceAll(/<sup>.*?<\/sup>/g, " [note] ")
      .replaceAll(
        /<\/?(?:p|h\d|li|ul|ol|tr|td|th|section|footer|blockquote|pre|div)\b[^>]*>/g,
        " ¶ ",
      )
      .replaceAll(/<[^>]*>/g, ""),
  )
    .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, "")
    .replaceAll(/\s+/g, " ");

/** A fifth of the drafts in the usual run. */
const some = <Each>(list: readonly Each[]): Each[] =>
  list.filter((_, at) => at % repetitions(isQuick ? 10 : 5, 1) === 0);

test.each(some(lies))("no page states a wrong number: $title", async ({ lie, ...draft }) => {
  const { code, page, stderr } = await strictly(draft);
  expect([code === 2, lie.find((text) => page.includes(text)), stderr]).toEqual(
    code === 2 ? [true, undefined, stderr] : [false, undefined, stderr],
  );
});

test.each(some(truths))("what is right is printed: $title", async ({ shows, ...draft }) => {
  const { code, page, stderr } = await strictly(draft);
  expect([stderr.replace(/^Written: .*\n/m, ""), code]).toEqual(["", 0]);
  for (const text of shows) expect(page).toContain(text.replaceAll(/\s+/g, " "));
});

test("references that lead nowhere are errors with their lines, and the nearest one that would resolve", async () => {
  const { environment } = await serveBrands();
  const text = `Fine.

{{ oct.totl.insights_views.now }}
{{ octo.total.insights_views.now }} {{ oct.total.insights_view.now }}
{{ oct.profile["Brand 77"].insights_views.now }}
{{ oct.total.insights_views.now | times: 2 }}
`;
  const { code, stdout, stderr } = await render(octoberFront + text, [], { environment });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.replaceAll(/\S+report\.md/g, "report.md")).toMatchInlineSnapshot(`
    "report.md:8: oct: there is no "totl" here (nearest: total)
    report.md:9: there is no question or value "octo" (nearest: oct)
    report.md:9: oct.total: there is no "insights_view" here (nearest: insights_views)
    report.md:10: oct.profile: there is no "Brand 77" here (nearest: Brand 7, Brand 1, Brand 2)
    report.md:11: there is no filter times: numbers are written, never computed; filters are round, compact, unsigned, optional, sentence, sentences, short, pace, table, chart
    5 errors: nothing was written.
    "
  `);
});

test("digits by hand are warnings with their lines, and errors with --strict; numbers within words too", async () => {
  const { environment } = await serveBrands();
  const front = octoberFront.replace(
    "---\n",
    '---\ncomment: comment.md\nbrand: {footer: "© 2026"}\n',
  );
  const text = `# {{ oct.period }}

Views rose by 12
percent to {{ oct.total.insights_views.now }}.

1. First
2. Second
2019. Third

{{ comment }}

{{ own: "24/7" }}
`;
  const files = { "comment.md": "A comment.\n\n\u0662 pages." };
  const warned = await render(front + text, [], { environment, files });
  expect(warned.code).toBe(0);
  const refused = await render(front + text, ["--strict"], { environment, files });
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  const shown = (stderr: string): string => stderr.replaceAll(/\S+report\.md/g, "report.md");
  expect(shown(warned.stderr)).toMatchInlineSnapshot(`
    "Warning: report.md:10: 12 is written by hand: use a reference, or own: "12"
    Warning: report.md:15: 2019 is written by hand: use a reference, or own: "2019"
    Warning: comment.md:3: ٢ is written by hand: use a reference, or own: "٢"
    Warning: report.md:1: the footer has 2026, written by hand
    "
  `);
  expect(shown(refused.stderr)).toMatchInlineSnapshot(`
    "report.md:10: 12 is written by hand: use a reference, or own: "12"
    report.md:15: 2019 is written by hand: use a reference, or own: "2019"
    comment.md:3: ٢ is written by hand: use a reference, or own: "٢"
    report.md:1: the footer has 2026, written by hand
    report.md:10: {{ oct.total.insights_views.now }} stands within words: write {{ oct.total.insights_views.now | sentence }} as a paragraph of its own, or use a table, a list or a chart
    5 errors: nothing was written.
    "
  `);
});
