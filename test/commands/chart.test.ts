/** Charts from the terminal: each call is a process, and finds the result of an earlier one. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import type { Environment } from "../helpers/process.ts";
import { run, runCall } from "../helpers/program.ts";
import { idOf } from "../helpers/results.ts";

const question = JSON.stringify({
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["Acme US"],
  dimensions: ["date.day"],
  period: "last_month",
});

async function resultOf(environment: Environment): Promise<string> {
  const { stdout } = await runCall(["get_profile_metrics", question, "--sandbox"], environment);
  return idOf(stdout.trimEnd());
}

test("call chart_result prints the text of the chart, and writes SVG and PNG", async () => {
  const environment = newUser();
  const folder = temporaryFolder();
  const result = await resultOf(environment);
  const [svg, png] = [join(folder, "chart.svg"), join(folder, "chart.png")];
  const words = ["call", "chart_result", JSON.stringify({ result }), "--sandbox"];
  const { code, stdout } = await run([...words, "--svg", svg, "--png", png], environment);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Views by day, Acme US: bar chart, 1 series, \d+ days\./m);
  expect(stdout).toMatch(
    /\n\ninsights_views sum: [▁-█]+ lowest .*\nThe data is made up: this is the sandbox\.\nchart:/,
  );
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg [^]*The data is made up: this is the sandbox\./);
  expect(readFileSync(png).subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
  const rows = await runCall(
    ["read_result", JSON.stringify({ result, grain: "total" }), "--sandbox"],
    environment,
  );
  expect(rows.stdout, "read_result finds it as well").toContain("insights_views");
  expect(rows.stdout).toContain("The data is made up: this is the sandbox.");
});

test("what is not there to write is said, and how to get it", async () => {
  const environment = newUser();
  const result = await resultOf(environment);
  const file = join(temporaryFolder(), "none", "chart.svg");
  const call = ["call", "chart_result", JSON.stringify({ result }), "--sandbox"];
  const unwritable = await run([...call, "--svg", file], environment);
  expect([unwritable.code, unwritable.stdout, unwritable.stderr]).toEqual([
    2,
    "",
    expect.stringContaining(`${file} cannot be written: ENOENT: no such file or directory`),
  ]);
  const chartFile = join(temporaryFolder(), "chart.svg");
  const noChart = await run(
    ["call", "get_current_user", "--sandbox", "--svg", chartFile],
    environment,
  );
  expect([noChart.code, noChart.stdout]).toEqual([2, ""]);
  expect(noChart.stderr).toContain("get_current_user makes none, chart_result does");
  const unknown = await run(
    ["call", "chart_result", '{"result":"rnothing"}', "--sandbox"],
    environment,
  );
  expect(unknown.stdout).toMatch(/^not_found: no result "rnothing" is stored/);
});

test("without the package that draws PNG, the error names it", async () => {
  const environment = newUser();
  const result = await resultOf(environment);
  // A copy of the program without packages beside it.
  const copy = join(temporaryFolder(), "program");
  mkdirSync(copy);
  cpSync("dist", join(copy, "dist"), { recursive: true });
  cpSync("package.json", join(copy, "package.json"));
  const file = join(copy, "chart.png");
  const words = ["call", "chart_result", JSON.stringify({ result }), "--sandbox", "--png", file];
  const program = join(copy, "dist/cli.js");
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
    env: environment,
    encoding: "utf8",
  });
  expect([status, existsSync(file)]).toEqual([2, false]);
  expect(stderr).toContain(
    "a PNG needs the package @resvg/resvg-js, which is not installed\nRun npm install @resvg/resvg-js",
  );
});
