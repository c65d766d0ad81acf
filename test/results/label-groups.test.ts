/** `group_by: profile_label` of a result by profile: the profiles within each label. */
import { median } from "simple-statistics";
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const question = { network: "facebook", metrics: ["insights_views"], period: "last_month" };

/** The rows of labels, by name: the cells after it. */
const groupsIn = (text: string): Map<string, readonly string[]> =>
  new Map(readReply(text).tables[0]?.rows.map(([label = "", ...cells]) => [label, cells]));

/** The ids of the profiles of each label, from list_profiles. */
async function labelsOf(
  connected: Awaited<ReturnType<typeof connect>>,
): Promise<Map<string, string[]>> {
  const { text } = await connected.call("list_profiles", { network: "facebook" });
  const profiles = new Map<string, string[]>();
  for (const line of text.split("\n").slice(3)) {
    const [id = "", , , , labels = ""] = line.split("|");
    for (const label of labels.split("; ").filter(Boolean))
      profiles.set(label, [...(profiles.get(label) ?? []), id]);
  }
  return profiles;
}

test("each label has the median and the ends of its profiles", async () => {
  const connected = await connect({ profiles: 30 });
  const { text } = await connected.call("get_profile_metrics", question);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const valueOf = new Map(
    rows.map((row) => [row.get("profile") ?? "", numberIn(row, "insights_views")]),
  );
  const piece = { result: idOf(text), group_by: "profile_label", top: 1 };
  const groups = groupsIn((await connected.call("read_result", piece)).text);
  const covered = `result://${idOf(text)}~where=${encodeURIComponent("coverage >= 95")}.csv`;
  const isCovered = new Set(
    csvRows(await readCsv(connected, covered)).map((row) => row.get("profile")),
  );
  const labels = await labelsOf(connected);
  const exact = csvRows(
    await readCsv(connected, `result://${idOf(text)}~group_by=profile_label.csv`),
  );
  expect(isCovered.size).toBeLessThan(valueOf.size);
  expect(labels.size).toBeGreaterThan(4);
  for (const [label, ids] of labels) {
    const values = ids.flatMap((id) => valueOf.get(id) ?? []);
    const [count, middle, highest, lowest] = groups.get(label) ?? [];
    expect([label, count]).toEqual([label, String(values.length)]);
    // As in the question: of those with 95 % of their days.
    const ofCovered = ids.filter((id) => isCovered.has(id)).map((id) => valueOf.get(id)!);
    expect(Math.abs(Number(middle) - median(ofCovered))).toBeLessThan(1);
    const row = exact.find((line) => line.get("profile_label")?.replace(/^'/, "") === label);
    expect(row?.get("median")).toBe(String(median(ofCovered)));
    expect(highest).toContain(`(${Math.max(...values)})`);
    expect(lowest).toContain(`(${Math.min(...values)})`);
  }
});

test("of a comparison, the movers of each label, by what the rows show", async () => {
  const connected = await connect({ profiles: 30 });
  const compared = { ...question, compare_to: "previous_period" };
  const { text } = await connected.call("get_profile_metrics", { ...compared, top: 30 });
  const piece = { result: idOf(text), group_by: "label", top: 1 };
  const { text: reply } = await connected.call("read_result", piece);
  const shown = new Map(
    readReply(text)
      .tables.flatMap(({ rows }) => rows)
      .map((cells) => [cells[0], cells]),
  );
  for (const [, , , rose = "", fell = ""] of readReply(reply).tables[0]?.rows ?? [])
    for (const end of [rose, fell]) {
      const [, name = "", change, percent] = /^(.*) \(([+-]?\d+), (\S+) %\)$/.exec(end) ?? [];
      const cells = shown.get(name);
      expect(end === "none" || cells !== undefined).toBe(true);
      expect([name, ...(cells?.slice(-2) ?? [])]).toEqual([
        name,
        ...(cells ? [change, percent] : []),
      ]);
    }
});

test("results whose rows are not profiles are not grouped, and nor are others by other fields", async () => {
  const { call, failing } = await connect({ profiles: 4 });
  const { text } = await call("get_profile_metrics", { ...question, dimensions: ["date.day"] });
  const result = idOf(text);
  expect((await failing("read_result", { result, group_by: "profile_label" })).text).toContain(
    "the rows of this result are not profiles",
  );
  expect((await failing("read_result", { result, group_by: "hour" })).text).toContain(
    "a result of metrics is grouped by profile_label alone",
  );
});
