/** Pipes, links, devices and compressed bombs in the folders of this program neither block it nor fill its memory. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { lazily } from "../../src/base/async/lazily.ts";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import { withLock } from "../../src/base/files/lock.ts";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { namesOf } from "../helpers/memory-blob-cache.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { newUser, userOf } from "../helpers/commands.ts";
import { run as runProcess, type Environment, urlOf } from "../helpers/process.ts";
import { run, runCall, start } from "../helpers/program.ts";

const bomb = lazily(() => gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 }));

const plants: readonly (readonly [string, (path: string) => void])[] = [
  ["a pipe", (path) => void execFileSync("mkfifo", [path])],
  ["a link to an endless device", (path) => symlinkSync("/dev/zero", path)],
  ["a link to a pipe", linkToPipe],
  ["a link to a file", linkToFile],
  ["a folder", (path) => mkdirSync(path)],
  ["a huge file", hugeFile],
  ["a compressed bomb", (path) => writeFileSync(path, bomb())],
];

function linkToPipe(path: string): void {
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  symlinkSync(pipe, path);
}

function linkToFile(path: string): void {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "{}");
  symlinkSync(file, path);
}

function hugeFile(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, 4 * 1024 * 1024 * 1024);
}

test.each(plants)("the cache treats %s as a miss", async (_, plant) => {
  const folder = join(temporaryFolder(), "cache");
  mkdirSync(folder, { mode: 0o700 });
  plant(join(folder, `00000001-${crypto.randomUUID()}.segment`));
  const cache = new FileBlobCache({ folder, maxBytes: 1e9, now: Date.now });
  expect(await cache.get("planted")).toBeUndefined();
  await cache.put("other", Buffer.from("text"), Date.now() + 1e6);
  expect(await namesOf(cache, "")).toEqual(["other"]);
  expect(String(await cache.get("other"))).toBe("text");
});

test.each(plants)("the request book counts on with %s in place of its files", async (_, plant) => {
  const folder = join(temporaryFolder(), "book");
  mkdirSync(folder, { mode: 0o700 });
  const now = Date.now();
  for (const name of ["told.json", "closed.json", `${Math.floor(now / 60_000)}.sent`]) {
    plant(join(folder, name));
  }
  const book = new LocalRequestBook(folder);
  await book.take([], now, 0);
  const { reported, closed } = await book.state(now);
  expect({ reported, closed }).toEqual({ reported: undefined, closed: undefined });
  await book.close({ code: "rate_limited", until: now + 1000, isReset: true });
  expect((await book.state(now)).closed?.until).toBe(now + 1000);
});

test.each(plants.filter(([name]) => name !== "a folder"))(
  "the lock is taken and released with %s in place of its holder's name",
  async (_, plant) => {
    const file = join(temporaryFolder(), "login");
    plant(`${file}.holder`);
    expect(await withLock(file, async () => "work")).toBe("work");
    expect(existsSync(`${file}.lock`)).toBe(false);
  },
);

test.each(plants.filter(([name]) => !/to a file$|bomb/.test(name)))(
  "a credentials file that is %s is an error",
  async (_, plant) => {
    const path = join(temporaryFolder(), "credentials");
    plant(path);
    const store = fileStore(path);
    await expect(store.get("default")).rejects.toThrow(/^store_unreachable: /);
  },
);

test.each([0o777, 0o770, 0o702])(
  "in a folder that others can change (%o), nothing is cached, and the problem is reported once",
  async (mode) => {
    const folder = join(temporaryFolder(), "cache");
    mkdirSync(folder);
    chmodSync(folder, mode);
    const problems: string[] = [];
    const onProblem = (problem: string): number => problems.push(problem);
    const cache = new FileBlobCache({ folder, maxBytes: 1e6, now: Date.now, onProblem });
    await cache.put("one", Buffer.from("text"), Date.now() + 1e6);
    expect(await cache.get("one")).toBeUndefined();
    expect(await namesOf(cache, "")).toEqual([]);
    expect(problems).toEqual([`the folder ${folder} is writable by others`]);
  },
);

test("a call warns of a cache folder that others can change, and is answered; doctor says what to do", async () => {
  const folder = join(temporaryFolder(), "cache");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const { baseUrl } = await serveFakeApi({ post_labels: { data: [] } });
  const user = {
    ...userOf(baseUrl),
    SOCIAL_ANALYTICS_CACHE_DIR: folder,
  };
  const { stderr } = await runCall(["list_post_labels"], user);
  expect(stderr).toContain(`"problem":"the folder ${folder} is writable by others"`);
  expect((await run(["doctor"], user)).stdout).toContain(
    `BAD  cache folder: the folder ${folder} is writable by others: run chmod 700 ${folder}`,
  );
});

const stateOf = (user: Environment): string =>
  join(user["HOME"] ?? "", ".local/state/social-analytics-mcp");

test.each([
  ["", 0o770],
  ["", 0o702],
  ["quota", 0o770],
])("doctor reports a state folder %s that others can change (%o)", async (part, mode) => {
  const user = newUser();
  const folder = join(stateOf(user), part);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  const { stdout, code } = await run(["doctor", "--sandbox"], user);
  expect(stdout).toContain(
    `BAD  state folder: the folder ${folder} is writable by others: run chmod 700 ${folder}, or remove it\n`,
  );
  expect(code).toBe(1);
  chmodSync(folder, 0o700);
  expect((await run(["doctor", "--sandbox"], user)).code).toBe(0);
});

test("a server warns once, at its start, of a state folder that others can change", async () => {
  const user = newUser();
  const folder = stateOf(user);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o770);
  const child = start(["http", "--sandbox", "--port", "0"], user);
  const warned = once(createInterface(child.stderr), "line");
  await urlOf(child);
  const { stderr } = await runProcess(["serve", "--sandbox"], user);
  for (const line of [...(await warned), stderr])
    expect(JSON.parse(String(line))).toMatchObject({
      level: "warn",
      event: "state folder is not safe",
      problem: `the folder ${folder} is writable by others: run chmod 700 ${folder}, or remove it`,
    });
});
