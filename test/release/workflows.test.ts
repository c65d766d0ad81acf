/** The workflows run scripts and files that exist, and the changelog has a part for the version. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import own from "../../package.json";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".github/workflows");

const workflow = z.object({
  name: z.string(),
  permissions: z.object({ contents: z.literal("read") }),
  jobs: z.record(
    z.string(),
    z.object({
      "runs-on": z.string(),
      steps: z.array(z.union([z.object({ uses: z.string() }), z.object({ run: z.string() })])),
    }),
  ),
});

test.each(readdirSync(folder))("%s names only what exists", (name) => {
  const { jobs } = workflow.parse(parse(readFileSync(join(folder, name), "utf8")));
  const lines = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ("run" in step ? step.run.split("\n") : [])),
  );
  const scripts = lines.flatMap((line) => /npm run ([\w:]+)/.exec(line)?.[1] ?? []);
  expect(scripts.filter((script) => !Object.hasOwn(own.scripts, script))).toEqual([]);
  const files = lines.flatMap((line) => line.match(/(?:build|test|\.ci)\/[\w./-]+/g) ?? []);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the forms for issues can be read", () => {
  const forms = join(root, ".github/ISSUE_TEMPLATE");
  for (const name of readdirSync(forms))
    expect(parse(readFileSync(join(forms, name), "utf8"))).toBeTypeOf("object");
});

test("the changelog says what this version brings", () => {
  const script = join(root, "build/changelog.mjs");
  const text = execFileSync(process.execPath, [script, `v${own.version}`], { encoding: "utf8" });
  expect(text.length).toBeGreaterThan(100);
  expect(text).not.toMatch(/^## /m);
});
