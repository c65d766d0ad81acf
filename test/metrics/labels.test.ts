/** Which profile counts under which label, in each form that the API may show it. */
import { noLabel } from "../../src/numbers/cells/result.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { expect, test } from "vitest";
import type { Profile } from "../../src/suite/api/records.ts";
import { Labels } from "../../src/suite/connection/labels.ts";
import { connect } from "../helpers/connect.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";

const list = [
  {
    id: "l1",
    name: "Europe",
    profiles: [
      { name: "One", platform: "facebook" },
      { name: "Two", platform: "twitter" },
    ],
  },
  { id: "l2", name: "Brand", profiles: [{ name: "One", platform: "facebook" }] },
];

const idsOf = (profile: Profile, namesakes: readonly Profile[] = []): readonly string[] =>
  new Labels(list, "facebook", [profile, ...namesakes]).of(profile);

test.each<[string, Profile["labels"]]>([
  ["ids", ["l1", "l2"]],
  ["names", ["Europe", "Brand"]],
  ["objects with ids", [{ id: "l1" }, { id: "l2", name: "another" }]],
  ["the same label in two forms", ["l1", "Europe", { id: "l2" }]],
  ["objects with names", [{ name: "Europe" }, { name: "Brand" }]],
])("labels as %s", (_, labels) => {
  expect(idsOf({ id: toProfileId("p1"), name: "One", labels: labels ?? [] })).toEqual(["l1", "l2"]);
});

test("where a profile's record has none, the label list names it, on its own network only", () => {
  expect(idsOf({ id: toProfileId("p1"), name: "One" })).toEqual(["l1", "l2"]);
  expect(idsOf({ id: toProfileId("p2"), name: "Two" })).toEqual([noLabel]);
});

test("refuses to guess between two profiles of one name", () => {
  const namesake = { id: toProfileId("p9"), name: "One" };
  expect(() => idsOf({ id: toProfileId("p1"), name: "One" }, [namesake])).toThrow(
    'upstream_failed: two profiles are named "One", so their labels cannot be distinguished',
  );
});

test("rows of labels of two profiles of one name are refused before any number is requested", async () => {
  const { baseUrl, requests } = await serveFakeApi({
    profiles: ["p1", "p9"].map((id) => ({ id, name: "One", timezone: "UTC" })),
    profile_labels: { data: list },
  });
  const { failing } = await connect({ baseUrl });
  const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };
  const { text } = await failing("get_profile_metrics", {
    ...question,
    dimensions: ["profile_label"],
  });
  expect(text).toContain('two profiles are named "One"');
  expect(requests("metrics")).toEqual([]);
});

test("a row is its label, whether it is the id, the name or an object with either", () => {
  const labels = new Labels(list, "facebook", []);
  const rows = ["l1", "Europe", { id: "l1", colour: "red" }, { name: "Europe" }];
  expect(rows.map((row) => labels.idOf(row))).toEqual(["l1", "l1", "l1", "l1"]);
  expect(labels.idOf("Asia")).toBeUndefined();
});
