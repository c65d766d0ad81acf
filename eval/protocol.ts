/**
 * The protocol between the evaluation and a model: one JSON object per line. The evaluation is the client of the server,
 * so that a command needs to know nothing of MCP.
 */
import * as z from "zod";
import type { Script } from "./question.ts";

/** To the command: a new question; what was said before no longer counts. */
export interface Asked {
  readonly type: "question";
  readonly id: string;
  readonly text: string;
  /** The instructions of the server, and how to answer. */
  readonly instructions: string;
  readonly tools: readonly object[];
  /** For scripts alone: how to ask. */
  readonly script?: Script;
}

/** To the command: the reply to its call. */
export interface Replied {
  readonly type: "reply";
  readonly text: string;
  readonly isError: boolean;
}

/** From the command. */
export const said = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("call"),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal("answer"),
    /** Null: there is no honest answer. */
    value: z.union([z.number(), z.string(), z.null()]),
  }),
]);
export type Said = z.infer<typeof said>;

export const howToAnswer =
  "Answer with one number, one name or one date, from the replies of the tools. If the question cannot be answered honestly as it is asked (the numbers do not exist or may not be combined, a name is not clear, the range costs too much), abstain instead of guessing.";
