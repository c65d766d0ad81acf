/** Without sessions, any process can answer any request of a client, whatever its revision. */
import { expect, test } from "vitest";
import * as z from "zod";
import { connectTo, revisions, serveTools } from "../helpers/http.ts";

const legacy = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;

const answered = z.object({
  result: z.object({
    content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  }),
});

const post = (url: string, revision: string, message: object): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });

/** The message in a stream of one event, or in a body of JSON. */
async function messageIn(response: Response): Promise<unknown> {
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

test.each(revisions)("a client of %s gets answers", async (revision) => {
  const { url } = await serveTools({ hasSharedState: () => true });
  const { call, transport } = await connectTo(url, revision);
  expect(transport.sessionId).toBeUndefined();
  const { text, isError } = await call("get_current_user");
  expect({ text, isError }).toMatchObject({ isError: false });
  expect(text).toContain("Ada Sandbox");
});

test.each(legacy)(
  "a call of %s needs no introduction to the process that answers it",
  async (revision) => {
    const { url } = await serveTools({ hasSharedState: () => true });
    const call = {
      id: 1,
      method: "tools/call",
      params: { name: "describe_metrics", arguments: { network: "tiktok" } },
    };
    const response = await post(url, revision, call);
    expect(response.status).toBe(200);
    expect(response.headers.get("mcp-session-id")).toBeNull();
    const { content } = answered.parse(await messageIn(response)).result;
    expect(content[0]?.text).toContain("insights_fans_lifetime");
  },
);

test("links to results depend on the revision that the request names", async () => {
  const { url } = await serveTools({ hasSharedState: () => true });
  const types = async (revision: string): Promise<string[]> => {
    const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };
    const params = { name: "get_profile_metrics", arguments: question };
    const response = await post(url, revision, { id: 1, method: "tools/call", params });
    return answered.parse(await messageIn(response)).result.content.map(({ type }) => type);
  };
  expect(await types("2025-03-26")).toEqual(["text"]);
  expect(await types("2025-06-18")).toEqual(["text", "resource_link"]);
});

test("what only sessions can do is refused", async () => {
  const { url } = await serveTools({ hasSharedState: () => true });
  for (const method of ["GET", "DELETE"]) {
    const headers = { accept: "text/event-stream", "mcp-protocol-version": "2025-06-18" };
    expect((await fetch(url, { method, headers })).status).toBe(405);
  }
  const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } };
  expect((await post(url, "2025-06-18", cancelled)).status).toBe(202);
});
