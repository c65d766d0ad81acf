/** Files behind links end after ten minutes, and those of each caller are bounded apart. */
import { expect, test } from "vitest";
import { ourLimits } from "../../src/catalog/limits.ts";
import { filesInMemory } from "../../src/command/compose/file-links.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { FileLinks } from "../../src/answers/exports/file-links.ts";

/** Files in memory, with a clock that the test moves. */
function linksAt(memory = new MemoryBudget(2 ** 28)) {
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const now = (): number => clock.now;
  const make = (): FileLinks =>
    new FileLinks(filesInMemory(memory, now), () => "http://127.0.0.1:1", now);
  return { clock, links: make(), make };
}

const contentOf = async (links: FileLinks, path: string): Promise<string | undefined> =>
  (await (await links.find(path))?.file())?.content.toString();

test("a link ends after ten minutes, and with the process that signed it", async () => {
  const { clock, links, make } = linksAt();
  const { pathname } = new URL((await links.of("ada").save("a", "csv", ["1"])).path);
  clock.now += ourLimits.fileLinkSeconds * 1000 - 1000;
  expect(await contentOf(links, pathname)).toBe("1");
  expect(await make().find(pathname)).toBeUndefined();
  clock.now += 1000;
  expect(await links.find(pathname)).toBeUndefined();
});

test("a file that is too large is an error that says what to do, and so are too many files of a caller", async () => {
  const small = linksAt(new MemoryBudget(1000)).links.of("ada");
  await expect(small.save("a", "csv", ["x".repeat(2000)])).rejects.toThrow(
    /^limit_exceeded: no link was made: the file is too large/,
  );
  const { clock, links } = linksAt();
  const half = Buffer.alloc(ourLimits.linkedBytes / 2);
  await links.of("ada").save("a", "csv", [half]);
  await links.of("ada").save("b", "csv", [half]);
  await expect(links.of("ada").save("c", "csv", ["1"])).rejects.toThrow(
    /^limit_exceeded: no link was made: your files of the last 10 minutes would be larger than 64 MiB/,
  );
  await links.of("ben").save("c", "csv", ["1"]);
  clock.now += ourLimits.fileLinkSeconds * 1000;
  await links.of("ada").save("c", "csv", ["1"]);
});

test("a caller with many files removes no file of another", async () => {
  const { links } = linksAt(new MemoryBudget(8 * 2 ** 20));
  const { pathname } = new URL((await links.of("ben").save("mine", "csv", ["1"])).path);
  for (let count = 0; count < 20; count += 1)
    await links.of("ada").save("large", "csv", [Buffer.alloc(2 ** 20)]);
  expect(await contentOf(links, pathname)).toBe("1");
});
