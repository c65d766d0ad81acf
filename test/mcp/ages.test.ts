/** How long a client may keep lists and resources (2026-07-28): an hour, for itself alone. */
import { expect, test } from "vitest";
import * as z from "zod";
import { connectTo, post, serveTools } from "../helpers/http.ts";
import { idOf } from "../helpers/results.ts";

const aged = z.object({ result: z.looseObject({ ttlMs: z.int(), cacheScope: z.string() }) });

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

test("lists, guides, the catalogue, pages and results", async () => {
  const { url } = await serveTools();
  const { call } = await connectTo(url, "2026-07-28");
  const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };
  const { text } = await call("get_profile_metrics", question);
  const ask = async (method: string, params: object = {}, name = ""): Promise<unknown> => {
    const answer = await post(
      url,
      { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: envelope } },
      {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(name !== "" && { "mcp-name": name }),
      },
    );
    const { ttlMs, cacheScope } = aged.parse(await answer.json()).result;
    return [method, name, ttlMs, cacheScope];
  };
  const lists = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
  for (const method of lists) expect(await ask(method)).toEqual([method, "", 3_600_000, "private"]);
  for (const uri of [
    "guide://reading-answers",
    "catalog://metrics/facebook",
    "ui://chart.html",
    `result://${idOf(text)}.csv`,
  ])
    expect(await ask("resources/read", { uri }, uri)).toEqual([
      "resources/read",
      uri,
      3_600_000,
      "private",
    ]);
});
