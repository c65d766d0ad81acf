/** The account's lists: each object once, entries that no request can name counted, details on demand. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi, type FakeApi } from "../helpers/fake-api.ts";

async function withLists(
  profiles: readonly object[],
  labels: readonly object[] = [],
): Promise<Connected & Pick<FakeApi, "requests">> {
  const { baseUrl, requests } = await serveFakeApi({
    profiles,
    profile_labels: { data: labels },
    post_labels: { data: labels },
    metrics: ({ body }) => metricsAnswer(body),
  });
  return { ...(await connect({ baseUrl })), requests };
}

const question = { network: "facebook", metrics: ["fans_change"], period: "yesterday" };

test("a profile that the API lists twice is listed and requested once", async () => {
  const { call, requests } = await withLists([
    { id: "1", name: "One" },
    { id: "2", name: "Two" },
    { id: "1", name: "One again" },
  ]);
  expect((await call("list_profiles", { network: "facebook" })).text).toContain("2 of 2 profiles");
  const { text, isError } = await call("get_profile_metrics", question);
  expect({ text, isError }).toMatchObject({ isError: false });
  expect(requests("metrics").map(({ body }) => body.profiles)).toEqual([["1", "2"]]);
});

test("entries without an id are counted and reported, in lists and in answers for all profiles", async () => {
  const nameless: object[] = [{ name: "No id" }, { id: "" }, { id: null }, []];
  const { call } = await withLists([{ id: "1", name: "One" }, ...nameless], nameless.slice(0, 1));
  const note = "4 entries of the API's list have no id: they are omitted.";
  const listed = await call("list_profiles", { network: "facebook" });
  expect(listed.text).toContain("1 of 1 profile");
  expect(listed.text).toContain(note);
  expect((await call("get_profile_metrics", question)).text).toContain(note);
});

test("a list of which no entry has an id is an error, not an empty account", async () => {
  const { failing } = await withLists(
    [{ name: "a" }, { name: "b" }, { name: "c" }],
    [{ name: "d" }],
  );
  for (const [tool, args] of [
    ["list_profiles", { network: "facebook" }],
    ["get_profile_metrics", question],
  ] as const) {
    expect((await failing(tool, args)).text).toMatch(
      /^upstream_failed: 3 entries of the API's list have no id, and it has no others/,
    );
  }
  expect((await failing("list_post_labels")).text).toMatch(
    /^upstream_failed: 1 entry of the API's list has no id/,
  );
});

test("details adds what the API says of a profile beside its name, and its unique name is searched", async () => {
  const { call } = await withLists([
    {
      id: "1",
      name: "One",
      profile_name: "acme.one",
      picture: "https://pictures.example.invalid/1.png",
      community_enabled: false,
    },
    { id: "2", name: "Two", profile_name: "other" },
  ]);
  const short = await call("list_profiles", { network: "facebook", name_contains: "ACME" });
  expect(short.text).toContain("1 of 2 profiles");
  expect(short.text).not.toContain("pictures.example");
  const { text } = await call("list_profiles", { network: "facebook", details: true });
  expect(text.split("\n").slice(1, 5)).toEqual([
    "",
    "id|name|timezone|insights|labels|profile_name|picture|community",
    "1|One||||acme.one|https://pictures.example.invalid/1.png|off",
    "2|Two||||other||",
  ]);
});

test("labels of a profile are named, however the API gives them", async () => {
  const labels = ["Europe", 7, { id: 8, name: "Asia" }, { id: 9 }, { id: "l1" }];
  const { call, failing } = await withLists([{ id: "1", name: "One", profile_labels: labels }]);
  const { text } = await call("list_profiles", { network: "facebook" });
  expect(text).toMatch(/\n1\|One\|\|\|Europe; 7; Asia; 9; l1$/);
  const metricsQuestion = { network: "facebook", metrics: ["fans_change"], period: "last_week" };
  for (const label of ["Europe", "7", "8", "Asia", "9"])
    expect(
      (await failing("get_profile_metrics", { ...metricsQuestion, profiles: [label] })).text,
    ).toContain(`"${label}" is a profile label, not a profile`);
});

test("list_profile_labels with a label lists its profiles", async () => {
  const labels = [
    { id: "l1", name: "Europe", profiles: [{ name: "One", platform: "facebook" }] },
    { id: "l2", name: "Asia", profiles: [] },
  ];
  const { call, failing } = await withLists([], labels);
  for (const label of ["l1", "Europe"]) {
    const { text } = await call("list_profile_labels", { label });
    expect(text).toMatch(
      /^profile label Europe: 1 of 1 profile\. [^\n]* left this hour\.\n\nname\|network\nOne\|facebook$/,
    );
  }
  expect((await call("list_profile_labels", { label: "Asia" })).text).toContain(
    "No profile has this label.",
  );
  expect((await failing("list_profile_labels", { label: "Africa" })).text).toMatch(
    /^unknown_labels: .*"Asia"/,
  );
});
