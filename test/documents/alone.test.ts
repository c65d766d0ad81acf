/** Each client alone: its page is that of an account that has only its pages. */
import { describe, expect, test } from "vitest";
import { bestPosts, labels, profiles } from "../helpers/clients.ts";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

describe("a client is alone", () => {
  const zones = ["Asia/Tokyo", "America/New_York", "UTC"];
  const pages = profiles.map((profile, at) => ({
    ...profile,
    insights_enabled: at % 7 !== 0,
    timezone: zones[at % 3],
  }));
  /** Labels overlap: each client has a page of the next one, and the last client has no page of facebook. */
  const shared = labels.slice(0, 8).map(({ profiles: labelPages, ...label }, at) => ({
    ...label,
    profiles: [...labelPages, ...(labels[at + 1]?.profiles.slice(0, 1) ?? [])].map((page) =>
      at === 7 ? { ...page, platform: "youtube" } : page,
    ),
  }));
  const films = new Set(
    pages.flatMap(({ id, name }) =>
      shared[7]?.profiles.some((page) => page.name === name) === true ? [id] : [],
    ),
  );
  const accountOf = (names: readonly string[]) =>
    serveBrands(null, {
      otherwise: ({ operation, url }) =>
        operation === "profiles"
          ? {
              profiles: pages.filter(
                ({ id, name }) => names.includes(name) && films.has(id) === url.includes("youtube"),
              ),
            }
          : {},
      profile_labels: {
        data: shared.flatMap(({ profiles: labelPages, ...label }) => {
          const left = labelPages.filter(({ name }) => names.includes(name));
          return left.length === 0 ? [] : [{ ...label, profiles: left }];
        }),
      },
      posts: bestPosts,
    });
  const source = `---
scope: {labels: ["{{ label }}"]}
defaults: {network: facebook, metrics: [insights_views], period: last_month}
goals: {views: {metric: insights_views, from: [2026-10-01, 0], to: [2026-12-31, 400000]}}
questions:
  month: {compare_to: previous_period}
  days: {dimensions: [day]}
  posts: {tool: list_facebook_posts, sort_by: interactions, limit: 2, fields: [interactions, type]}
  film: {network: youtube, metrics: [views_change]}
---
# {{ label }}

{{ month.same.insights_views | sentence }}

{{ month.rose | sentences: 3 }}

{{ goals.views | sentence }}

{{ month | table }}

{{ days | chart }}

{{ posts | table }}

## Film

{{ film | table }}
`;

  test("its page is, byte for byte, that of an account that has only its pages", async () => {
    const { environment } = await accountOf(pages.map(({ name }) => name));
    const zone = ["--time-zone", "UTC"];
    const flags = ["--each", "label", "--out", "FOLDER/all", ...zone];
    const batch = await render(source, flags, { environment });
    expect(batch.stderr).not.toContain("Failed");
    const named = shared.filter(
      ({ name }) => batch.file(`all/${name.replace(" ", "-")}.html`) !== "",
    );
    expect(named).toHaveLength(8);
    for (const { name, profiles: labelPages } of named) {
      const alone = await accountOf(labelPages.map((page) => page.name));
      const rows = { "rows.csv": `label\n${name}\n` };
      const single = ["--each", "FOLDER/rows.csv", "--out", "FOLDER/all", ...zone];
      const reference = await render(source, single, {
        environment: alone.environment,
        files: rows,
      });
      const page = `all/${name.replace(" ", "-")}.html`;
      expect([name, batch.file(page)]).toEqual([name, reference.file(page)]);
    }
  });
});

test("a label is known by its id: another can have that as its name, or share its name", async () => {
  const pages = ["A page", "B page", "C page"].map((name, at) => ({ id: `b${at + 1}`, name }));
  const { environment } = await serveBrands(pages, {
    profile_labels: {
      data: [
        { id: "77", name: "Bravo", profiles: [{ name: "B page", platform: "facebook" }] },
        { id: "1", name: "77", profiles: [{ name: "A page", platform: "facebook" }] },
        { id: "2", name: "77", profiles: [{ name: "C page", platform: "facebook" }] },
      ],
    },
  });
  const source = octoberFront.replace("---\n", '---\nscope: {labels: ["{{ label }}"]}\n');
  const flags = ["--each", "label", "--out", "FOLDER/all", "--strict"];
  const { code, file } = await render(`${source}# {{ label }}\n\n{{ oct | table }}`, flags, {
    environment,
  });
  expect(code).toBe(0);
  const pageIn = (name: string) => /[ABC] page/.exec(file(`all/${name}.html`))?.[0];
  expect(["Bravo", "77", "77-2"].map(pageIn)).toEqual(["B page", "A page", "C page"]);
});

test("two pages of one name fail the client that has them, and are no word of another", async () => {
  const pages = ["Secret", "Secret", "C page"].map((name, at) => ({ id: `b${at + 1}`, name }));
  const label = (id: string, name: string, page: string) => ({
    id,
    name,
    profiles: [{ name: page, platform: "facebook" }],
  });
  const { environment } = await serveBrands(pages, {
    profile_labels: { data: [label("1", "Alpha", "Secret"), label("2", "Other", "C page")] },
  });
  const source = octoberFront.replace("---\n", '---\nscope: {labels: ["{{ label }}"]}\n');
  const flags = ["--each", "label", "--out", "FOLDER/all"];
  const { code, stderr, file } = await render(`${source}{{ oct | table }}`, flags, { environment });
  expect(code).toBe(3);
  expect(stderr).toMatch(/Failed: Alpha: .*two profiles are named "Secret"/);
  expect(file("all/Other.html")).toContain("C page");
  expect(file("all/Other.html")).not.toContain("Secret");
});
