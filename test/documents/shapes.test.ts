/** What works in one month works in the next: what is not there is missing, never wrong. */
import { expect, test } from "vitest";
import { metricsAnswer } from "../helpers/fake-api.ts";
import { brands, render, serveBrands } from "../helpers/reports.ts";

test("what a text refers to exists in each month: matches, rows, groups", async () => {
  const { environment } = await serveBrands(brands, {
    metrics: ({ body }) => metricsAnswer(body, (id) => Number(id.slice(1))),
    posts: () => ({ data: { posts: [] } }),
  });
  const source = `---
defaults: {network: facebook, metrics: [insights_views], period: 2026-10}
questions:
  none: {where: "insights_views > 99999", compare_to: previous_period}
  all: {where: "insights_views > 1", compare_to: previous_period}
  weeks: {dimensions: [week], where: "insights_views > 1"}
  types: {tool: list_facebook_posts, read: {group_by: type}}
---
{{ none.matching.insights_views.now }} {{ none.matching.profiles }} {{ none.rose[1].name }}

{{ all.matching.insights_views.now | sentence }}

{{ weeks.matching.insights_views.now }} {{ weeks.matching.profiles }}

{{ types.group["GROWTH 300 %"].posts.now | sentence }}
`;
  const { code, stdout, stderr } = await render(source, [], { environment });
  expect([code, stderr]).toEqual([3, stderr]);
  const lines = stdout
    .replaceAll(/\[\^\d+\]/g, "")
    .split("\n\n")
    .slice(0, 4);
  expect(lines).toEqual([
    "– 0 –",
    "Views: 2,418 in October 2026 (the 12 pages that meet the conditions).",
    "– –",
    "no such row, Posts: no number in October 2026 (there is no data).",
  ]);
  expect(stdout).not.toContain("GROWTH");
});

test("the totals of the two best posts are those of all posts", async () => {
  const posts = Array.from({ length: 5 }, (_, at) => ({
    id: String(at),
    page_id: "b0",
    created_time: "2026-10-12T10:00:00Z",
    interactions: 10 ** at,
  }));
  const { environment } = await serveBrands(brands, { posts: () => ({ data: { posts } }) });
  const source = `---
defaults: {network: facebook, period: 2026-10}
questions:
  all: {tool: list_facebook_posts, fields: [interactions]}
  best: {tool: list_facebook_posts, fields: [interactions], read: {sort_by: interactions, top: 2}}
---
{{ all.total.interactions.sum }} {{ best.total.interactions.sum }} {{ all.total.posts.now }} {{ best.total.posts.now }}
`;
  const { stdout } = await render(source, [], { environment });
  const [numbers] = stdout.replaceAll(/\[\^\d+\]/g, "").split("\n");
  expect(numbers).toBe("11,111 11,111 5 5");
});

test.each([
  ["a metric that the API does not accept any more", ["--differ", "retired=insights_reactions"]],
  ["a comparison with days before the history", ["--history", "1"]],
])("%s is missing", async (_, flags) => {
  const source = `---
questions:
  week: {network: facebook, metrics: [insights_views, insights_reactions], profiles: [Acme US], period: last_30_days, compare_to: previous_year}
---
{{ week.same.insights_reactions | sentence }} {{ week.total.insights_reactions.change }} {{ week.rose[1].name }} {{ week.total.insights_reactions | short }}
`;
  const { code, stdout, stderr } = await render(source, ["--sandbox", ...flags]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/accept|earlier range/)]);
  expect(stdout).toContain("–");
});
