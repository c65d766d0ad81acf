/** Answers of the API that break its specification: each ends in a tool error that says how. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { failure, oneProfile, serveFakeApi } from "../helpers/fake-api.ts";

const question = {
  network: "facebook",
  metrics: ["fans_change"],
  profiles: ["p1"],
  date_start: "2026-10-01",
  date_end: "2026-10-01",
};

const day = { type: "date.day", rows: ["2026-10-01"] };
const answer = {
  success: true,
  header: [{ type: "profile", rows: ["p1"] }, day, { type: "metric", rows: ["fans_change"] }],
  data: [[[5]]],
};

test.each<[string, string | object, string]>([
  ["HTML", "<html>Sorry</html>", "the answer is a web page"],
  [
    "a body that is cut",
    JSON.stringify(answer).slice(0, -9),
    "the API's answer is not a JSON object",
  ],
  ["no header", { success: true, data: [] }, "the API's answer has no header"],
  [
    "nesting that does not fit",
    { ...answer, data: [5] },
    "the nesting of the API's answer does not match its header",
  ],
  [
    "too few rows",
    { ...answer, data: [] },
    "the nesting of the API's answer does not match its header",
  ],
  ...["5a", " 5", "1e3", "0x5", "05", "5,5", "", "9".repeat(400)].map(
    (text): [string, object, string] => [
      `a value that is the text ${JSON.stringify(text.slice(0, 9))}`,
      { ...answer, data: [[[text]]] },
      "a value that is not a number",
    ],
  ),
  [
    "another metric",
    { ...answer, header: [answer.header[0], day, { type: "metric", rows: ["fans"] }] },
    "lacks the metric fans_change",
  ],
  [
    "another profile",
    { ...answer, header: [{ type: "profile", rows: ["p2"] }, day, answer.header[2]] },
    "a profile not requested",
  ],
  [
    "a row twice",
    {
      ...answer,
      header: [{ type: "profile", rows: ["p1", "p1"] }, day, answer.header[2]],
      data: [[[5]], [[5]]],
    },
    "the API repeats a profile row",
  ],
  ["a failure without a reason", { success: false }, "the API reported a failure without a reason"],
])("an answer with %s", async (_, body, problem) => {
  const { baseUrl } = await serveFakeApi({
    profiles: oneProfile,
    metrics: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { failing } = await connect({ baseUrl });

  const { text, isError } = await failing("get_profile_metrics", question);

  expect(isError).toBe(true);
  expect(text).toMatch(/^upstream_failed: /);
  expect(text).toContain(problem);
});

test.each([
  ["5", "5"],
  ["-12", "-12"],
  ["0", "0"],
])("a number that is sent as the text %j is %s", async (sent, read) => {
  const metrics = { header: answer.header, data: [[[sent]]] };
  const { baseUrl } = await serveFakeApi({ profiles: oneProfile, metrics });
  const { text } = await (await connect({ baseUrl })).call("get_profile_metrics", question);
  expect(text).toContain(`\nfans_change sum|${read}\n`);
});

test("a base URL that is down", async () => {
  const { failing } = await connect({ baseUrl: "http://127.0.0.1:9" });
  const { text } = await failing("list_profiles", { network: "facebook" });
  expect(text).toMatch(/^upstream_failed: 127.0.0.1:9 refused the connection\n.*base URL/);
});

test("an API that echoes the credentials does not get them into an answer", async () => {
  const { baseUrl } = await serveFakeApi({
    user: ({ headers: { authorization = "" } }, response) => {
      const decoded = Buffer.from(authorization.split(" ")[1] ?? "", "base64").toString();
      response.statusCode = 401;
      return failure(401, `Refused: ${authorization}`, decoded);
    },
  });
  const { failing } = await connect({ baseUrl });

  const { text } = await failing("get_current_user");

  expect(text).toMatch(/^unauthorized: /);
  expect(text).toContain("Refused: [redacted]");
  expect(text).not.toMatch(/sandbox-(token|secret)/);
});

test("an answer for a day that was not asked", async () => {
  const header = [
    { type: "profile", rows: ["p1"] },
    { type: "date.day", rows: ["2026-08-31"] },
    { type: "metric", rows: ["fans_change"] },
  ];
  const metrics = { header, data: [[[5]]] };
  const { baseUrl } = await serveFakeApi({ profiles: oneProfile, metrics });
  const { failing } = await connect({ baseUrl });

  const { text } = await failing("get_profile_metrics", { ...question, dimensions: ["date.day"] });

  expect(text).toMatch(/^upstream_failed: the API answered for a day not requested/);
});
