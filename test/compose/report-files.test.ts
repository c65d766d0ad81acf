/** What a report reads and writes: nothing outside its folder, nothing where something failed, nothing over itself. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

describe("a file that a report names", () => {
  test.each([
    ["above its folder", "comment: ../secret.md"],
    ["elsewhere", "comment: /etc/hostname"],
    ["behind a link", "comment: link.md"],
    ["without an end", "comment: /dev/zero"],
    ["a folder", "events: folder"],
    ["that does not exist", "events: nothing.csv"],
    ["no picture", "brand: {logo: comment.md}"],
  ])("%s is refused", async (_, line) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "own/folder"), { recursive: true });
    writeFileSync(join(folder, "secret.md"), "a secret");
    symlinkSync(join(folder, "secret.md"), join(folder, "own/link.md"));
    const { environment } = await serveBrands();
    const source = `${octoberFront.replace("---\n", `---\n${line}\n`)}x`;
    const options = { environment, folder: join(folder, "own"), files: { "comment.md": "x" } };
    const { code, stdout, stderr } = await render(source, [], options);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toContain("a secret");
  });
});

describe("nothing is written", () => {
  const flags: readonly (readonly [string, readonly string[]])[] = [
    ["over the report itself", ["--out", "FOLDER/report.md"]],
    ["over the report by freezing", ["--freeze", "FOLDER/report.md"]],
    ["with two forms at once", ["--each", "label", "--out", "FOLDER/x", "--freeze", "FOLDER/y"]],
    ["again from what is stored", ["--from", "FOLDER/a", "--freeze", "FOLDER/b"]],
    ["for a value that the file has not", ["--set", "clent=Acme"]],
    ["of another kind", ["--out", "FOLDER/x.pdf"]],
  ];
  test.each(flags)("%s", async (_, words) => {
    const { environment } = await serveBrands();
    const source = `${octoberFront}{{ oct.total.insights_views.now }}`;
    const { code, file, files } = await render(source, words, { environment });
    expect(code).toBe(2);
    expect(file("report.md")).toBe(source);
    expect(files()).toEqual(["report.md"]);
  });

  test("where one of several files cannot be", async () => {
    const { environment } = await serveBrands();
    const folder = temporaryFolder();
    mkdirSync(join(folder, "out/out-oct.svg"), { recursive: true });
    const source = `${octoberFront}{{ oct | chart }}`;
    const { code, files } = await render(source, ["--out", "FOLDER/out/out.md"], {
      environment,
      folder,
    });
    expect(code).toBe(2);
    expect(files()).not.toContain("out/out.md");
  });
});

describe("what is frozen", () => {
  const front = octoberFront
    .replace("compare_to", 'where: "insights_views > 9000", compare_to')
    .replace(
      "questions:\n",
      "questions:\n  one: {metrics: insights_views, read: {profiles: Brand 7}}\n",
    );
  const text = "{{ one.rank[1].name }} {{ oct.rank[1].name }}";

  test("is rendered as it was asked, however its arguments were written", async () => {
    const { environment } = await serveBrands();
    const first = await render(front + text, ["--freeze", "FOLDER/f"], { environment });
    const again = await render(front + text, ["--from", "FOLDER/f"], {
      environment,
      folder: first.folder,
    });
    expect([first.code, again.code]).toEqual([0, 0]);
    expect(again.stdout.split("\n")[0]).toBe("Brand 7 Brand 12");
    expect(again.stdout.split("\n")[0]).toBe(first.stdout.split("\n")[0]);
  });

  test("is not the answer to other questions", async () => {
    const { environment } = await serveBrands();
    const first = await render(front + text, ["--freeze", "FOLDER/f"], { environment });
    const edited = front.replace("2026-10-31", "2026-10-30") + text;
    const { code, stderr } = await render(edited, ["--from", "FOLDER/f"], {
      environment,
      folder: first.folder,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining("has answers to other questions")]);
  });
});

describe("a file of another encoding", () => {
  const text = `${octoberFront}Ergebnis für Zürich\n`;
  const utf16 = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]);

  test.each([
    ["UTF-16", utf16(Buffer.from(text, "utf16le"))],
    ["UTF-16 of the other order", utf16(Buffer.from(text, "utf16le")).swap16()],
    ["UTF-16 without a mark", Buffer.from(text, "utf16le")],
    ["Windows-1252", Buffer.from(text, "latin1")],
  ])("%s is read", async (name, bytes) => {
    const { environment } = await serveBrands();
    const folder = temporaryFolder();
    writeFileSync(join(folder, "report.md"), bytes);
    const { stdout, stderr } = await run(["report", join(folder, "report.md")], environment);
    expect(stdout).toContain("Ergebnis für Zürich");
    expect(stderr.includes("is read as Windows-1252")).toBe(name === "Windows-1252");
  });
});

test("names stay the texts that they are", async () => {
  const profiles = ["007", "7", "1.1", "1.10", "true"].map((name, at) => ({
    id: `b${at + 1}`,
    name,
  }));
  const { environment } = await serveBrands(profiles, {
    profile_labels: {
      data: ["1.1", "1.10"].map((name) => ({
        id: `l${name}`,
        name,
        profiles: [{ name, platform: "facebook" }],
      })),
    },
  });
  const source = `---
defaults: {network: facebook, metrics: [insights_views], period: 2026-10}
questions:
  pages: {profiles: [007, true], top: 2}
  labels: {labels: [1.10]}
---
{{ pages.rank[1].name }} {{ pages.rank[2].name }} {{ labels.rank[1].name }}
`;
  const { stdout, code } = await render(source, [], { environment });
  expect([code, stdout.split("\n")[0]]).toEqual([0, String.raw`true 007 1\.10`]);
});

test.skipIf(!existsSync("/dev/full"))("a full disk leaves the old file, and says so", async () => {
  const { environment } = await serveBrands();
  const folder = temporaryFolder();
  const source = `${octoberFront}{{ oct.period }}`;
  await render(source, ["--out", "FOLDER/out.md"], { environment, folder });
  symlinkSync("/dev/full", join(folder, "full.md"));
  const { code, stderr } = await render(source, ["--out", "FOLDER/full.md"], {
    environment,
    folder,
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/full\.md cannot be written: .*ENOSPC/),
  ]);
  expect(readFileSync(join(folder, "out.md"), "utf8")).toContain("October 2026");
  // What is written is beside the file until it is complete.
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("--time-zone names the zone of periods", async () => {
  const { environment } = await serveBrands();
  const source =
    "---\nquestions: {day: {network: facebook, metrics: [insights_views], period: yesterday}}\n---\n{{ day.period }}";
  const days = new Set<string>();
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
    const { stdout } = await render(source, ["--time-zone", zone], { environment });
    days.add(stdout.split("\n")[0] ?? "");
  }
  expect(days.size).toBe(2);
  const wrong = await render(source, ["--time-zone", "Mars/Base"], { environment });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Europe/Prague")]);
});
