/** What a report reads and writes: nothing outside its folder, nothing where something failed, nothing over itself. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { repetitions } from "../helpers/repetitions.ts";
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
  test.each(flags)("%s", async (_, given) => {
    const { environment } = await serveBrands();
    const source = `${octoberFront}{{ oct.total.insights_views.now }}`;
    const { code, file, files } = await render(source, given, { environment });
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
    expect(code).toBe(1);
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
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("has the answers to other questions"),
    ]);
  });
});

test("checks of a long text take no time that grows with its square", async () => {
  const { environment } = await serveBrands();
  const part = repetitions(3, 1);
  for (const long of [
    "\n".repeat(100_000 / part),
    "1 ".repeat(60_000 / part),
    `${"a ".repeat(30_000 / part)}${"May ".repeat(3000 / part)}`,
    "](".repeat(30_000 / part),
    "1.".repeat(50_000 / part),
  ]) {
    const before = process.cpuUsage();
    await render(`${octoberFront}${long} {{ oct.total.insights_views.now }}`, [], { environment });
    const { user } = process.cpuUsage(before);
    expect([long.slice(0, 4), user / 1e6 < 20 / part]).toEqual([long.slice(0, 4), true]);
  }
});
