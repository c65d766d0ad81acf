/** Records answers of the sandbox in files, so that a measured process does not compute them. */
import type { Reply } from "../src/replies/reply.ts";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { users } from "../src/sandbox/account.ts";
import { Sandbox } from "../src/sandbox/sandbox.ts";
import { answerTimed, benchNow, type LocalApi } from "./answer.ts";
import { questionOf, type Size } from "./question.ts";

const [user] = users;
export const authorization = `Basic ${Buffer.from(`${user?.token}:${user?.secret}`).toString("base64")}`;

/** The hour of a user allows any number of requests. */
export const quotas = { account: 1e9, user: 1e9 };

export function sandboxApi(profiles: number, complexity = 1e9): LocalApi {
  const sandbox = new Sandbox({ profiles, complexity, quotas, now: () => benchNow });
  return ({ method, path, body = "" }) => {
    const { status, body: text } = sandbox.handle({ method, path, authorization, body });
    return { status, headers: {}, text };
  };
}

/** Of the facebook profiles of a sandbox. */
export function idsOf(api: LocalApi): string[] {
  const { text } = api({ method: "GET", path: "/3/facebook/profiles" });
  const { profiles }: { profiles: { id: string }[] } = JSON.parse(text);
  return profiles.map(({ id }) => id);
}

const fileName = ({ path, body = "" }: Parameters<LocalApi>[0]): string =>
  `${createHash("sha256").update(path).update(body).digest("hex")}.json`;

export function recording(api: LocalApi, folder: string): LocalApi {
  return (message) => {
    const answer = api(message);
    writeFileSync(join(folder, fileName(message)), answer.text);
    return answer;
  };
}

export const replaying =
  (folder: string): LocalApi =>
  (message) => ({
    status: 200,
    headers: {},
    text: readFileSync(join(folder, fileName(message)), "utf8"),
  });

/** The reply, and the API's answer that it was made from. */
export async function answerWithWire(size: Size): Promise<{ answer: Reply; wire: string }> {
  const api = sandboxApi(size.profiles);
  let wire = "";
  const { answer } = await answerTimed(questionOf(size, idsOf(api)), (message) => {
    const answered = api(message);
    wire = answered.text;
    return answered;
  });
  return { answer, wire };
}
