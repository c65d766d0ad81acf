/** The API of a sandbox in this process, and answers to questions of a given size. */
import type { Reply } from "../../src/answers/replies/reply.ts";
import { users } from "../../src/sandbox/account.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";
import { answerTimed, benchNow, type LocalApi } from "./timed-answer.ts";
import { questionOf, type Size } from "./sized-questions.ts";

const [user] = users;
const authorization = `Basic ${Buffer.from(`${user?.token}:${user?.secret}`).toString("base64")}`;

/** The hour of a user allows any number of requests. */
const quotas = { account: 1e9, user: 1e9 };

export function sandboxApi(profiles: number, complexity = 1e9): LocalApi {
  const sandbox = new Sandbox({
    profiles,
    complexity,
    quotas,
    numbers: rememberedNumbers,
    now: () => benchNow,
  });
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
