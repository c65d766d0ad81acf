/** Asks a model the questions, and scores its answers. */
import type { Client } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Misbehaved, type Asked, type Replied, type Said, type Say } from "./model.ts";
import type { Served } from "./server.ts";
import { isRight, type Question, type Truth } from "./question.ts";

const howToAnswer =
  "Answer with one number, one name or one date, from the replies of the tools. If the question cannot be answered honestly as it is asked (the numbers do not exist or may not be combined, a name is not clear, the range costs too much), abstain instead of guessing.";

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

export interface Setting extends Pick<Served, "client" | "requestsSoFar"> {
  readonly say: Say;
  /** The most calls for a question. */
  readonly maxCalls: number;
}

export async function evaluate(question: Question, setting: Setting): Promise<Outcome> {
  const { client, say, requestsSoFar, maxCalls } = setting;
  const { tools } = await client.listTools();
  const first: Asked = {
    type: "question",
    id: question.id,
    text: question.text,
    instructions: [client.getInstructions() ?? "", howToAnswer].join("\n\n"),
    tools,
  };
  const before = requestsSoFar();
  let tokens = countTokens(JSON.stringify([first.text, first.instructions, tools]));
  let calls = 0;
  let result: Pick<Outcome, "verdict" | "answer" | "problem">;
  try {
    let next = await say(first, question);
    while (next.type === "call") {
      calls += 1;
      if (calls > maxCalls) throw new Misbehaved(`more than ${maxCalls} calls`);
      const reply = await replyTo(client, next);
      tokens += countTokens(reply.text);
      next = await say(reply, question);
    }
    const answer = next.value;
    const otherwise = answer === null ? "abstained" : "wrong";
    result = { verdict: isRight(question.truth, answer) ? "right" : otherwise, answer };
  } catch (error) {
    if (!(error instanceof Misbehaved)) throw error;
    result = { verdict: "misbehaved", problem: error.message };
  }
  return { question, ...result, calls, tokens, requests: requestsSoFar() - before };
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
