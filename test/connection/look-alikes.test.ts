/** Names that look alike, and ids with characters that nobody sees. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi, type FakeApi } from "../helpers/fake-api.ts";
import { idOf } from "../helpers/results.ts";
import { repetitions } from "../helpers/repetitions.ts";

const composed = "Café Žofín";
const decomposed = composed.normalize("NFD");
const dates = { date_start: "2026-10-01", date_end: "2026-10-02" };
const question = { network: "facebook", metrics: ["fans_change"], ...dates };

const serve = (profiles: readonly object[], labels: readonly object[] = []): Promise<FakeApi> =>
  serveFakeApi({
    profiles,
    profile_labels: { data: labels },
    metrics: ({ body }) => metricsAnswer(body),
  });

test.each([
  [composed, decomposed],
  [decomposed, composed],
])("a name in one form is found by the other: %j, %j", async (name, variant) => {
  const { baseUrl } = await serve(
    [
      { id: "1", name, profile_labels: [{ id: "L1", name }] },
      { id: "2", name: "Other" },
    ],
    [{ id: "L1", name, profiles: [] }],
  );
  const { call, failing } = await connect({ baseUrl });
  expect(name).not.toBe(variant);
  const questions = [{ profiles: [variant] }, { profiles_not: ["Other"] }, { labels: [variant] }];
  for (const chosen of questions) {
    const { text } = await call("get_profile_metrics", { ...question, ...chosen });
    expect(text).toContain("Café Žofín");
  }
  const listed = await call("list_profiles", {
    network: "facebook",
    name_contains: variant.slice(0, 5),
  });
  expect(listed.text).toMatch(/^facebook: 1 of 2 profiles/);
  const byProfile = { ...question, dimensions: ["profile"] };
  const result = idOf((await call("get_profile_metrics", byProfile)).text);
  const piece = await call("read_result", { result, profiles: [variant] });
  expect(piece.text).toContain("Café Žofín");
  const { text } = await failing("get_profile_metrics", {
    ...question,
    profiles: [`${variant} ?`],
  });
  expect(text).toContain(`(nearest: "Café Žofín"`);
});

test("a name with a Markdown image is inert in replies, and is found as typed and as shown", async () => {
  const name = "![Acme](https://x.test/p.png)";
  const { baseUrl } = await serve([
    { id: "1", name, profile_labels: [] },
    { id: "2", name: "Other" },
  ]);
  const { call } = await connect({ baseUrl });
  for (const profile of [name, "![Acme] (https://x.test/p.png)"]) {
    const profileQuestion = { ...question, profiles: [profile] };
    const { text } = await call("get_profile_metrics", profileQuestion);
    expect(text).toContain("![Acme] (https://x.test/p.png)");
    expect(text).not.toContain("](");
  }
});

test("two profiles of one visible name are shown with their ids, and a name alone is ambiguous", async () => {
  const { baseUrl } = await serve([
    { id: "11", name: composed },
    { id: "22", name: decomposed },
    { id: "33", name: `Caf\u200Bé Žofín` },
  ]);
  const { call, failing } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", { ...question, dimensions: ["profile"] });
  for (const id of ["11", "22", "33"]) expect(text).toContain(`Café Žofín (${id})`);
  const error = await failing("get_profile_metrics", { ...question, profiles: [decomposed] });
  expect(error.text).toContain(`3 facebook profiles are named "Café Žofín": 11, 22, 33`);
});

/** Characters that copies of ids have around them. */
const around = fc.string({
  unit: fc.constantFrom(
    "\u200E",
    "\u200F",
    "\u200B",
    "\u00A0",
    "\uFEFF",
    "\u2060",
    " ",
    "\n",
    "\t",
    "\r\n",
  ),
  minLength: 1,
  maxLength: 4,
});

test("ids are found with any blanks and invisible characters around them", async () => {
  const { call } = await connect({ profiles: 5 });
  const ids = facebookIds(5);
  const byProfile = await call("get_profile_metrics", { ...question, dimensions: ["profile"] });
  const result = idOf(byProfile.text);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ids), around, around, async (id, before, after) => {
      const profiles = [before + id + after];
      const { text } = await call("get_profile_metrics", { ...question, profiles });
      expect(text).toMatch(/^facebook, \D/);
      const piece = await call("read_result", { result, profiles });
      expect(piece.text).toContain("fans_change");
    }),
    { numRuns: repetitions(20, 500) },
  );
});

test("an id that the API itself writes with such characters is found as it is, and as it looks", async () => {
  const odd = "\u200Eurn:li:1\u00A0";
  const { baseUrl, requests } = await serve([
    { id: odd, name: "Odd" },
    { id: "2", name: "Other" },
  ]);
  const { call } = await connect({ baseUrl });
  for (const id of [odd, "urn:li:1"])
    await call("get_profile_metrics", { ...question, profiles: [id], fresh: true });
  expect(requests("metrics").map(({ body }) => body.profiles)).toEqual([[odd], [odd]]);
});
