/** Profiles chosen by their labels, and labels where profiles are expected. */
import { expect, test } from "vitest";
import { Account } from "../../src/sandbox/account.ts";
import { connect } from "../helpers/connect.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const october = { network: "facebook", metrics: ["fans_change"], period: "last_month" };
const profiles = [...new Account(20).profiles("facebook").values()];
const idsOfRows = (csv: string): (string | undefined)[] =>
  csv
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0]);
const labelled = (...names: string[]): string[] =>
  profiles
    .filter(({ labels }) => labels.some(({ name }) => names.includes(name)))
    .map(({ id }) => id);

test.each([
  ["a name", ["Europe"], labelled("Europe")],
  ["ids and names, any of them", ["pl-1", "Brand"], labelled("Europe", "Brand")],
])("labels choose profiles: by %s", async (_, labels, expected) => {
  const connected = await connect({ profiles: 20 });
  const { text } = await connected.call("get_profile_metrics", { ...october, labels });
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(idsOfRows(csv)).toEqual(expected);
  expect(text).toContain(`: ${expected.length} of 20.\n`);
});

test.each<Record<string, readonly string[]>>([
  { labels_all: ["Europe", "Brand"] },
  { labels_not: ["Europe", "pl-1"] },
  { profiles_not: ["Acme UK", profiles[0]?.id ?? ""] },
  { labels: ["Europe", "Brand"], labels_all: ["Europe"] },
  { labels: ["Europe", "Brand"], labels_not: ["Brand"] },
  { labels: ["Europe"], profiles_not: labelled("Europe").slice(0, 1) },
  { labels_not: ["Brand"], profiles: profiles.slice(0, 8).map(({ id }) => id) },
  {
    labels_all: ["Europe"],
    profiles: profiles.slice(0, 8).map(({ id }) => id),
    profiles_not: ["Acme US"],
  },
])("%j choose what all of them allow", async (filters) => {
  const named = (
    list: readonly string[] | undefined,
    { id, name }: (typeof profiles)[number],
  ): boolean => list?.some((text) => [id, name].includes(text)) ?? false;
  const expected = profiles.filter((profile) => {
    const { labels, labels_all: every = [], labels_not: none = [] } = filters;
    const has = (text: string): boolean =>
      profile.labels.some(({ id, name }) => [id, name].includes(text));
    const isChosen = (labels?.some(has) ?? true) && every.every(has) && !none.some(has);
    const isNamed = filters["profiles"] === undefined || named(filters["profiles"], profile);
    return isChosen && isNamed && !named(filters["profiles_not"], profile);
  });
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(filters["profiles"]?.length ?? profiles.length);
  const connected = await connect({ profiles: 20 });
  const { text } = await connected.call("get_profile_metrics", { ...october, ...filters });
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(new Set(idsOfRows(csv))).toEqual(new Set(expected.map(({ id }) => id)));
  const from = filters["profiles"]?.length ?? profiles.length;
  expect(text).toContain(`: ${expected.length} of ${from}.\n`);
});

test.each([
  [{ labels_all: ["Europa"] }, /^unknown_labels: .*Europa \(nearest: "Europe"/],
  [{ labels_not: ["Brandt"] }, /^unknown_labels: .*Brandt \(nearest: "Brand"/],
  [{ profiles_not: ["Acme UX"] }, /^profiles_not_allowed: .*Acme UX \(nearest: "Acme U/],
  [
    { labels: ["Europe"], labels_not: ["Europe"] },
    /^invalid_input: no requested profile is left: profiles with a label of Europe, without Europe\n/,
  ],
])("%j says what is wrong before any request for metrics", async (filters, problem) => {
  const { failing, sandbox } = await connect({ profiles: 20 });
  const { text } = await failing("get_profile_metrics", { ...october, ...filters });
  expect(text).toMatch(problem);
  expect(sandbox.requests("metrics")).toEqual([]);
});

test("labels and profiles together choose the profiles that are in both", async () => {
  const { call, failing } = await connect({ profiles: 20 });
  const [first = ""] = labelled("Europe");
  const outside = profiles.find(({ id }) => !labelled("Europe").includes(id))?.id ?? "";
  const question = { ...october, labels: ["Europe"] };
  const both = await call("get_profile_metrics", { ...question, profiles: [first, outside] });
  expect(both.text).toContain("facebook, Acme US, ");
  const neither = await failing("get_profile_metrics", { ...question, profiles: [outside] });
  expect(neither.text).toMatch(
    /^invalid_input: no requested profile is left: profiles with a label of Europe\n/,
  );
});

test("an unknown label names the nearest ones; a label is not taken for a profile", async () => {
  const { failing, sandbox } = await connect({ profiles: 20 });
  const unknown = await failing("get_profile_metrics", { ...october, labels: ["Europa"] });
  expect(unknown.text).toMatch(
    /^unknown_labels: not a profile label of this account: Europa \(nearest: "Europe"/,
  );
  const wrong = await failing("get_profile_metrics", { ...october, profiles: ["Europe"] });
  expect(wrong.text).toBe(
    'profiles_not_allowed: "Europe" is a profile label, not a profile\nPass it in labels (get_profile_metrics), or take the profiles of the label from list_profile_labels.',
  );
  expect(sandbox.requests("metrics")).toEqual([]);
});

test("profiles without a label have a row of their own, in the text, the CSV and rankings", async () => {
  const connected = await connect({ profiles: 20 });
  const { text } = await connected.call("get_profile_metrics", {
    ...october,
    dimensions: ["profile_label"],
  });
  expect(text).toMatch(/^\(no label\)\|-?\d+$/m);
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(csv).toMatch(/^\(no label\),-?\d+\r$/m);
  const total = await connected.call("get_profile_metrics", { ...october, dimensions: [] });
  const [, sum] = /^all 20\|total\nfans_change sum\|(-?\d+)$/m.exec(total.text) ?? [];
  expect(text).toContain(`\n\nall 20|total\nfans_change sum|${sum}\n`);
  const best = await connected.call("read_result", {
    result: idOf(text),
    sort_by: "fans_change",
    top: 7,
  });
  expect(best.text).toMatch(/^\(no label\)\|/m);
});
