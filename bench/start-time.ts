/** The start time of a server over stdio. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Milliseconds from spawn to the answer of initialize. */
export async function startTime(file: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "ignore"] });
  const answered = once(createInterface(child.stdout), "line");
  const clientInfo = { name: "bench", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await answered;
  const milliseconds = performance.now() - begun;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  return milliseconds;
}
