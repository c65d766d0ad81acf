/** The nginx of a test, with the settings in deploy/nginx.conf. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readDeployed } from "./deploy.ts";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./oauth.ts";
import { isMissing } from "./system.ts";
import { startedOf } from "./waiting.ts";

/** Tests that need the server are skipped where it is not installed. */
export const hasNginx = !isMissing("nginx");

/** Writes the settings with other addresses and paths, as a container would have its own, and returns their path. */
export function nginxSettings(port: number, nodes: readonly [number, number]): string {
  const folder = temporaryFolder();
  // The workers of nginx belong to another user.
  chmodSync(folder, 0o755);
  const text = readDeployed("nginx.conf")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replace("node-one:3000", `127.0.0.1:${nodes[0]}`)
    .replace("node-two:3000", `127.0.0.1:${nodes[1]}`)
    .replaceAll(/\/tmp\/|\/dev\//g, `${folder}/`);
  const path = join(folder, "nginx.conf");
  writeFileSync(path, text);
  return path;
}

/** Starts nginx in front of two nodes on these ports, and returns the URL of MCP. `readTimeout` replaces its own. */
export async function serveNginx(
  nodes: readonly [number, number],
  readTimeout = "90s",
): Promise<string> {
  const port = await freePort();
  const settings = nginxSettings(port, nodes);
  const text = readFileSync(settings, "utf8");
  writeFileSync(
    settings,
    text.replace("proxy_read_timeout 90s", `proxy_read_timeout ${readTimeout}`),
  );
  const log = openSync(`${settings}.log`, "a");
  const child = spawn("nginx", ["-c", settings, "-g", "daemon off;"], {
    stdio: ["ignore", log, log],
  });
  onTestFinished(async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await startedOf(child, async () => void (await fetch(url)));
  return `${url}/mcp`;
}
