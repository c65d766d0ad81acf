/** Answers that would occupy the process are rejected, or read without blocking it. */
import { expect, test } from "vitest";
import { connect, type Called } from "../helpers/connect.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { metricsAnswer, oneProfile, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { isFull, isQuick, repetitions } from "../helpers/repetitions.ts";

const MiB = 1024 * 1024;
const share = isFull ? 1 : isQuick ? 0.05 : 0.1;
const times = (text: string, count: number): string => text.repeat(Math.floor(count * share));

const numbered = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: Math.floor(count * share) }, (_, index) => entry(index)).join(",");

async function listed(profiles: string): Promise<Called> {
  const body = `{"success":true,"profiles":${profiles}}`;
  const { baseUrl } = await serveFakeApi({ otherwise: body });
  const { attempt } = await connect({ baseUrl });
  return attempt("list_profiles", { network: "facebook" });
}

test.each([
  ["many empty objects", `[${"{},".repeat(2_100_000)}{}]`, "more than 2,000,000 values"],
  ["many members", `[{${'"a":1,'.repeat(200_001)}"b":1}]`, "more than 200,000 named values"],
  ["a deep name", `[{"id":"1","name":${"[".repeat(100_000)}`, "more than 64 levels"],
  ["too many bytes", `["${"x".repeat(64 * MiB)}"]`, "larger than 64 MiB"],
])("a list with %s is rejected", async (_, profiles, problem) => {
  const { text, isError } = await listed(profiles);
  expect(isError).toBe(true);
  expect(text).toMatch(/^upstream_failed: /);
  expect(text).toContain(problem);
});

test("a deep value within a field is rejected in every endpoint", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const body = `{"success":true,"data":${deep},"profiles":[{"id":"1","name":${deep}}],"userInfo":${deep}}`;
  const { baseUrl } = await serveFakeApi({ otherwise: body });
  const { failing } = await connect({ baseUrl });
  for (const tool of ["list_post_labels", "list_profile_labels", "get_current_user"]) {
    expect((await failing(tool)).text).toMatch(/^upstream_failed: .*more than 64 levels/);
  }
});

/** The most expensive lists of profiles within the limits. */
const expensive: readonly (readonly [string, string])[] = [
  ["empty objects", `[${times("{},", 990_000)}{}]`],
  [
    "different names of members",
    `[${numbered(66_000, (at) => `{"a${at}":1,"b${at}":2,"id":${at}}`)}]`,
  ],
  ["many ids", `[${numbered(199_000, (at) => `{"id":"profile ${at}"}`)}]`],
  [
    "many names",
    `[${numbered(99_000, (at) => `{"id":"${at}","name":"Acme 👍🏽 ${"x".repeat(500)}"}`)}]`,
  ],
  ["a long name", `[{"id":"1","name":"${times("x", 60 * MiB)}"}]`],
  ["a long name of hidden characters", `[{"id":"1","name":"${times("\u200B", 20 * MiB)}"}]`],
  ["a long id", `[{"id":"${times("x", 60 * MiB)}"}]`],
  ["many labels", `[{"id":"1","profile_labels":[${numbered(1_900_000, (at) => String(at))}]}]`],
  ["long numbers", `[{"id":"1","name":[${numbered(1_000_000, (at) => `0.${at}${at}${at}`)}]}]`],
];

test.each(expensive)("a list with %s does not block the process", async (_, profiles) => {
  // A guard against hanging: a busy machine is slower.
  expect(await longestBlock(() => listed(profiles))).toBeLessThan(5000);
});

const question = { network: "facebook", metrics: ["insights_reach"], period: "last_7_days" };

/** The reply counts all rows that were read, and shows the first of them. */
const furtherRows = (count: number): string =>
  `\n${Math.floor(count * share) - 25} more: read_result, or top.\n`;

/**
 * The most expensive answers to a question for metrics, with header and nesting as they should be or almost, and what the
 * reply says, which shows how far each was read.
 */
const metricsAnswers: readonly (readonly [string, readonly string[], string, string])[] = [
  [
    "many rows",
    ["gender_age"],
    `"header":[{"type":"profile","rows":["p1"]},{"type":"date.day","rows":["2026-11-19"]},{"type":"gender_age","rows":[${numbered(99_000, (at) => `"row ${at}"`)}]},{"type":"metric","rows":["insights_reach"]}],"data":[[[${numbered(99_000, (at) => `[${at}]`)}]]]`,
    furtherRows(99_000),
  ],
  [
    "many columns",
    [],
    `"header":[{"type":"profile","rows":["p1"]},{"type":"date.day","rows":["2026-11-19"]},{"type":"metric","rows":["insights_reach",${numbered(90_000, (at) => `"other ${at}"`)}]}],"data":[[[7,${numbered(90_000, String)}]]]`,
    "\ninsights_reach people per page and day|7\n",
  ],
  [
    "deep data",
    ["date.day"],
    `"header":[{"type":"profile","rows":["p1"]},{"type":"date.day","rows":["2026-11-19"]},{"type":"metric","rows":["insights_reach"]}],"data":${"[".repeat(60)}${"]".repeat(60)}`,
    "upstream_failed: the API's answer contains a value that is not a number\n",
  ],
  [
    "a header that names more numbers than there are",
    ["profile", "gender_age"],
    `"header":[{"type":"profile","rows":["p1"]},{"type":"date.day","rows":["2026-11-19"]},{"type":"gender_age","rows":[${numbered(90_000, (at) => `"row ${at}"`)}]},{"type":"metric","rows":["insights_reach",${numbered(90_000, (at) => `"m ${at}"`)}]}],"data":[]`,
    "upstream_failed: the nesting of the API's answer does not match its header",
  ],
  [
    "rows of objects",
    ["gender_age"],
    `"header":[{"type":"profile","rows":["p1"]},{"type":"date.day","rows":["2026-11-19"]},{"type":"gender_age","rows":[${numbered(60_000, (at) => `{"name":"${at}","id":${at},"x":1}`)}]},{"type":"metric","rows":["insights_reach"]}],"data":[[[${numbered(60_000, (at) => `[${at}]`)}]]]`,
    furtherRows(60_000),
  ],
];

/** The request without the breakdown. */
const isPlain = (body: Readonly<Record<string, unknown>>): boolean =>
  !JSON.stringify(body).includes("gender_age");

test.each(metricsAnswers)(
  "an answer with %s does not block the process",
  async (_, dimensions, answer, said) => {
    const { baseUrl } = await serveFakeApi({
      profiles: oneProfile,
      metrics: ({ body }) =>
        isPlain(body) && dimensions.includes("gender_age")
          ? metricsAnswer(body)
          : `{"success":true,${answer}}`,
    });
    const { attempt } = await connect({ baseUrl });
    let text = "";
    const ask = async (): Promise<void> => {
      ({ text } = await attempt("get_profile_metrics", { ...question, dimensions }));
    };
    expect(await longestBlock(ask)).toBeLessThan(5000);
    expect(text).toContain(said);
  },
);

test("rows that would fill gigabytes when they are merged are rejected", async () => {
  const rows = `[${Array.from({ length: 90_000 }, (_, at) => `"row ${at}"`).join(",")}]`;
  const data = `[[[${"[1],".repeat(89_999)}[1]]]]`;
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(100),
    metrics: ({ body }) =>
      isPlain(body)
        ? metricsAnswer(body)
        : `{"success":true,"header":[{"type":"profile","rows":["${String(Object(body).profiles[0])}"]},{"type":"date.day","rows":["2026-11-15"]},{"type":"gender_age","rows":${rows}},{"type":"metric","rows":["insights_reach"]}],"data":${data}}`,
  });
  const { failing } = await connect({ baseUrl });
  const dimensions = ["profile", "date.day", "gender_age"];
  const { text } = await failing("get_profile_metrics", { ...question, dimensions });
  expect(text).toMatch(
    /^limit_exceeded: the answer has 63000000 numbers, and a result holds up to 33554432/,
  );
});

test("an error of very many strings is read in little time", async () => {
  const strings = `[${numbered(1_900_000, () => '"x"')}]`;
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(repetitions(10, 100)),
    metrics: `{"success":false,"errors":[{"code":7,"errors":${strings}}]}`,
  });
  const { failing } = await connect({ baseUrl });
  const args = { ...question, skip_unavailable: true };
  expect(await longestBlock(() => failing("get_profile_metrics", args))).toBeLessThan(5000);
});

test("a label of very many profiles does not block the process", async () => {
  const name = "é%25".repeat(150);
  const profiles = numbered(95_000, (at) => `{"name":"${name}${at}","platform":"facebook"}`);
  const { baseUrl } = await serveFakeApi({
    profile_labels: `{"success":true,"data":[{"id":"1","profiles":[${profiles}]}]}`,
  });
  const { call } = await connect({ baseUrl });
  expect(await longestBlock(() => call("list_profile_labels"))).toBeLessThan(5000);
});

/** The most expensive pages of posts. */
const pages: readonly (readonly [string, string])[] = [
  ["many posts without an id", times("{},", 990_000) + "{}"],
  ["many posts", numbered(99_000, (at) => `{"id":"${at}","shares":${at}}`)],
  ["long texts", numbered(500, (at) => `{"id":"${at}","message":"${"❤️ fun ".repeat(8000)}"}`)],
  [
    "many fields",
    numbered(
      400,
      (at) =>
        `{"id":"${at}",${Array.from({ length: 450 }, (_, field) => `"field ${field}":${at}`).join(",")}}`,
    ),
  ],
  [
    "many values in lists",
    numbered(
      190,
      (at) =>
        `{"id":"${at}","attachments":[${Array.from({ length: 9900 }, (_, index) => `"${index}"`).join(",")}]}`,
    ),
  ],
  [
    "keys that begin alike",
    `{"id":"1","stats":{${numbered(9900, (at) => `"${"k".repeat(61)}${at}":1`)}}}`,
  ],
  [
    "fields that begin alike",
    `{"id":"1",${numbered(4000, (at) => `"${"k".repeat(101)}${at}":1`)}}`,
  ],
  ["many values in one list", `{"id":"1","attachments":[${numbered(1_900_000, String)}]}`],
];

test.each(pages)("a page with %s does not block the process", async (_, posts) => {
  const page = `{"success":true,"data":{"posts":[${posts}]}}`;
  const { baseUrl } = await serveFakeApi({ profiles: oneProfile, posts: page });
  const { attempt } = await connect({ baseUrl });
  const args = { period: "last_7_days", limit: 5000 };
  expect(await longestBlock(() => attempt("list_linkedin_posts", args))).toBeLessThan(5000);
});
