/** Names that are looked up among names: the time grows with their sum, not with their product. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { failure, metricsAnswer, serveFakeApi, type FakeAnswers } from "../helpers/fake-api.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

const count = repetitions(2000, 6000);
const perError = repetitions(100, 500);
const profiles = Array.from({ length: count }, (_, place) => ({
  id: `10000000000${place}`,
  name: `Page number ${place}`,
  insights_enabled: true,
  profile_labels: Array.from({ length: 5 }, (_label, label) => ({
    id: `l${label}`,
    name: `L${label}`,
  })),
}));
const question = {
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2026-10-01",
  date_end: "2026-10-01",
  max_requests: 200,
};

const served = async (answers: FakeAnswers = {}) => {
  const { baseUrl } = await serveFakeApi({
    profiles,
    metrics: ({ body }) => metricsAnswer(body),
    ...answers,
  });
  return connect({ baseUrl });
};

test("thousands of unknown profiles, and all profiles of a result by their ids", async () => {
  const { attempt, call } = await served();
  const { text } = await call("get_profile_metrics", { ...question, dimensions: ["profile"] });
  const unknown = Array.from({ length: 10_000 }, (_, place) => `unknown ${place}`);
  const block = await longestBlock(async () => {
    const refused = await attempt("get_profile_metrics", { ...question, profiles: unknown });
    expect(refused.text).toContain(`unknown 0, unknown 1, `);
    const ids = profiles.map(({ id }) => id);
    const piece = await attempt("read_result", { result: idOf(text), profiles: ids });
    expect(piece.text).toContain(`${count} profiles`);
  });
  expect(block).toBeLessThan(1000);
});

test("an error of the API with thousands of long texts", async () => {
  const texts = Array.from({ length: 10_000 }, (_, place) => `${place} ${"x".repeat(2000)}`);
  const errors = Array.from({ length: 20 }, () => ({ code: 5, errors: texts.slice(0, perError) }));
  const { attempt } = await served({
    metrics: () => JSON.stringify({ ...failure(5, "no access"), errors }),
  });
  const block = await longestBlock(async () => {
    const { text } = await attempt("get_profile_metrics", question);
    expect(text).toMatch(/^profiles_not_allowed: the user has no access/);
  });
  expect(block).toBeLessThan(1000);
});
