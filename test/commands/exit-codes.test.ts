/** What a script can do about an error: ask for something else (2), try later (75), or call somebody (1). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { newUser, userOf } from "../helpers/commands.ts";
import { failure, metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import type { FakeAnswers } from "../helpers/fake-api.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { hastened, type Environment } from "../helpers/process.ts";
import * as processes from "../helpers/process.ts";
import { run } from "../helpers/program.ts";

const works: FakeAnswers = {
  profiles: profileList(3),
  metrics: ({ body }) => metricsAnswer(body),
};
const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };

const errorIn = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    advice: z.string(),
    retryable: z.boolean(),
    retry_at: z.iso.datetime().optional(),
  }),
});

const spent: FakeAnswers = { ...works, metrics: () => failure(11, "the limit is reached") };
const away: FakeAnswers = {
  ...works,
  metrics: (_, response) => {
    response.statusCode = 502;
    return "<html>";
  },
};
const rejecting: FakeAnswers = {
  ...works,
  metrics: (_, response) => {
    response.statusCode = 401;
    return failure(401, "invalid token");
  },
};
/** Two requests are left, and three are needed. */
const scarce: FakeAnswers = {
  profiles: profileList(250),
  metrics({ body }, response) {
    response.setHeader("X-RateLimit-Limit", "500, 500;window=3600");
    response.setHeader("X-RateLimit-Remaining", "2");
    response.setHeader("X-RateLimit-Reset", "1800");
    return metricsAnswer(body);
  },
};

const environmentOf = async (answers: FakeAnswers): Promise<Environment> =>
  userOf((await serveFakeApi(answers)).baseUrl);

test.each<[string, FakeAnswers, object, number, boolean]>([
  ["an unknown metric", works, { ...question, metrics: ["nothing"] }, 2, false],
  ["an unknown page", works, { ...question, profiles: ["Nobody"] }, 2, false],
  ["more than max_requests", works, { ...question, max_requests: 0 }, 2, false],
  ["a spent quota", spent, question, 75, true],
  ["a login that is rejected", rejecting, question, 1, false],
])("call: %s", async (_, answers, args, code, hasTime) => {
  const environment = await environmentOf(answers);
  const words = ["call", "get_profile_metrics", JSON.stringify(args)];
  const text = await run(words, environment);
  const json = await run([...words, "--json"], environment);
  const { error } = errorIn.parse(JSON.parse(json.stdout));
  expect([text.code, json.code, error.retryable, error.retry_at !== undefined]).toEqual([
    code,
    code,
    code === 75,
    hasTime,
  ]);
});

test("call: the API is away, a result is not there, no login, a wrong command line", async () => {
  const json = JSON.stringify(question);
  const hurried = hastened("setTimeout", 800, 1);
  const failing = { ...(await environmentOf(away)), ...hurried };
  const codes = [
    (await processes.run(["call", "get_profile_metrics", json], failing)).code,
    (await run(["call", "read_result", '{"result":"rMISSING1"}'], await environmentOf(works))).code,
    (await run(["call", "get_profile_metrics", json], newUser())).code,
    (await run(["call", "nothing"])).code,
  ];
  expect(codes).toEqual([75, 2, 1, 2]);
});

test("call: what the quota of the hour does not allow may be asked later, and the time is named", async () => {
  const environment = await environmentOf(scarce);
  const ask = (metric: string) =>
    run(
      ["call", "get_profile_metrics", JSON.stringify({ ...question, metrics: [metric] }), "--json"],
      environment,
    );
  await ask("fans_change");
  const { code, stdout } = await ask("insights_views");
  const { error } = errorIn.parse(JSON.parse(stdout));
  expect([code, error.code, error.retryable]).toEqual([75, "too_many_requests_needed", true]);
  const minutes = (Date.parse(error.retry_at ?? "") - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(20);
  expect(minutes).toBeLessThan(31);
});

const reportText = `---
questions: {w: {network: facebook, metrics: [fans_change], period: last_week}}
---
{{ w.total.fans_change | sentence }}
`;

test.each<[string, FakeAnswers, number]>([
  ["a spent quota", spent, 75],
  ["a login that is rejected", rejecting, 1],
])("report and digest: %s", async (_, answers, code) => {
  const environment = await environmentOf(answers);
  const folder = temporaryFolder();
  const [report, rules] = [join(folder, "report.md"), join(folder, "rules.yaml")];
  writeFileSync(report, reportText);
  writeFileSync(
    rules,
    "rules: {fans: {network: facebook, metrics: [fans_change], period: last_week, compare_to: previous_period, where: change < 0}}\n",
  );
  const ran = await run(["report", report], environment);
  expect(ran).toMatchObject({ code });
  expect((await run(["report", join(folder, "none.md")], environment)).code).toBe(2);
  expect(await run(["digest", rules], environment)).toMatchObject({ code });
});
