/** Structured content: only where the server was started so, and the same as the text says. */
import { expect, test } from "vitest";
import { connect, readCall } from "../helpers/connect.ts";
import { testNow } from "../helpers/in-memory.ts";
import { small } from "../helpers/questions.ts";
import { readCsv } from "../helpers/results.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-07" };

const calls: [string, Record<string, unknown>][] = [
  ["list_profiles", { network: "facebook" }],
  ["describe_metrics", { network: "tiktok" }],
  ["describe_metrics", { network: "tiktok", search: "nothing like it" }],
  ["get_profile_metrics", small],
  ["get_profile_metrics", { ...small, plan_only: true }],
  ["list_linkedin_posts", { ...october, limit: 3 }],
  ["list_facebook_posts", { ...october, limit: 3 }],
  ["list_post_labels", {}],
  ["list_post_label_groups", {}],
  ["list_profile_labels", {}],
  ["list_listening_queries", {}],
  ["list_ad_accounts", {}],
  ["get_current_user", {}],
];

test("without the flag neither a schema nor structured content is sent", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true);
  const answer = await client.callTool({ name: "list_post_labels" });
  readCall(answer);
  expect(answer).not.toHaveProperty("structuredContent");
});

test.each(calls)(
  "%s %j: with the flag, columns and rows, and the same text",
  async (name, args) => {
    const plain = await connect();
    const { client } = await connect({ structured: true });
    const { tools } = await client.listTools();
    expect(tools.find((tool) => tool.name === name)?.outputSchema).toMatchObject({
      type: "object",
    });

    // The client checks the content against the schema.
    const { structuredContent, content } = await client.callTool({ name, arguments: args });
    const { columns, rows, total_rows: total } = Object(structuredContent);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(total).toBe(rows.length);
    const [block] = content;
    const withoutId = (text: string): string => text.replaceAll(/\br[2-9A-Za-z]{8}\b/g, "");
    expect(withoutId(block?.type === "text" ? block.text : "")).toBe(
      withoutId((await plain.call(name, args)).text),
    );
  },
);

test("rows of metrics hold the API's values, null where one is missing, and name the CSV", async () => {
  const connected = await connect({ structured: true });
  const question = {
    ...small,
    profiles: ["Café Žofín"],
    metrics: ["fans_change", "insights_reach"],
  };
  const { structuredContent } = await connected.client.callTool({
    name: "get_profile_metrics",
    arguments: question,
  });
  const { columns, rows, csv, result } = Object(structuredContent);
  expect(columns).toEqual(["profile", "profile_name", "date.day", "fans_change", "insights_reach"]);
  expect(rows).toHaveLength(7);
  expect(rows[0]).toEqual([
    "100000000015838",
    "Café Žofín",
    "2026-10-01",
    expect.any(Number),
    null,
  ]);
  expect(csv).toEqual([`result://${result}.csv`]);
  const lines = (await readCsv(connected, csv[0])).split("\r\n").slice(1, -1);
  expect(lines).toEqual(
    rows.map((row: (string | number | null)[]) => row.map((cell) => cell ?? "").join(",")),
  );
});

test("a piece of a result is its own rows; posts bring their cursor", async () => {
  const { client } = await connect({ structured: true });
  const posts = await client.callTool({
    name: "list_facebook_posts",
    arguments: { ...october, limit: 5 },
  });
  const { result, cursor, rows } = Object(posts.structuredContent);
  expect(rows).toHaveLength(5);
  expect(cursor).toMatch(/^100~2026-10-01~2026-10-07~/);
  const piece = await client.callTool({ name: "read_result", arguments: { result, top: 2 } });
  expect(Object(piece.structuredContent).rows).toEqual(rows.slice(0, 2));
});

test("a large result sends whole rows as far as they go, and says how many there are", async () => {
  const { client } = await connect({ structured: true });
  const { structuredContent } = await client.callTool({
    name: "get_profile_metrics",
    arguments: { ...small, profiles: undefined, date_start: "2025-11-01", date_end: "2026-10-31" },
  });
  const { rows, total_rows: total } = Object(structuredContent);
  expect(total).toBe(120 * 365);
  expect(rows).toHaveLength(10_000);
});

test("a list that goes on says how many rows there are, and every answer its first line", async () => {
  const { client } = await connect({ structured: true });
  const call = { name: "list_profiles", arguments: { network: "facebook", offset: 3 } };
  const { structuredContent } = await client.callTool(call);
  const { rows, total_rows: total, summary } = Object(structuredContent);
  expect([rows.length, total]).toEqual([117, 120]);
  expect(summary).toBe(
    "facebook: 120 of 120 profiles. 1 request sent, at most 499 left this hour.",
  );
});

test("a tool error stays a text with its code", async () => {
  const { client } = await connect({ structured: true });
  const { isError, content } = await client.callTool({
    name: "read_result",
    arguments: { result: "no" },
  });
  expect(isError).toBe(true);
  expect(content[0]).toMatchObject({ type: "text", text: expect.stringMatching(/^not_found: /) });
});

test("structured content, the link and the CSV have the time of the oldest and the newest number", async () => {
  let now = testNow;
  const { client } = await connect({ structured: true, now: () => now });
  const question = { ...small, date_start: "2026-11-10", date_end: "2026-11-12" };
  await client.callTool({ name: "get_profile_metrics", arguments: question });
  now += 40 * 60_000;
  const longer = { ...question, date_end: "2026-11-15" };
  const answer = await client.callTool({ name: "get_profile_metrics", arguments: longer });
  const fetched = { oldest: "2026-11-20T12:00:00.000Z", newest: "2026-11-20T12:40:00.000Z" };
  expect(answer.structuredContent).toMatchObject({ fetched });
  const link = answer.content.find((block) => block.type === "resource_link");
  expect(link).toMatchObject({
    _meta: { fetched },
    annotations: { lastModified: fetched.newest },
  });
  const { contents } = await client.readResource({ uri: link?.uri ?? "" });
  expect(contents[0]?._meta).toEqual({ fetched });
  const allNetworks = { network: "all", date_start: "2026-11-10", date_end: "2026-11-12" };
  const several = await client.callTool({ name: "get_profile_metrics", arguments: allNetworks });
  expect(Object(several.structuredContent).fetched.newest).toBe(fetched.newest);
});
