/** Reports: every number is a reference, and equals that of `call --json`. */
import { expect, test } from "vitest";
import { brands, octoberFront, render, serveBrands } from "../helpers/reports.ts";
import { runCall } from "../helpers/program.ts";

test("numbers of references are those of the document that call prints, in the locale of the report", async () => {
  const { environment } = await serveBrands();
  const question = {
    network: "facebook",
    metrics: ["insights_views", "insights_reactions"],
    date_start: "2026-10-01",
    date_end: "2026-10-31",
    compare_to: "previous_period",
  };
  const { stdout } = await runCall(
    ["get_profile_metrics", JSON.stringify(question), "--json"],
    environment,
  );
  const { total, profile } = JSON.parse(stdout);
  const text = `Total {{ oct.total.insights_views.now }} / {{ oct.total.insights_views.before }}
Brand {{ oct.profile["Brand 7"].insights_reactions.now | round: 1 }} / {{ oct.profile["Brand 7"].insights_views.change_percent | round: 3 }}
Period {{ oct.period }} against {{ oct.before.period }}`;
  const english = await render(octoberFront + text, [], { environment });
  expect(english.code).toBe(0);
  const us = (value: number, digits = 0): string =>
    value.toLocaleString("en", { maximumFractionDigits: digits });
  const shown = (report: string): string => report.replaceAll(/\[\^\d+\]/g, "");
  expect(shown(english.stdout)).toContain(
    `Total ${us(total.insights_views.now)} / ${us(total.insights_views.before)}`,
  );
  const { insights_views: views, insights_reactions: reactions } = profile["Brand 7"];
  expect(shown(english.stdout)).toContain(
    `${us(reactions.now)} / +${us(views.change_percent, 3)} %`,
  );
  expect(english.stdout).toContain("Period October 2026 against September 2026");
  const german = await render(octoberFront.replace("---\n", "---\nlocale: de\n") + text, [], {
    environment,
  });
  expect(german.stdout).toContain(`Total ${total.insights_views.now.toLocaleString("de")}`);
});

test("ranks, rises and falls are those of the rows, and a rank that no row has is not there", async () => {
  const { environment } = await serveBrands();
  const text = `Best {{ oct.rank[1].name }}, second {{ oct.rank[2].name }}.
Rose {{ oct.rose[1].name }}, fell {{ oct.fell[1].name }}.
None {{ oct.rank[9999].name }}: {{ oct.rank[9999].insights_views.now }}.`;
  const { code, stdout, stderr } = await render(octoberFront + text, [], { environment });
  expect(stdout).toContain("Best Brand 12, second Brand 11.");
  expect(stdout).toMatch(/Rose Brand \d*[13579], fell Brand \d*[02468]\./);
  expect(stdout).toMatch(/None –\[\^1\]: –\[\^2\]\./);
  expect(code).toBe(3);
  expect(stderr).toContain("there is no row 9999");
});

test("answers that are frozen give the same numbers for another text, without a request", async () => {
  const { environment, requests } = await serveBrands();
  const front = octoberFront.replace(
    "compare_to",
    "sort_by: insights_reactions, top: 3, compare_to",
  );
  const first = await render(`${front}{{ oct | table }}`, ["--freeze", "FOLDER/frozen.json"], {
    environment,
  });
  expect(first.code).toBe(0);
  const sent = requests().length;
  const again = await render(
    `${front}Now: {{ oct.total.insights_views.now }}\n\n{{ oct | table }}`,
    ["--from", "FOLDER/frozen.json"],
    {
      environment,
      folder: first.folder,
    },
  );
  expect(again.code).toBe(0);
  expect(requests()).toHaveLength(sent);
  const tableIn = (text: string): string[] =>
    text.split("\n").filter((line) => line.startsWith("|"));
  expect(tableIn(again.stdout)).toEqual(tableIn(first.stdout));
  const spoilt = await render(`${front}x`, ["--from", "FOLDER/report.md"], { environment });
  expect([spoilt.code, spoilt.stderr]).toEqual([
    2,
    expect.stringContaining("has no answers of a report"),
  ]);
});

test("a plan sends nothing but lists, and says what each question takes", async () => {
  const { environment, requests } = await serveBrands();
  const { stdout, code } = await render(`${octoberFront}x`, ["--plan"], { environment });
  expect([code, requests("metrics")]).toEqual([0, []]);
  expect(stdout).toMatch(/^oct: Plan: facebook, 12 profiles.*request/);
});

test("a question that fails ends the report as a call does; with --partial its place says so", async () => {
  const { environment } = await serveBrands();
  const source = `---
defaults: {network: facebook, date_start: 2026-10-01, date_end: 2026-10-31}
questions:
  oct: {metrics: [insights_views]}
  none: {metrics: [no_such_metric]}
---
{{ oct.total.insights_views.now }} and {{ none.total.no_such_metric.now }}

{{ none | table }}

Something: {{ none.total.x.now | optional }}
`;
  const ended = await render(source, [], { environment });
  expect([ended.code, ended.stdout]).toEqual([2, ""]);
  expect(ended.stderr).toContain("no_such_metric");
  const partial = await render(source, ["--partial"], { environment });
  expect(partial.code).toBe(3);
  expect(partial.stdout).toContain("241,800[^1] and –[^2]");
  expect(partial.stdout).not.toContain("Something");
  expect(partial.stdout).toContain('[^2]: facebook has no metric "no_such_metric"');
});

test("sentences, lists and tables of references state everything that their numbers are of", async () => {
  const { environment } = await serveBrands();
  const source = `${octoberFront.replace("---\n", "---\ngoals: {v: {metric: insights_views, from: [2026-10-01, 0], to: [2026-11-30, 400000]}}\n")}{{ oct.total.insights_views.now | sentence }}

{{ oct.same.insights_views | sentence }}

{{ oct.profile["Brand 7"].insights_reactions.now | round: 0 | sentence }}

{{ goals.v | sentence }}

{{ oct.rose | sentences: 2 }}

{{ table: oct.total.insights_views, oct.profile["Brand 7"].insights_reactions, goals.v }}
`;
  const { stdout, code, stderr } = await render(source, ["--strict"], { environment });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.slice(0, stdout.indexOf("## Cautions"))).toMatchInlineSnapshot(`
    "Views: 241,800 in October 2026 (12 pages).[^1]

    Views: 241,800 in October 2026 (12 of 12 pages: those with data in both periods). At equal days, that is 2.3 % fewer than in September.[^2]

    Brand 7, Reactions: 2,170 in October 2026.[^3]

    Views: 241,800 in October 2026 (12 pages). At the pace so far, the number will be 475,800 on November 30, 2026: 75,800 above the goal of 400,000.[^1]

    - Brand 1, Views: 3,100 in October 2026. At equal days, that is 11.1 % more than in September.[^4]
    - Brand 3, Views: 9,300 in October 2026. At equal days, that is 3.4 % more than in September.[^5]

    |  | of | range | now | before | change | change % | goal |
    | --- | --- | --- | ---: | ---: | ---: | ---: | --- |
    | Views | 12 pages | October 2026 | 241,800 | 239,400 | -5,580 | -2.3 % |  |
    | Reactions | Brand 7 | October 2026 | 2,170 | 2,070 | +31 | +1.4 % |  |
    | Views | 12 pages | October 2026 | 241,800 |  |  |  | At the pace so far, the number will be 475,800 on November 30, 2026: 75,800 above the goal of 400,000. |

    [^6]



    ## Sources

    [^1]: Facebook, 12 pages, Views, October 2026; data on 100 % of the days; fetched Nov 29, 2026
    [^2]: Facebook, 12 of 12 pages: those with data in both periods, Views, October 2026; data on 100 % of the days; fetched Nov 29, 2026
    [^3]: Facebook, Brand 7, Reactions, October 2026; data on 100 % of the days; fetched Nov 29, 2026
    [^4]: Facebook, Brand 1, Views, October 2026; data on 100 % of the days; fetched Nov 29, 2026
    [^5]: Facebook, Brand 3, Views, October 2026; data on 100 % of the days; fetched Nov 29, 2026
    [^6]: Facebook, 12 pages, Views, October 2026; data on 100 % of the days; fetched Nov 29, 2026; Facebook, Brand 7, Reactions, October 2026; data on 100 % of the days; fetched Nov 29, 2026"
  `);
});

test("each number has its statement one click away, in Markdown and in HTML", async () => {
  const { environment } = await serveBrands();
  const source = `${octoberFront}Views {{ oct.total.insights_views.now }}, {{ own: "24/7" }}.\n\n{{ oct | table: rows: 1 }}`;
  const { stdout } = await render(source, [], { environment });
  expect(stdout).toContain("Views 241,800[^1], 24/7[^2].");
  expect(stdout).toMatch(
    /^\[\^1\]: 241,800: Facebook, 12 pages, Views, October 2026; data on 100 % of the days; fetched \w+ \d+, \d{4}$/m,
  );
  expect(stdout).toContain("[^2]: 24/7: written by the author, not from the data");
  const { file } = await render(source, ["--out", "FOLDER/out.html"], { environment });
  const html = file("out.html");
  expect(html).toContain('<bdi class="number">241,800</bdi><sup><a href="#source-1">1</a></sup>');
  for (const [, target = ""] of html.matchAll(/href="#([^"]*)"/g))
    expect(html).toContain(`<li id="${target}">`);
});

test("a paragraph that is optional goes with its numbers, a section with its pages", async () => {
  const profiles = brands.map((page) => ({ ...page, insights_enabled: true, timezone: "UTC" }));
  const { environment } = await serveBrands(null, {
    otherwise: ({ operation, url }) =>
      operation === "profiles" ? { profiles: url.includes("youtube") ? [] : profiles } : {},
  });
  const source = `---
defaults: {period: 2026-10}
questions:
  oct: {network: facebook, metrics: [insights_views], where: "insights_views > 30000"}
  film: {network: youtube, metrics: [views_change]}
---
Always.

- Stays {{ oct.rank[1].name | optional }}
- Goes {{ oct.rank[9].name | optional }}

## Film {{ film.period }}

{{ film | table }}

### Its details

Details.

## Pages

{{ oct.rank[1].name }}
`;
  const { stdout, stderr, code } = await render(source, [], { environment });
  expect([code, stderr]).toEqual([0, 'Printed; without "Film –", which has no pages\n']);
  expect(stdout.slice(0, stdout.indexOf("## Cautions"))).toMatchInlineSnapshot(`
    "Always.

    - Stays Brand 12

    ## Pages

    Brand 12

    "
  `);
});
