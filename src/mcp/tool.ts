/** A tool is a value: its name, what a model reads of it, its input, and what it does. */
import type * as z from "zod";
import type { ResultStore } from "../results/store.ts";
import type { Answer } from "./answer.ts";
import type { Session } from "./session.ts";

export interface Settings {
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
}

/** What a tool's run may use. */
export interface ToolServices {
  readonly settings: Settings;
  readonly results: ResultStore;
  /** Rejects with ToolError `not_logged_in` where there is no credential. */
  readonly session: () => Promise<Session>;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface Tool<Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** It asks nothing of the API. */
  readonly local?: true;
  run(input: z.output<Input>, services: ToolServices): Answer | Promise<Answer>;
}

export const defineTool = <Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> => tool;
