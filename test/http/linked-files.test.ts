/** Files behind links are sent to few readers at a time, and to none that hardly reads. */
import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { LinkedFiles } from "../../src/server/http/linked-files.ts";
import { httpLimits } from "../../src/catalog/limits.ts";
import { serveTools, statusOf } from "../helpers/http.ts";
import { eventually } from "../helpers/waiting.ts";

const oneLink =
  (file: { readonly headers: Record<string, string>; readonly content: Buffer }) =>
  async (path: string) => {
    const [, , id = "", owner = ""] = path.split("/");
    return { id, owner, file: async () => file };
  };

test("readers that do not read take no more memory than the files, and others are answered", async () => {
  const content = Buffer.alloc(32 * 2 ** 20, "x");
  const file = { headers: { "content-length": String(content.length) }, content };
  const { url } = await serveTools({ linkAt: oneLink(file) });
  const { hostname, port } = new URL(url);
  const before = process.memoryUsage().rss;
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) {
    socket.pause();
    socket.write(`GET /files/a HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(10));
  }
  await eventually(async () => expect(await statusOf(url, "/files/a")).toBe(503));
  expect(await statusOf(url, "/healthz")).toBe(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
}, 60_000);

const large = Buffer.alloc(96 * 2 ** 20, "x");
const largeFile = { headers: { "content-length": String(large.length) }, content: large };

/** Begins to read a file, and takes none of it. */
function stalledReader(url: string, path: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  return socket;
}

test("readers of one link, and those of the links of one caller, leave others their slots", async () => {
  const { url } = await serveTools({ linkAt: oneLink(largeFile) });
  const { ofLink, ofCaller } = httpLimits.filesAtOnce;
  const eachReading = async (paths: readonly string[], refused: string): Promise<void> => {
    for (const path of paths) stalledReader(url, path);
    await eventually(async () => expect(await statusOf(url, refused)).toBe(503));
  };
  await eachReading(
    Array.from({ length: ofLink }, () => "/files/october/ada"),
    "/files/october/ada",
  );
  expect(await statusOf(url, "/files/november/ada")).toBe(200);
  await eachReading(
    Array.from({ length: ofCaller - ofLink }, (_, at) => `/files/${at}/ada`),
    "/files/november/ada",
  );
  expect(await statusOf(url, "/files/december/ben")).toBe(200);
});

test("exactly as many files are sent at once as a link, a caller and the server may have", async () => {
  const files = new LinkedFiles(oneLink({ headers: {}, content: Buffer.from("x") }));
  const statusesOf = async (count: number, pathOf: (at: number) => string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      statuses.push((await files.answer(pathOf(at), "GET", response)).status);
    }
    return statuses;
  };
  const { ofLink, ofCaller, ofServer } = httpLimits.filesAtOnce;
  const expected = (count: number): number[] => [...Array.from({ length: count }, () => 200), 503];
  expect(await statusesOf(ofLink + 1, () => "/files/october/ada")).toEqual(expected(ofLink));
  const more = ofCaller - ofLink;
  expect(await statusesOf(more + 1, (at) => `/files/${at}/ada`)).toEqual(expected(more));
  const rest = ofServer - ofCaller;
  expect(await statusesOf(rest + 1, (at) => `/files/${at}/caller${at}`)).toEqual(expected(rest));
});

test("a reader that takes less than 64 KB a second is disconnected after half a minute, another is not", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await serveTools({ linkAt: oneLink(largeFile) });
  const slow = stalledReader(url, "/files/slow/ada");
  const { body } = await fetch(new URL("/files/fast/ada", url));
  const reader = body?.getReader();
  let read = 0;
  const readFor = async (bytes: number): Promise<void> => {
    for (const end = read + bytes; read < end;) {
      const { value, done } = (await reader?.read()) ?? {};
      if (done !== false) throw new Error(`the file ended after ${read} bytes`);
      read += value?.length ?? 0;
    }
  };
  const isOver = new Promise<void>((resolve) => slow.once("close", () => resolve()));
  // The system takes some MB for each reader, in the first half a minute alone.
  for (let count = 0; count < 3; count += 1) {
    await readFor(24 * 2 ** 20);
    vi.advanceTimersByTime(30_000);
  }
  slow.resume();
  await isOver;
  expect(slow.bytesRead).toBeLessThan(large.length);
  await readFor(16 * 2 ** 20);
});

test("a file that is being sent when the server stops is sent to its end", async () => {
  const content = Buffer.alloc(8 * 2 ** 20, "x");
  const file = { headers: { "content-length": String(content.length) }, content };
  const { url, served } = await serveTools({ linkAt: oneLink(file) });
  const answer = await fetch(new URL("/files/a", url));
  const stopping = served.close(20);
  expect((await answer.arrayBuffer()).byteLength).toBe(content.length);
  await stopping;
});
