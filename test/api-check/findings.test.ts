/** What a check finds is used by every process of the account. */
import { expect, test } from "vitest";
import { checkApi } from "../../src/command/api-check/check.ts";
import { useFindings } from "../../src/command/api-check/findings.ts";
import { briefly } from "../../src/suite/connection/call-context.ts";
import { type Connected } from "../helpers/connect.ts";
import { machine, sentBy } from "../helpers/machine.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { spoilt } from "../helpers/spoilt.ts";
const profiles = repetitions(8, 20);

type Network = "facebook" | "instagram";

async function checked({ connection }: Connected, network: Network = "facebook") {
  const result = await checkApi(connection, briefly(60), { network, seed: 1 });
  await useFindings(connection, result);
}

/** Stores the findings of a check, all of the same state. */
async function storeFindings(
  { connection }: Connected,
  state: "differs" | "not_seen",
): Promise<void> {
  const result = await checkApi(connection, briefly(60), { network: "facebook", seed: 1 });
  const repeat = { id: "repeat", state, observation: "", metrics: ["fans_lifetime"] } as const;
  await useFindings(connection, { ...result, findings: [repeat] });
}

const late = {
  network: "facebook",
  metrics: ["fans_lifetime"],
  date_start: "2026-07-13",
  date_end: "2026-07-16",
  dimensions: ["profile", "date.day"],
};

const mention = "The API differs from its specification (check-api): ";

test("a server that runs during the check heeds it, and a check that was cut short changes nothing", async () => {
  const here = machine();
  const server = await here.start({ profiles });
  expect((await server.call("get_profile_metrics", late)).text).not.toContain(mention);
  await storeFindings(await here.start({ profiles }), "differs");
  const sentence = `${mention}numbers can differ from one call to the next: fans_lifetime.`;
  expect((await server.call("get_profile_metrics", late)).text).toContain(sentence);
  await storeFindings(await here.start({ profiles }), "not_seen");
  expect((await server.call("get_profile_metrics", late)).text).toContain(sentence);
  const question = { ...late, metrics: ["fans_change"] };
  expect((await server.call("get_profile_metrics", question)).text).not.toContain(mention);
});

test("metrics that the check found to be rejected are left out without another rejection", async () => {
  const here = machine();
  const options = { profiles, world: { retired: ["insights_reach"] } };
  await checked(await here.start(options));
  const { call, sandbox } = await here.start(options);
  const { text } = await call("get_profile_metrics", { network: "facebook", period: "last_month" });
  expect(text).toContain("Without insights_reach: not accepted by the API since 2026-11-20. ");
  expect(text).not.toContain(mention);
  expect(sandbox.requests("metrics")).toHaveLength(1);
});

test("a check without a difference ends what an earlier one has found", async () => {
  const here = machine();
  await storeFindings(await here.start({ profiles }), "differs");
  await checked(await here.start({ profiles }));
  const { text } = await (await here.start({ profiles })).call("get_profile_metrics", late);
  expect(text).not.toContain("check-api");
});

test("sizes and the history are known afterwards, and cost no request more", async () => {
  const here = machine();
  const options = {
    profiles,
    complexity: 10_000,
    historyMonths: 20,
  } as const;
  await checked(await here.start(options));
  const connected = await here.start(options);
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views", "insights_reach"],
    date_start: "2025-01-01",
    date_end: "2026-06-30",
    dimensions: ["date.week"],
  });
  expect(text).toContain("The account's history begins on 2025-03-19");
  const refused = connected.sandbox.requests("metrics").filter(({ failedWith }) => failedWith);
  expect(refused).toEqual([]);
  expect(sentBy(connected)).toBeGreaterThan(0);
});

test("a limit of the history that the API no longer has is forgotten", async () => {
  const here = machine();
  await checked(await here.start({ profiles, historyMonths: 20 }));
  const connected = await here.start({ profiles, historyMonths: 140 });
  await checked(connected);
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: "2024-01-01",
    date_end: "2024-01-31",
  });
  expect(text).toContain("2024-01-01 to 2024-01-31");
});

test.each([
  ["a text for a number", "value", (record: unknown) => (Object(record).data[0][0] = ["12 %"])],
  [
    "a row that was not asked for",
    "row",
    (record: unknown) => (Object(record).header[0].rows[0] = "999"),
  ],
  ["another header", "shape", (record: unknown) => (Object(record).header[1].type = "date.hour")],
])("%s is no number, is logged once, and is counted", async (_, surprise, change) => {
  const logged: string[] = [];
  const spoil = (record: unknown): unknown => {
    change(record);
    return record;
  };
  const connected = await spoilt(
    { operation: "metrics", spoil },
    { logger: ({ event, ...fields }) => logged.push(`${event} ${JSON.stringify(fields)}`) },
  );
  const question = { ...late, metrics: ["fans_change"], profiles: undefined };
  for (const date_end of ["2026-07-16", "2026-07-15"]) {
    const { text } = await connected.failing("get_profile_metrics", { ...question, date_end });
    expect(text).toContain("upstream_failed");
  }
  const lines = logged.filter((line) => line.startsWith("surprising answer"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`"surprise":"${surprise}"`);
  // Each of two calls asks three times.
  expect([...connected.connection.learned.surprises]).toEqual([[surprise, 2]]);
});
