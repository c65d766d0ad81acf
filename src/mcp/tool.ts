/** A tool is a value: its name, its description for models, its input, and what it does. */
import type * as z from "zod";
import { lazily } from "../async/lazily.ts";
import type { CallApi } from "../connection/connection.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";

/** Groups of tools that are offered together. */
export const toolsets = ["reference", "metrics", "posts", "v2"] as const;
export type Toolset = (typeof toolsets)[number];

export const defaultToolsets: readonly Toolset[] = ["reference", "metrics", "posts"];

/** What a model reads of a tool, except its input. */
export interface ToolHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tool is offered with any of these. */
  readonly toolsets: readonly Toolset[];
}

export interface Tool<Input extends z.ZodType = z.ZodType, Loaded = unknown> extends ToolHead {
  /** Made when the tool is first listed or called: schemas would take most of the time to start. */
  readonly input: () => Input;
  /** The tool sends no request. */
  readonly local?: true;
  /** Imports the module that `run` needs and the start does not; the call pipeline passes it on. */
  readonly load?: () => Promise<Loaded>;
  run(input: z.output<Input>, services: ReplyServices, loaded: Loaded): Reply | Promise<Reply>;
}

export const isOffered = (tool: ToolHead, offered: readonly Toolset[]): boolean =>
  tool.toolsets.some((name) => offered.includes(name));

export const defineTool = <Input extends z.ZodType, Loaded>(
  tool: Tool<Input, Loaded>,
): Tool<Input, Loaded> => ({ ...tool, input: lazily(tool.input) });

/** The API as this call sees it. */
export const openCall = async (services: ReplyServices): Promise<CallApi> =>
  (await services.connection()).forCall(services);
