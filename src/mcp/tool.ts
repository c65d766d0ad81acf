/** A tool is a value: its name, what a model reads of it, its input, and what it does. */
import type * as z from "zod";
import type { ResultStore } from "../replies/result-store.ts";
import { lazily } from "../async/lazily.ts";
import type { Answer } from "../replies/reply.ts";
import type { CallApi, CallContext, Connection } from "../connection/connection.ts";

/** Groups of tools, offered together. */
export const toolsets = ["reference", "metrics", "posts", "v2"] as const;
export type Toolset = (typeof toolsets)[number];

export const defaultToolsets: readonly Toolset[] = ["reference", "metrics", "posts"];

export interface Settings {
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
  /** Days so long past change no more. */
  readonly settledAfterDays: number;
}

/** What a tool's run may use. */
export interface ToolServices extends CallContext {
  readonly settings: Settings;
  readonly results: ResultStore;
  /** Rejects with ToolError `not_logged_in` where there is no credential. */
  readonly connection: () => Promise<Connection>;
  readonly now: () => number;
  readonly onProgress: (done: number, total: number) => void;
}

/** What a model reads of a tool, but for its input. */
export interface ToolHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** It is offered with any of them. */
  readonly toolsets: readonly Toolset[];
}

export interface Tool<Input extends z.ZodType = z.ZodType> extends ToolHead {
  /** Made when it is first listed or called: schemas would cost the start more than all else. */
  readonly input: () => Input;
  /** It asks nothing of the API. */
  readonly local?: true;
  run(input: z.output<Input>, services: ToolServices): Answer | Promise<Answer>;
}

export const isOffered = (tool: ToolHead, offered: readonly Toolset[]): boolean =>
  tool.toolsets.some((name) => offered.includes(name));

export const defineTool = <Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> => ({
  ...tool,
  input: lazily(tool.input),
});

/** The API as this call sees it. */
export const openCall = async (services: ToolServices): Promise<CallApi> =>
  (await services.connection()).forCall(services);
