/** The workflows run scripts and files that exist, and the changelog has a part for the version. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import manifest from "../../package.json";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".github/workflows");

const workflow = z.object({
  name: z.string(),
  permissions: z.object({ contents: z.literal("read") }),
  jobs: z.record(
    z.string(),
    z.object({
      "runs-on": z.string(),
      permissions: z.record(z.string(), z.string()).default({}),
      steps: z.array(z.union([z.object({ uses: z.string() }), z.object({ run: z.string() })])),
    }),
  ),
});

const names = readdirSync(folder);
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");
const jobsOf = (name: string): z.infer<typeof workflow>["jobs"] =>
  workflow.parse(parse(textOf(name))).jobs;

test.each(names)("%s names only what exists", (name) => {
  const jobs = jobsOf(name);
  const lines = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ("run" in step ? step.run.split("\n") : [])),
  );
  const scripts = lines.flatMap((line) => /npm run ([\w:]+)/.exec(line)?.[1] ?? []);
  expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
  const files = lines.flatMap((line) => line.match(/(?:build|test|\.ci)\/[\w./-]+/g) ?? []);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test.each(names)("%s pins actions by commit", (name) => {
  const actions = textOf(name).match(/(?<=uses: ).*/g) ?? [];
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("only one job can publish to npm; it gets files, and neither source nor dependencies", () => {
  const jobs = names.flatMap((name) => Object.entries(jobsOf(name)));
  const publishing = jobs.filter(([, job]) => "id-token" in job.permissions);
  expect(publishing).toEqual([
    [
      "publish",
      expect.objectContaining({
        permissions: { "id-token": "write" },
        steps: [
          { uses: expect.stringMatching(/^actions\/download-artifact@/) },
          { uses: expect.stringMatching(/^actions\/setup-node@/) },
          { run: "npm publish ./*.tgz --ignore-scripts --provenance --access public" },
        ],
      }),
    ],
  ]);
  const writing = jobs.filter(([, job]) => Object.values(job.permissions).includes("write"));
  expect(writing.map(([name]) => name)).toEqual(["publish", "github-release"]);
});

test("the forms for issues can be read", () => {
  const forms = join(root, ".github/ISSUE_TEMPLATE");
  for (const name of readdirSync(forms))
    expect(parse(readFileSync(join(forms, name), "utf8"))).toBeTypeOf("object");
});

test("the changelog says what this version brings", () => {
  const script = join(root, "build/changelog.mjs");
  const text = execFileSync(process.execPath, [script, `v${manifest.version}`], {
    encoding: "utf8",
  });
  expect(text.length).toBeGreaterThan(100);
  expect(text).not.toMatch(/^## /m);
});

test("no file names a registry where it is the default, and no workflow holds a token of one", () => {
  const files = [
    ...names.map((name) => join(".github/workflows", name)),
    "server.json",
    "package.json",
  ];
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    expect([
      file,
      /registry\.npmjs\.org|registry-url|NODE_AUTH_TOKEN|NPM_TOKEN/.test(text),
    ]).toEqual([file, false]);
  }
});
