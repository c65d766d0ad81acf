/** Answers of the sandbox written to files, so that a process can be measured without making them. */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutgoingMessage, Transport } from "../src/api/transport.ts";
import { users } from "../src/sandbox/account.ts";
import { Sandbox } from "../src/sandbox/sandbox.ts";
import { benchNow } from "./answer.ts";

const authorization = `Basic ${Buffer.from(`${users[0]?.token}:${users[0]?.secret}`).toString("base64")}`;

export function sandboxTransport(profiles: number): Transport {
  const sandbox = new Sandbox({ profiles, complexity: 1e9, now: () => benchNow });
  return async ({ method, path, body = "" }) => {
    const { status, body: text } = sandbox.handle({ method, path, authorization, body });
    return { status, headers: {}, text };
  };
}

/** Where the answer to a message is kept. */
const nameOf = ({ path, body = "" }: OutgoingMessage): string =>
  `${createHash("sha256").update(path).update(body).digest("hex")}.json`;

/** A transport that keeps what it was answered in a folder. */
export function recording(transport: Transport, folder: string): Transport {
  return async (message) => {
    const answer = await transport(message);
    await writeFile(join(folder, nameOf(message)), answer.text);
    return answer;
  };
}

/** Plays kept answers back. */
export function replaying(folder: string): Transport {
  return async (message) => {
    const text = await readFile(join(folder, nameOf(message)), "utf8");
    return { status: 200, headers: {}, text };
  };
}
