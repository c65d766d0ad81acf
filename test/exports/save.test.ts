/** save_result writes into one folder: nothing outside it, nothing over another file, no half file under its name. */
import * as files from "node:fs";
import promises, { open, type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ourLimits } from "../../src/catalog/limits.ts";
import { saveIn } from "../../src/answers/exports/folder.ts";
import { connect } from "../helpers/connect.ts";
import { pathIn, saving } from "../helpers/saving.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { dailyQuestion, idOf, readCsv } from "../helpers/results.ts";

test("a result is saved as its CSV, and the reply has the path, the rows and the size", async () => {
  const connected = await saving();
  const { folder, result, call } = connected;
  const { text } = await call("save_result", { result, format: "csv", name: "October" });
  const path = join(folder, "October.csv");
  expect(text).toBe(`Saved ${path}: 56 rows, ${files.statSync(path).size} bytes.`);
  expect(files.readFileSync(path, "utf8")).toBe(
    "\uFEFF" + (await readCsv(connected, `result://${result}.csv`)),
  );
});

test("a chart is saved as SVG, and its result as CSV; a result has no SVG", async () => {
  const { result, call, failing } = await saving();
  const drawn = await call("chart_result", { result });
  const [uri = ""] = /chart:\S+/.exec(drawn.text) ?? [];
  const picture = await call("save_result", { result: uri, format: "svg" });
  expect(files.readFileSync(pathIn(picture), "utf8")).toMatch(/^<svg /);
  const rows = await call("save_result", { result: uri, format: "csv" });
  expect(rows.text).toContain("56 rows");
  const { text } = await failing("save_result", { result, format: "svg" });
  expect(text).toMatch(/^invalid_input: svg is the format of charts/);
});

test("structured content has the path, the size and the rows", async () => {
  const folder = temporaryFolder();
  const { client, call } = await connect({ saveTo: folder, structured: true });
  const { text } = await call("get_profile_metrics", dailyQuestion);
  const input = { result: idOf(text), format: "csv", name: "a" };
  const { structuredContent } = await client.callTool({ name: "save_result", arguments: input });
  expect(structuredContent).toMatchObject({
    columns: ["path", "bytes", "rows"],
    rows: [[join(folder, "a.csv"), expect.any(Number), 56]],
  });
});

test("nothing is overwritten, a link to nothing neither", async () => {
  const { folder, result, call } = await saving();
  const outside = join(temporaryFolder(), "outside.csv");
  files.writeFileSync(join(folder, "a.csv"), "mine");
  files.symlinkSync(outside, join(folder, "a-2.csv"));
  files.mkdirSync(join(folder, "a-3.csv"));
  const saved = await call("save_result", { result, format: "csv", name: "a" });
  expect(basename(pathIn(saved))).toBe("a-4.csv");
  expect(files.readFileSync(join(folder, "a.csv"), "utf8")).toBe("mine");
  expect(files.existsSync(outside)).toBe(false);
});

test("twenty calls at once write twenty whole files", async () => {
  const { folder, result, call } = await saving();
  const calls = Array.from({ length: 20 }, () =>
    call("save_result", { result, format: "csv", name: "same" }),
  );
  const paths = (await Promise.all(calls)).map(pathIn);
  expect(new Set(paths).size).toBe(20);
  const texts = new Set(paths.map((path) => files.readFileSync(path, "utf8")));
  expect(texts.size).toBe(1);
  expect(files.readdirSync(folder)).toHaveLength(20);
});

const spoil: Record<string, (folder: string) => void> = {
  "was removed": (folder) => files.rmSync(folder, { recursive: true }),
  "is a link": (folder) => {
    files.renameSync(folder, `${folder}-away`);
    files.symlinkSync(`${folder}-away`, folder);
  },
  "is a file": (folder) => {
    files.rmSync(folder, { recursive: true });
    files.writeFileSync(folder, "");
  },
  "is writable by others": (folder) => files.chmodSync(folder, 0o777),
};

test.each(Object.entries(spoil))(
  "a folder that %s is an error, and gets no file",
  async (_, change) => {
    const { folder, result, failing } = await saving();
    change(folder);
    const { text } = await failing("save_result", { result, format: "xlsx" });
    expect(text).toMatch(
      /^invalid_input: nothing was saved: .*reports.*\nTell the user: correct the folder/,
    );
    const isFolder = files.existsSync(folder) && files.statSync(folder).isDirectory();
    expect(isFolder ? files.readdirSync(folder) : []).toEqual([]);
  },
);

test("a folder that vanishes while a file is written is an error", async () => {
  const folder = join(temporaryFolder(), "reports");
  files.mkdirSync(folder, { mode: 0o700 });
  const blocks = function* () {
    yield "a";
    files.rmSync(folder, { recursive: true });
    yield "b";
  };
  await expect(saveIn(folder, "a", "csv", blocks())).rejects.toThrow(
    /nothing was saved: .*reports cannot be written: it was removed/,
  );
});

test("what fails while a file is written leaves no file", async () => {
  const folder = temporaryFolder();
  const blocks = function* () {
    yield "half";
    expect(files.readdirSync(folder)).toEqual([expect.stringMatching(/^\.[-0-9a-f]+\.tmp$/)]);
    throw new Error("cancelled");
  };
  await expect(saveIn(folder, "a", "csv", blocks())).rejects.toThrow("cancelled");
  expect(files.readdirSync(folder)).toEqual([]);
});

test("a file above the limit is refused, and leaves no file", async () => {
  const folder = temporaryFolder();
  const block = Buffer.alloc(2 ** 24);
  const blocks = Array.from({ length: ourLimits.savedFileBytes / block.length + 1 }, () => block);
  await expect(saveIn(folder, "a", "csv", blocks)).rejects.toThrow(/limit_exceeded.*100 MiB/);
  expect(files.readdirSync(folder)).toEqual([]);
});

test("a disk that fills up is an error that says so, and leaves no file", async () => {
  const { folder, result, failing } = await saving();
  const handle = await open(folder);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC", syscall: "write" });
  const writing = vi.spyOn(prototype, "writeFile");
  onTestFinished(() => writing.mockRestore());
  writing.mockImplementationOnce(async function half(this: FileHandle) {
    await this.write("half");
    throw full;
  });
  const { text } = await failing("save_result", { result, format: "csv" });
  expect(text).toMatch(
    /^invalid_input: nothing was saved: .* cannot be written: the disk is full\n/,
  );
  expect(files.readdirSync(folder)).toEqual([]);
});

test("a file system without hard links gets whole files too", async () => {
  const folder = temporaryFolder();
  const without = Object.assign(new Error("not permitted"), { code: "EPERM", syscall: "link" });
  const linking = vi.spyOn(promises, "link").mockRejectedValue(without);
  syncBuiltinESMExports();
  onTestFinished(() => {
    linking.mockRestore();
    syncBuiltinESMExports();
  });
  const saved = [];
  for (const text of ["first", "second"]) saved.push(await saveIn(folder, "a", "csv", [text]));
  expect(linking).toHaveBeenCalled();
  expect(saved.map(({ path }) => files.readFileSync(path, "utf8"))).toEqual(["first", "second"]);
  expect(files.readdirSync(folder).toSorted()).toEqual(["a-2.csv", "a.csv"]);
});

test("save_result is listed only with a folder, and says that it writes", async () => {
  const without = await connect();
  const { tools } = await without.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("save_result");
  const { client } = await connect({ saveTo: temporaryFolder() });
  const tool = (await client.listTools()).tools.find(({ name }) => name === "save_result");
  expect(tool?.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  });
});
