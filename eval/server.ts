/** The server under evaluation and its API: the built program with its sandbox. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Wire } from "./wire.ts";

export interface Served {
  readonly client: Client;
  /** For the truth: as another user, so that its requests are not counted. */
  readonly wire: Wire;
  readonly requestsSoFar: () => number;
  readonly close: () => Promise<void>;
}

/** The API that the server uses rejects answers of more than 20,000 numbers; a call may send 12 requests. */
const limits = { complexity: "20000", maxRequests: "12" };

const credentials = (user: number): readonly [string, string] => [
  `sandbox-token-${user}`,
  `sandbox-secret-${user}`,
];

function startSandbox(cli: string, ...flags: string[]) {
  const args = [cli, "sandbox", "--port", "0", "--profiles", "30", ...flags];
  const child = spawn(process.execPath, args);
  const url = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error("the sandbox ended")));
  });
  return { url, stop: () => child.kill() };
}

/** @param cli the built program. */
export async function serve(cli: string): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "social-analytics-eval-"));
  const log = join(folder, "requests");
  const judged = startSandbox(cli, "--complexity", limits.complexity, "--log", log);
  const judge = startSandbox(cli);
  const [token, secret] = credentials(1);
  const client = new Client({ name: "evaluation", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, "serve", "--max-requests", limits.maxRequests],
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        SOCIAL_ANALYTICS_BASE_URL: await judged.url,
        SOCIAL_ANALYTICS_TOKEN: token,
        SOCIAL_ANALYTICS_SECRET: secret,
      },
    }),
  );
  return {
    client,
    wire: new Wire(await judge.url, credentials(2).join(":")),
    requestsSoFar: () =>
      existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean).length : 0,
    async close() {
      await client.close();
      judged.stop();
      judge.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
