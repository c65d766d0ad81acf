/** No tool, view, comparison or chart keeps the process from others, however large the result. */
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { connect, type Called } from "../helpers/connect.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { start } from "../helpers/process.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** With a year each: 730,000 profile-days in the full tests. */
const profiles = repetitions(50, 2000);

/** Milliseconds of CPU time, once modules are loaded and compiled. */
const mostBlocked = 250;

/** The sandbox in a process of its own: what blocks it does not count. */
function sandboxApart(): Promise<string> {
  const child = start(["sandbox", "--port", "0", "--profiles", String(profiles)]);
  return new Promise((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

const year = { date_start: "2025-11-01", date_end: "2026-10-31" };
const half = { date_start: "2026-05-01", date_end: "2026-10-31", compare_to: "previous_period" };
const byDay = ["profile", "date.day"];
const question = { network: "facebook", metrics: ["insights_reactions", "insights_reach"] };

const pieces: readonly object[] = [
  {},
  { grain: "week" },
  { grain: "month", top: 5, sort_by: "insights_reach" },
  { grain: "weekday" },
  { statistic: "median,p90" },
  { statistic: "max", grain: "month" },
  { view: "shares" },
  { view: "gaps" },
  { view: "outliers" },
  { metrics: ["rate = insights_reactions / insights_reach"] },
  { date_start: "2026-05-01" },
];

/** What blocks does so again; a collection of garbage does not. */
async function least(once: () => Promise<number>): Promise<number> {
  const block = await once();
  return block > mostBlocked ? Math.min(block, await once()) : block;
}

test("the longest block of the event loop is short for everything that can be asked", async () => {
  const { call, client } = await connect({
    baseUrl: await sandboxApart(),
    structured: true,
    settings: { maxRequests: 1000 },
  });
  const blocks = new Map<string, number>();
  const measured = async (name: string, args: Record<string, unknown>): Promise<Called> => {
    let reply: Called | undefined;
    const once = (): Promise<number> =>
      longestBlock(async () => {
        reply = await call(name, args);
      });
    blocks.set(`${name} ${JSON.stringify(args)}`, await least(once));
    if (reply === undefined) throw new Error("no reply");
    return reply;
  };
  // The first calls load and compile.
  await call("get_profile_metrics", { ...question, ...half, dimensions: [] });
  const { text } = await measured("get_profile_metrics", {
    ...question,
    ...year,
    dimensions: byDay,
  });
  for (const dimensions of [["profile"], ["profile_label", "date.month"], ["date.week"], []])
    await measured("get_profile_metrics", { ...question, ...year, dimensions });
  const result = idOf(text);
  for (const piece of pieces) await measured("read_result", { result, ...piece });
  for (const kind of ["line", "bar", "stacked", "heatmap"]) {
    const grain = kind === "line" || kind === "heatmap" ? "day" : "month";
    await measured("chart_result", { result, kind, grain, metrics: ["insights_reactions"] });
  }
  const compared = [];
  for (const dimensions of [["profile"], byDay, ["date.day"], ["profile", "date.month"]]) {
    const reply = await measured("get_profile_metrics", { ...question, ...half, dimensions });
    compared.push(idOf(reply.text));
    await measured("chart_result", { result: idOf(reply.text) });
  }
  await measured("read_result", { result: compared[0], top: 5 });
  for (const uri of [`result://${result}.part-1.csv`, `result://${compared[1]}.part-1.csv`]) {
    const once = (): Promise<number> =>
      longestBlock(() => readCsv({ client }, profiles < 1000 ? uri.replace(/\.part-1/, "") : uri));
    blocks.set(uri, await least(once));
  }
  expect([...blocks].filter(([, block]) => block > mostBlocked)).toEqual([]);
  expect(blocks.size).toBeGreaterThan(25);
}, 900_000);
