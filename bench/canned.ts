/** Answers of the sandbox kept in files, so that a process can be measured without making them. */
import type { Reply } from "../src/replies/reply.ts";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OutgoingMessage } from "../src/api/transport.ts";
import { users } from "../src/sandbox/account.ts";
import { Secret } from "../src/secrets/secret.ts";
import { Sandbox } from "../src/sandbox/sandbox.ts";
import { answerTimed, benchNow, type LocalApi } from "./answer.ts";
import { questionOf, type Size } from "./question.ts";

/** The sandbox is given its own header. */
const nobody = new Secret("");
const { signal } = new AbortController();

const [user] = users;
const authorization = `Basic ${Buffer.from(`${user?.token}:${user?.secret}`).toString("base64")}`;

export function sandboxApi(profiles: number): LocalApi {
  const sandbox = new Sandbox({ profiles, complexity: 1e9, now: () => benchNow });
  return ({ method, path, body = "" }) => {
    const { status, body: text } = sandbox.handle({ method, path, authorization, body });
    return { status, headers: {}, text };
  };
}

/** Ids of the facebook profiles of such a sandbox. */
export function idsOf(api: LocalApi): string[] {
  const { text } = api({
    method: "GET",
    path: "/3/facebook/profiles",
    authorization: nobody,
    signal,
  });
  const { profiles }: { profiles: { id: string }[] } = JSON.parse(text);
  return profiles.map(({ id }) => id);
}

/** Where the answer to a message is kept. */
const nameOf = ({ path, body = "" }: OutgoingMessage): string =>
  `${createHash("sha256").update(path).update(body).digest("hex")}.json`;

/** Keeps what it answers in a folder. */
export function recording(api: LocalApi, folder: string): LocalApi {
  return (message) => {
    const answer = api(message);
    writeFileSync(join(folder, nameOf(message)), answer.text);
    return answer;
  };
}

/** Plays kept answers back. */
export const replaying =
  (folder: string): LocalApi =>
  (message) => ({
    status: 200,
    headers: {},
    text: readFileSync(join(folder, nameOf(message)), "utf8"),
  });

/** An answer, and the API's own text that it was made from. */
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
