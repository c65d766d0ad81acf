/** What operators see of a server over HTTP: refusals with their reason, errors, start and stop. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { eventually } from "../helpers/waiting.ts";
import { json, serve } from "../helpers/logged-server.ts";

/** `fetch` sends no other Host. */
const requestWith = (url: string, headers: Record<string, string>): Promise<unknown> =>
  new Promise((resolve) => {
    request(url, { method: "POST", headers }, (answer) => answer.resume().once("end", resolve)).end(
      "{}",
    );
  });

test("each refusal is a line with its reason, by the id of the answer, and without a secret", async () => {
  const { url, token, lines, texts } = await serve();
  const headers = { ...json, authorization: `Bearer ${token}` };
  const refused: [number, RequestInit, string][] = [
    [400, { method: "POST", body: "{", headers }, "The body is not JSON"],
    [401, { method: "POST", body: "{}", headers: json }, "token"],
    [
      401,
      {
        method: "POST",
        body: "{}",
        headers: { ...json, authorization: "Bearer a-secret-of-mine" },
      },
      "token",
    ],
    [413, { method: "POST", body: " ".repeat(1_100_000), headers }, "larger than 1 MiB"],
    [
      403,
      { method: "POST", body: "{}", headers: { ...headers, origin: "https://evil.example.com" } },
      "rigin",
    ],
  ];
  for (const [status, init, reason] of refused) {
    const answer = await fetch(url, init);
    expect([answer.status, reason]).toEqual([status, reason]);
    const call = answer.headers.get("x-request-id");
    await eventually(() =>
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: "warn",
          event: "http refused",
          call,
          status,
          path: "/mcp",
          reason: expect.stringContaining(reason),
          address: "127.0.0.1",
          node: expect.any(String),
        }),
      ),
    );
  }
  expect(texts.join("\n")).not.toContain("a-secret-of-mine");
  expect(texts.join("\n")).not.toContain(token);
});

test("a refusal names the refused Host, the client behind a proxy, and the caller if it is known", async () => {
  const { url, token, lines } = await serve();
  const headers = { ...json, authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.7" };
  await requestWith(url, { ...headers, host: "other.example.com" });
  await fetch(url, { method: "POST", body: "{", headers });
  await eventually(() =>
    expect(lines.filter(({ event }) => event === "http refused")).toEqual([
      expect.objectContaining({
        status: 403,
        host: "other.example.com",
        forwardedFor: "203.0.113.7",
      }),
      expect.objectContaining({ status: 400, caller: "reports", forwardedFor: "203.0.113.7" }),
    ]),
  );
  expect(lines.find(({ status }) => status === 400)).not.toHaveProperty("host");
  expect(lines.find(({ status }) => status === 403)).not.toHaveProperty("caller");
});

test("a token of a caller or a provider is redacted, wherever a client puts it", async () => {
  const { url, token, lines, texts } = await serve();
  // Longer than a text of the log.
  const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ${"x".repeat(300)}.c2lnbmF0dXJl`;
  await requestWith(url, { ...json, host: token, "x-forwarded-for": jwt });
  await requestWith(url, { ...json, origin: `https://${jwt}` });
  await eventually(() => expect(lines.filter(({ status }) => status === 403)).toHaveLength(2));
  expect(texts.join("\n")).not.toContain(token);
  expect(texts.join("\n")).not.toContain("eyJ");
  expect(lines).toContainEqual(expect.objectContaining({ status: 403, host: "[redacted]" }));
  expect(lines).toContainEqual(
    expect.objectContaining({ status: 403, origin: "https://[redacted]" }),
  );
});

test("an internal error, and what is no HTTP, are lines and answers too", async () => {
  const { url, token, lines, file } = await serve();
  const port = Number(new URL(url).port);
  const socket = connectSocket(port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
  await once(socket.resume(), "close");
  writeFileSync(file, "{broken");
  const headers = { ...json, authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method: "POST", body: "{}", headers });
  expect(answer.status).toBe(500);
  const call = answer.headers.get("x-request-id");
  await eventually(() => {
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "http refused", status: 400, path: "(none)" }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "http refused", status: 500, call, path: "/mcp" }),
    );
  });
  const cause = lines.find(({ event }) => event === "protocol");
  expect(cause?.["problem"]).not.toContain("Tell the user");
});

test("answers that wait behind others end with their connection", async () => {
  const { url, lines } = await serve();
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const port = Number(new URL(url).port);
  const socket = connectSocket(port, "127.0.0.1", () => {
    socket.write(get("/healthz").repeat(50));
    socket.write(get("/files/x").repeat(40), () => socket.resetAndDestroy());
  });
  await once(socket, "close");
  await eventually(async () => {
    expect((await fetch(new URL("/files/x", url))).status, "no file is being sent").toBe(404);
  });
  expect(lines.every(({ event }) => event !== "defect")).toBe(true);
});

test("a client of an earlier revision that asks for a stream in vain is no warning", async () => {
  const { url, token, lines } = await serve();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  expect((await fetch(url, { headers })).status).toBe(405);
  await eventually(() =>
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "debug", event: "http answered", status: 405 }),
    ),
  );
});

test("a token in the path is not logged", async () => {
  const { url, lines, texts } = await serve();
  const answer = await fetch(url.replace("/mcp", "/a-token-in-the-path/mcp"));
  expect(answer.status).toBe(404);
  await eventually(() =>
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "http refused", status: 404, path: "(another)" }),
    ),
  );
  expect(texts.join("\n")).not.toContain("a-token-in-the-path");
});

test("the start and the stop are lines, with the version and settings without secrets", async () => {
  const { lines, child } = await serve();
  await eventually(() => expect(lines.map(({ event }) => event)).toContain("started"));
  expect(lines[0]).toMatchObject({ version, transport: "http" });
  expect(lines[0]?.["settings"]).toMatch(/^--sandbox .*--log-level debug/);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(lines.at(-1)).toMatchObject({ event: "stopped", level: "info" });
});
