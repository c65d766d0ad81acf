/** Sessions and streams of callers that sign in with an identity provider. */
import { expect, onTestFinished, test } from "vitest";
import { post } from "../helpers/http.ts";
import { serveProtected, start, stopClock } from "../helpers/protected.ts";

stopClock();

const now = start / 1000;

test("a stream of a token that is valid for years stays open", async () => {
  const { call, provider, url } = await serveProtected();
  const token = await provider.sign({ exp: now + 40 * 24 * 3600 });
  const opened = await call(token);
  const session = opened.headers.get("mcp-session-id") ?? "";
  const closing = new AbortController();
  const stream = await fetch(url, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      "mcp-session-id": session,
    },
    signal: closing.signal,
  });
  const reading = stream.text().catch((error: unknown) => String(error));
  // A timer that overflows ends the stream at once; these calls take longer.
  for (let count = 0; count < 5; count += 1) await call(token);
  closing.abort();
  expect(await reading).toContain("AbortError");
});

test("a stream ends when the token that opened it expires", async () => {
  const { call, provider, url } = await serveProtected();
  const opened = await call(await provider.sign());
  await opened.text();
  const session = opened.headers.get("mcp-session-id") ?? "";
  // The server's clock stands still at noon: the stream ends after as long as the token is valid then.
  const token = await provider.sign({ exp: now + 1 });
  const stream = await fetch(url, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      "mcp-session-id": session,
    },
  });
  expect(stream.status).toBe(200);
  onTestFinished(async () => stream.body?.cancel().catch(() => {}));
  await expect(stream.text()).rejects.toThrow("terminated");
});

test("a session of a caller that is mapped to other logins and labels ends, and the next one uses them", async () => {
  const { call, provider, callers, url, served } = await serveProtected();
  const token = await provider.sign();
  const opened = await call(token);
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const again = (): Promise<Response> =>
    post(
      url,
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      { authorization: `Bearer ${token}`, ...session },
    );
  expect((await again()).status).toBe(200);
  const subject = { issuer: provider.issuer, claim: "sub", value: "ada" };
  await callers.map(subject, ["work", "other"], "2026-11-20", ["Retail"]);
  expect((await again()).status).toBe(404);
  expect(served.at(-1)).toEqual(["work", "other", "Retail"]);
});
