/** The server under evaluation, as the built program, and its API: a sandbox of this process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { serveSandbox } from "../src/sandbox/http.ts";
import { changedApi } from "./templates/changing.ts";
import { Wire } from "./wire.ts";

export interface Served {
  readonly client: Client;
  /** For the truth: to a sandbox of its own, so that its requests are not counted. */
  readonly wire: Wire;
  /** To the API of the server, by an account without a quota: what a script would read. */
  readonly raw: Wire;
  /** The number of requests that the API of the server has received. */
  readonly requestsSoFar: () => number;
  readonly close: () => Promise<void>;
}

/** The API of the server rejects answers of more than 20,000 numbers, and has changed ({@link changedApi}). @param cli the built program. */
export async function serve(cli: string): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "social-analytics-eval-"));
  const changed = { profiles: 30, complexity: 20_000, world: changedApi };
  const quotas = { account: 1e9, user: 1e9 };
  const judged = await serveSandbox(changed);
  const judge = await serveSandbox({ profiles: 30, quotas });
  const read = await serveSandbox({ ...changed, quotas });
  const client = new Client({ name: "evaluation", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, "serve", "--max-requests", "12"],
      env: { ...judged.environment, PATH: process.env["PATH"] ?? "", HOME: folder },
    }),
  );
  const wireTo = ({ baseUrl, users: [{ token, secret }] }: typeof judge): Wire =>
    new Wire(baseUrl, `${token}:${secret}`);
  return {
    client,
    wire: wireTo(judge),
    raw: wireTo(read),
    requestsSoFar: () => judged.sandbox.requests().length,
    async close() {
      await client.close();
      await judged.close();
      await judge.close();
      await read.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
