/** One report for each label or row: from one fetch, and without a word on another client. */
import { describe, expect, test } from "vitest";
import { bestPosts, clients, labels, profiles } from "../helpers/clients.ts";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

const front = octoberFront
  .replace("---\n", '---\nscope: {labels: ["{{ label }}"]}\n')
  .replace(
    "questions:\n",
    "questions:\n  posts: {tool: list_facebook_posts, sort_by: interactions, limit: 2, fields: [interactions, type]}\n",
  );
const text = `# {{ label }}

{{ oct.rank[1].name }}: {{ oct.rank[1].insights_views.now }} of {{ oct.total.insights_views.now }}

{{ oct | table }}

Posts: {{ posts.total.interactions.sum }}, best {{ posts.rank[1].interactions.now }}
`;

const serve = () =>
  serveBrands(profiles, {
    profile_labels: { data: labels },
    posts: bestPosts,
  });

describe("--each label", () => {
  test("takes the requests of one report of all, and names no other client", async () => {
    const { environment, requests } = await serve();
    const source = octoberFront.replace(
      "questions:\n",
      "questions:\n  posts: {tool: list_facebook_posts, sort_by: interactions, limit: 2, fields: [interactions, type]}\n",
    );
    const single = await serve();
    const report = await render(`${source}{{ oct.total.insights_views.now }}`, [], single);
    expect(report.code).toBe(0);
    const { code, file, files, stderr } = await render(
      front + text,
      ["--each", "label", "--out", "FOLDER/all"],
      { environment },
    );
    expect([code, stderr.replaceAll(/^Written: \S+\.html\n/gm, "")]).toEqual([0, ""]);
    expect(requests("metrics").length).toBe(single.requests("metrics").length);
    // Posts and their limit are those of each client.
    expect(requests("posts")).toHaveLength(clients);
    const written = files().filter((name) => name.endsWith(".html"));
    expect(written).toHaveLength(clients);
    for (const [client, label] of labels.entries()) {
      const html = file(`all/${label.name.replace(" ", "-")}.html`);
      const names = [...html.matchAll(/Client [A-J][A-J]/g)].map(([name]) => name);
      expect(new Set(names)).toEqual(new Set([label.name]));
      // Three pages of each client.
      const numbers = [0, 1, 2].map((page) => page * clients + client + 1);
      const views = numbers.reduce((sum, number) => sum + number * 3100, 0);
      expect(html).toContain(views.toLocaleString("en"));
      const interactions = numbers.slice(1).reduce((sum, number) => sum + number, 0);
      expect(html).toContain(`Posts: <bdi class="number">${interactions}</bdi><sup>`);
    }
  });

  test("a report takes little time of its own", async () => {
    const { environment } = await serve();
    const spent = async (): Promise<number> => {
      const before = process.cpuUsage();
      await render(front + text, ["--each", "label", "--out", "FOLDER/all"], { environment });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    // Of both threads, in milliseconds: the start, and each report. What is slow is so again; a busy machine is not.
    const [most, first] = [2000 + 80 * clients, await spent()];
    expect(first < most ? first : Math.min(first, await spent())).toBeLessThan(most);
  });
});

describe("no report names another client", () => {
  const events =
    "date,until,label,text\n2026-10-15,,Client AB,Theirs\n2026-10-16,,Client AA,Ours\n2026-10-17,,,Everyone\n";

  test.each(['labels_all: ["{{ label }}"]', 'labels: ["{{ label }}"]', 'profiles: ["{{ page }}"]'])(
    "in events, with the scope %s",
    async (scope) => {
      const { environment } = await serve();
      const source = octoberFront
        .replace("---\n", `---\nscope: {${scope}}\nevents: events.csv\n`)
        .replace("compare_to: previous_period", "dimensions: [day]");
      const files = {
        "events.csv": events,
        "rows.csv": "label,page\nClient AA,Page 1 of Client AA\n",
      };
      const flags = ["--each", "FOLDER/rows.csv", "--out", "FOLDER/all"];
      const { code, file } = await render(`${source}{{ oct | table }}`, flags, {
        environment,
        files,
      });
      expect(code).toBe(0);
      const html = file("all/Client-AA.html");
      expect(html).not.toContain("Theirs");
      expect(html).toContain("Everyone");
      expect(html.includes("Ours")).toBe(!scope.startsWith("profiles"));
    },
  );

  test.each(["dimensions: [label]", "read: {group_by: profile_label}"])(
    "by rows of labels: %s is an error",
    async (rows) => {
      const { environment } = await serve();
      const source = front.replace("compare_to: previous_period", rows);
      const { code, stderr } = await render(
        source + text,
        ["--each", "label", "--out", "FOLDER/all"],
        { environment },
      );
      expect(code).toBe(2);
      expect(stderr).toContain("has rows of labels, which name other clients");
    },
  );
});

test("a client whose question fails is named with its reason, and the others are written", async () => {
  const { environment } = await serve();
  const files = {
    "rows.csv": "label,page\nClient AA,Page 1 of Client AA\nClient AB,Page 1 of Client AA\n",
  };
  const summary = ["--summary", "FOLDER/summary.csv"];
  const flags = ["--each", "FOLDER/rows.csv", "--out", "FOLDER/all", ...summary];
  const source = `${front.replace("{metrics: [insights", '{profiles: ["{{ page }}"], metrics: [insights')}{{ oct | table }}`;
  const {
    code,
    file,
    files: written,
    stderr,
  } = await render(source, flags, { environment, files });
  expect(code).toBe(3);
  expect(stderr).toContain("Failed: Client AB: profiles_not_allowed: oct: not facebook profiles");
  expect(stderr).not.toMatch(/Client A[C-J]/);
  expect(written()).not.toContain("all/Client-AB.html");
  const rows = file("summary.csv")
    .replaceAll(/\/\S*\//g, "")
    .split("\r\n");
  expect(rows.slice(0, 2)).toEqual([
    "client,file,state,missing",
    "Client AA,Client-AA.html,written,",
  ]);
  expect(rows[2]).toMatch(/^Client AB,,failed,"profiles_not_allowed: oct: /);
  const partial = await render(source, [...flags, "--partial"], { environment, files });
  expect(partial.code).toBe(3);
  expect(partial.file("all/Client-AB.html")).toMatch(/<p>–<sup>/);
});

test.each([
  ["names no column", "labels: [Client AA]"],
  ["has one that holds for all", 'labels: ["{{ label }}", Client AA]'],
  ["leaves the client out", 'labels_not: ["{{ label }}"]'],
])("a scope that %s is an error", async (_, scope) => {
  const { environment } = await serve();
  const source = front.replace('labels: ["{{ label }}"]', scope);
  const flags = ["--each", "label", "--out", "FOLDER/all"];
  const { code, stderr, files } = await render(source + text, flags, { environment });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("--each needs a scope that names the client"),
  ]);
  expect(files()).toEqual(["report.md"]);
});

test("posts are listed and limited for each client", async () => {
  const { environment } = await serve();
  const flags = ["--each", "label", "--out", "FOLDER/all"];
  const source = front.replace("limit: 2", "limit: 3") + "{{ table: posts.total.posts }}";
  const { file } = await render(source, flags, { environment });
  for (const { name } of labels)
    expect(file(`all/${name.replace(" ", "-")}.html`)).toContain('<td class="number">3</td>');
});

describe("--each FILE.csv", () => {
  const rows = "label,manager\nClient AA,Ada\nClient AB,Ben\n";

  test("columns stand anywhere in the file", async () => {
    const { environment } = await serve();
    const { code, file } = await render(
      `${front}${text}\nBy {{ manager }}`,
      ["--each", "FOLDER/rows.csv", "--out", "FOLDER/all"],
      { environment, files: { "rows.csv": rows } },
    );
    expect(code).toBe(0);
    expect(file("all/Client-AA.html")).toContain("By Ada");
    expect(file("all/Client-AB.html")).toContain("By Ben");
  });

  test.each([
    ["an empty cell", front, `${rows},Cyd\n`, "row 3: label is empty"],
    ["no scope", octoberFront, rows, "--each needs a scope"],
    ["no rows", front, "label,manager\n", "has no rows"],
    [
      "a label that nobody has",
      front,
      "label\nClient AA\nClient ZZ\n",
      "not a profile label of this account: Client ZZ",
    ],
    [
      "semicolons",
      front,
      "label;manager\nClient AA;Ada\n",
      "separates its columns with semicolons",
    ],
    [
      "a question beyond the scope",
      front
        .replace("compare_to", "profiles: [Page 5 of Client AE], compare_to")
        .replace('labels: ["{{ label }}"]', 'profiles: ["{{ label }}"]'),
      "label\nPage 1 of Client AA\n",
      "not facebook profiles of this account: Page 5 of Client AE",
    ],
  ])("%s is an error, and nothing is written", async (_, source, csv, problem) => {
    const { environment } = await serve();
    const { code, stderr, files } = await render(
      source + text,
      ["--each", "FOLDER/rows.csv", "--out", "FOLDER/all"],
      { environment, files: { "rows.csv": csv } },
    );
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(problem);
    expect(files()).not.toContain("all");
  });
});
