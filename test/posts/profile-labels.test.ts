/** Posts of the profiles that have labels: chosen by them, and in groups by them. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, type CsvRow } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const october = { date_start: "2026-09-01", date_end: "2026-10-31", limit: 1000 };

/** The labels of each page, from list_profiles. */
async function labelsIn({ call }: Connected): Promise<ReadonlyMap<string, readonly string[]>> {
  const { text } = await call("list_profiles", { network: "facebook" });
  const [table] = readReply(text).tables;
  return new Map(
    table?.rows.map(([id = "", , , , labels = ""]) => [id, labels.split("; ").filter(Boolean)]),
  );
}

async function postsOf(connected: Connected, question: object): Promise<readonly CsvRow[]> {
  const { text } = await connected.call("list_facebook_posts", { ...october, ...question });
  return csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
}

test("labels, labels_not and profiles_not choose the pages whose posts are listed", async () => {
  const connected = await connect({ profiles: 20 });
  const labels = await labelsIn(connected);
  const posts = await postsOf(connected, {});
  const idsIn = (rows: readonly CsvRow[]): string[] =>
    [...new Set(rows.map((row) => row.get("page_id") ?? ""))].toSorted();
  const having = (name: string): string[] =>
    idsIn(posts).filter((id) => labels.get(id)?.includes(name) === true);
  expect(having("Europe").length).toBeGreaterThan(1);
  expect(idsIn(await postsOf(connected, { labels: ["Europe"] }))).toEqual(having("Europe"));
  const without = await postsOf(connected, {
    labels_not: ["Europe", "Brand"],
    profiles_not: ["Acme ¦ Pipes and tabs".replace("¦", "|")],
  });
  const left = idsIn(posts).filter(
    (id) =>
      !having("Europe").includes(id) &&
      !having("Brand").includes(id) &&
      posts.find((row) => row.get("page_id") === id)?.get("profile_name") !==
        "Acme | Pipes and tabs",
  );
  expect(idsIn(without)).toEqual(left);
  const { text } = await connected.call("list_facebook_posts", { ...october, labels: ["Europe"] });
  expect(text).toContain("\nProfiles with a label of Europe.\n");
  const piece = await connected.call("read_result", { result: idOf(text), group_by: "type" });
  expect(piece.text).toContain("\nProfiles with a label of Europe.\n");
  const { text: unknown } = await connected.failing("list_facebook_posts", {
    ...october,
    labels: ["Asien"],
  });
  expect(unknown).toMatch(/^unknown_labels: /);
});

test("posts are grouped by the labels of their pages, beside the month", async () => {
  const connected = await connect({ profiles: 20 });
  const labels = await labelsIn(connected);
  const { text } = await connected.call("list_facebook_posts", october);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const names = labels.get(row.get("page_id") ?? "") ?? [];
    for (const name of names.length === 0 ? ["(no label)"] : names) {
      const key = `${name} ${row.get("created_local")?.slice(0, 7)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const piece = `result://${idOf(text)}~group_by=${encodeURIComponent("profile_label+month")}.csv`;
  const groups = csvRows(await readCsv(connected, piece));
  expect(groups.length).toBe(counts.size);
  for (const group of groups) {
    const name = group.get("profile_label")?.replace(/^'/, "");
    const key = `${name} ${group.get("date.month")}`;
    expect([key, Number(group.get("posts"))]).toEqual([key, counts.get(key)]);
  }
});

test("the shares of types are within each month, of posts and of sums", async () => {
  const connected = await connect({ profiles: 12 });
  const { text } = await connected.call("list_facebook_posts", october);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const by = encodeURIComponent("type+month");
  const piece = `result://${idOf(text)}~metrics=interactions&view=shares&group_by=${by}.csv`;
  const groups = csvRows(await readCsv(connected, piece));
  const monthOf = (row: CsvRow): string => row.get("created_local")?.slice(0, 7) ?? "";
  const sumOf = (list: readonly CsvRow[]): number =>
    list.reduce((sum, row) => sum + Number(row.get("interactions") ?? 0), 0);
  expect(groups.length).toBeGreaterThan(6);
  for (const group of groups) {
    const month = rows.filter((row) => monthOf(row) === group.get("date.month"));
    const typeRows = month.filter((row) => row.get("type") === group.get("type"));
    expect(Number(group.get("posts share %"))).toBeCloseTo(
      (100 * typeRows.length) / month.length,
      9,
    );
    expect(Number(group.get("interactions share %"))).toBeCloseTo(
      (100 * sumOf(typeRows)) / sumOf(month),
      9,
    );
  }
});

test("a page that posts four times a week is read by week: no row is left out, and a day without posts has 0", async () => {
  const connected = await connect({ profiles: 1 });
  const { text } = await connected.call("list_facebook_posts", october);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const { text: byDay } = await connected.call("read_result", {
    result: idOf(text),
    group_by: "day",
    metrics: ["interactions"],
  });
  const [table] = readReply(byDay).tables;
  // 61 days, and the line of all.
  expect(table?.rows).toHaveLength(62);
  for (const [day = "", count = "", sum = "", mean = ""] of table?.rows.slice(1) ?? []) {
    const posts = rows.filter((row) => row.get("created_local")?.startsWith(day) === true);
    expect([day, count.replace(" (few)", "")]).toEqual([day, String(posts.length)]);
    expect(posts.length > 0 || `${sum} ${mean}` === "0 –").toBe(true);
  }
});

test("list_profile_labels has the profiles of one network", async () => {
  const { call } = await connect({ profiles: 20 });
  const { text } = await call("list_profile_labels", { label: "Europe", network: "facebook" });
  expect(text).toMatch(/\|facebook$/m);
  expect(text).not.toMatch(/\|(instagram|youtube|linkedin)/);
  const { text: list } = await call("list_profile_labels", { network: "facebook" });
  expect(list).toMatch(/\|facebook \d+$/m);
  expect(list).not.toContain("instagram");
});

test("the three best posts of each label, by a field, in one call", async () => {
  const connected = await connect({ profiles: 20 });
  const labels = await labelsIn(connected);
  const { text } = await connected.call("list_facebook_posts", october);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const question = { result: idOf(text), group_by: "profile_label", best: 3 };
  const { text: reply } = await connected.call("read_result", question);
  const table = readReply(reply).tables.find(({ header }) => header.includes("#"));
  expect(table?.header).toEqual([
    "profile_label",
    "#",
    "profile",
    "created",
    "interactions",
    "post",
  ]);
  const names = new Set([...labels.values()].flat());
  expect(names.size).toBeGreaterThan(4);
  for (const name of names) {
    const best = rows
      .filter((row) => labels.get(row.get("page_id") ?? "")?.includes(name) === true)
      .map((row) => Number(row.get("interactions") ?? ""))
      .toSorted((left, right) => right - left)
      .slice(0, 3);
    const shown = table?.rows.filter(([label]) => label === name.replaceAll("|", "¦"));
    expect([name, shown?.map((cells) => Number(cells[4]))]).toEqual([name, best]);
  }
  const { text: wrong } = await connected.failing("read_result", { ...question, sort_by: "likes" });
  expect(wrong).toMatch(/^invalid_input: the posts have no likes\nSort by one of /);
});

test("profiles that are named, and lack the label, are named as left out", async () => {
  const { call } = await connect({ profiles: 6 });
  const named = { profiles: ["Acme US", "Café Žofín"], labels: ["Brand"], period: "last_month" };
  const views = { network: "facebook", metrics: ["insights_views"] };
  const said = "\nProfiles with a label of Brand, among those named (not Café Žofín)";
  const metrics = await call("get_profile_metrics", { ...views, ...named });
  expect(metrics.text).toContain(`${said}: 1 of 2.\n`);
  const posts = await call("list_facebook_posts", { ...named, limit: 3 });
  expect(posts.text).toContain(`${said}.\n`);
});
