/** Asks a model the questions, and scores its answers. */
import type { Client } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Misbehaved, type Model } from "./model.ts";
import { howToAnswer, type Asked, type Replied, type Said } from "./protocol.ts";
import { isRight, type Question, type Truth } from "./question.ts";

export interface Outcome {
  readonly question: Question;
  readonly verdict: "right" | "wrong" | "abstained" | "misbehaved";
  readonly answer?: Truth;
  /** Why the model misbehaved. */
  readonly problem?: string;
  readonly calls: number;
  /** Of what the model was told: question, instructions, tools, replies. */
  readonly tokens: number;
  /** That the API received. */
  readonly requests: number;
}

export interface Setting {
  readonly client: Client;
  readonly model: Model;
  /** The number of requests that the API has received. */
  readonly requestsSoFar: () => number;
  /** Tells a script how to ask. */
  readonly withScripts: boolean;
  /** The most calls for a question. */
  readonly maxCalls: number;
}

export async function evaluate(question: Question, setting: Setting): Promise<Outcome> {
  const { client, model, requestsSoFar, withScripts, maxCalls } = setting;
  const { tools } = await client.listTools();
  const first: Asked = {
    type: "question",
    id: question.id,
    text: question.text,
    instructions: [client.getInstructions() ?? "", howToAnswer].join("\n\n"),
    tools,
    ...(withScripts ? { script: question.script } : {}),
  };
  const before = requestsSoFar();
  let tokens = countTokens(JSON.stringify([first.text, first.instructions, tools]));
  let calls = 0;
  const outcome = (verdict: Outcome["verdict"], more: Partial<Outcome> = {}): Outcome => ({
    question,
    verdict,
    calls,
    tokens,
    requests: requestsSoFar() - before,
    ...more,
  });
  try {
    let next = await model.say(first);
    while (next.type === "call") {
      calls += 1;
      if (calls > maxCalls) throw new Misbehaved(`more than ${maxCalls} calls`);
      const reply = await replyTo(client, next);
      tokens += countTokens(reply.text);
      next = await model.say(reply);
    }
    const answer = next.value;
    if (isRight(question.truth, answer)) return outcome("right", { answer });
    return outcome(answer === null ? "abstained" : "wrong", { answer });
  } catch (error) {
    if (error instanceof Misbehaved) return outcome("misbehaved", { problem: error.message });
    throw error;
  }
}

type Called = Extract<Said, { readonly type: "call" }>;

async function replyTo(client: Client, { name, arguments: args }: Called): Promise<Replied> {
  try {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    return { type: "reply", text, isError };
  } catch (error) {
    // A tool that does not exist is an error of the protocol; the model may try again.
    const text = error instanceof Error ? error.message : String(error);
    return { type: "reply", text, isError: true };
  }
}
