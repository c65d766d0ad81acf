/** The names that callers give to files are made safe. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathIn, saving } from "../helpers/saving.ts";

const hostile: readonly (readonly [name: string, file: string])[] = [
  ["../up", "up"],
  ["../../../../etc/cron.d/evil", "etc-cron.d-evil"],
  ["/etc/passwd", "etc-passwd"],
  ["..\\..\\up", "up"],
  ["C:\\Windows\\system32\\evil", "C-Windows-system32-evil"],
  ["a/b", "a-b"],
  ["file:///etc/passwd", "file-etc-passwd"],
  ["//server/share/evil", "server-share-evil"],
  [".", "result"],
  ["..", "result"],
  ["...", "result"],
  ["/", "result"],
  ["   ", "result"],
  [".bashrc", "bashrc"],
  ["~/.ssh/authorized_keys", "~-.ssh-authorized_keys"],
  ["-rf", "rf"],
  ["CON", "_CON"],
  ["con.txt", "_con.txt"],
  ["NUL", "_NUL"],
  ["com1", "_com1"],
  ["LPT9.a", "_LPT9.a"],
  ["COM¹", "_COM¹"],
  ["aux .x", "_aux .x"],
  ["conin$", "_conin$"],
  ["report.csv", "report"],
  ["report.CSV", "report"],
  ["report.csv.exe", "report.csv.exe"],
  ["report. . .", "report"],
  ["a\u0000b", "ab"],
  ["a\nb", "a b"],
  ["a\u202Etxt.exe", "atxt.exe"],
  ["a\u200Bb", "ab"],
  ["a\uD800b", "ab"],
  ["a:stream", "a-stream"],
  ['a"b<c>d|e?f*g', "a-b-c-d-e-f-g"],
  ["$(touch evil)", "$(touch evil)"],
  ["%2e%2e%2fup", "%2e%2e%2fup"],
  ["e\u0301", "\u00E9"],
  ["x".repeat(300), "x".repeat(80)],
  ["\u{1F600}".repeat(60), "\u{1F600}".repeat(40)],
  ["日".repeat(100), "日".repeat(66)],
];

test("forty hostile names stay in the folder", async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  const { folder, result, call } = await saving();
  const around = readdirSync(join(folder, ".."));
  const taken = new Map<string, number>();
  for (const [name, file] of hostile) {
    const saved = pathIn(await call("save_result", { result, format: "csv", name }));
    const count = (taken.get(file.toLowerCase()) ?? 0) + 1;
    taken.set(file.toLowerCase(), count);
    const expected = count === 1 ? `${file}.csv` : `${file}-${count}.csv`;
    expect([name, saved]).toEqual([name, join(folder, expected)]);
    expect(lstatSync(saved).isFile()).toBe(true);
  }
  expect(readdirSync(folder)).toHaveLength(hostile.length);
  expect(readdirSync(join(folder, ".."))).toEqual(around);
});
