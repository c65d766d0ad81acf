/** Runs of `digest` by the built program: what they print, with which exit codes, and what they remember. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ago, dateText, serveDigests, silence } from "../helpers/digests.ts";
import { readAll, start } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";
import { repetitions } from "../helpers/repetitions.ts";

const silent = "rules:\n  silent: {network: facebook, view: gaps, min: 3}\n";

describe("a run", () => {
  test("prints nothing and exits with 0 where nothing is new, and with 10 where something is", async () => {
    const digests = await serveDigests(silent);
    expect(await digests.digest()).toEqual({ code: 0, stdout: "", stderr: "" });
    silence(digests, [2, 3], 5);
    const { code, stdout } = await digests.digest();
    expect([code, stdout]).toEqual([
      10,
      `No data since ${dateText(ago(5))}: 2 pages labelled Retail: Brand 2 (Facebook), Brand 3 (Facebook)\n`,
    ]);
    expect(await digests.digest()).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await digests.digest("--all", "--exit-zero")).code).toBe(0);
    expect((await digests.digest("--again")).stdout.split("\n")).toHaveLength(3);
  });

  test("says once that it is resolved", async () => {
    const digests = await serveDigests(silent);
    const { numberOf } = digests.account;
    silence(digests, [2], 5);
    await digests.news();
    digests.account.numberOf = numberOf;
    expect((await digests.digest()).stdout).toBe(
      `Resolved: Brand 2 (Facebook): no data since ${dateText(ago(5))}\n`,
    );
    expect(await digests.news()).toEqual([]);
  });

  test("of which a rule fails prints the others, loses nothing, and exits as it did", async () => {
    const digests = await serveDigests(
      `${silent}  wrong: {network: facebook, metrics: [insights_viewz], period: last_week, where: "value > 1"}\n`,
    );
    silence(digests, [2], 5);
    const { code, stdout, stderr } = await digests.digest();
    expect([code, stdout]).toEqual([2, expect.stringContaining("Brand 2")]);
    expect(stderr).toMatch(/^wrong: invalid_input: .*insights_viewz/);
    expect(stderr).toContain("1 rule of 2 failed: the next run continues.");
  });

  test("does not report a network that is late", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [1, 2, 3, 4, 5, 6], 5);
    expect(await digests.news()).toEqual([]);
  });

  test("does not resolve what a late network hides", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2], 5);
    expect(await digests.news()).toHaveLength(1);
    silence(digests, [1, 3, 4, 5, 6, 7, 8], 4);
    expect(await digests.news()).toEqual([]);
  });
});

describe("the state", () => {
  test("that is removed repeats the news under their ids", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2, 3, 7], 6);
    const first = await digests.news();
    rmSync(join(digests.environment["HOME"] ?? "", ".local"), { recursive: true });
    const again = await digests.news();
    expect(again).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
  });

  test("is one for each file of rules", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2], 5);
    const first = await digests.news();
    const copy = join(digests.folder, "other.yaml");
    writeFileSync(copy, silent);
    const { stdout } = await run(["digest", copy, "--json"], digests.environment);
    expect(JSON.parse(stdout)).toMatchObject({ news: first });
  });

  test("of runs at the same time loses nothing, and prints the same ids", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2, 3, 7], 6);
    const children = [1, 2, 3].map(() =>
      start(["digest", digests.rules, "--json"], digests.environment),
    );
    const ran = await Promise.all(children.map(readAll));
    expect(ran.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 10]));
    const printed = ran.flatMap(({ stdout }) => JSON.parse(stdout).news);
    expect(new Set(printed.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test("of runs that are killed at any moment leaves the news to the next one, under the same ids", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2, 3, 7], 6);
    const begun = performance.now();
    const expected = (await digests.news()).map(({ id }) => id);
    const duration = performance.now() - begun + 400;
    const kills = repetitions(2, 60);
    for (let kill = 0; kill < kills; kill += 1) {
      rmSync(join(digests.environment["HOME"] ?? "", ".local"), { recursive: true, force: true });
      const child = start(["digest", digests.rules, "--json"], digests.environment);
      const reading = readAll(child);
      await after((duration * (kill + 1)) / kills);
      child.kill("SIGKILL");
      const { stdout } = await reading;
      const printed = stdout.trim() === "" ? [] : JSON.parse(stdout).news;
      const next = await digests.news();
      const ids = [...printed, ...next].map(({ id }: { id: string }) => id);
      expect([...new Set(ids)].toSorted()).toEqual(expected.toSorted());
    }
  });
});
