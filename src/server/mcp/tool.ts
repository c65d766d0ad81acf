/** A tool: its name, its description for models, its input, and its function. */
import type * as z from "zod";
import { lazily } from "../../base/async/lazily.ts";
import type { ApiVersion } from "../../catalog/networks.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import type { ReplyServices } from "../../answers/replies/services.ts";
import type { CamelKeys } from "./input.ts";

/** Groups of tools that are offered together. */
export const toolsets = ["reference", "metrics", "charts", "posts", "v2"] as const;
export type Toolset = (typeof toolsets)[number];

export const defaultToolsets: readonly Toolset[] = ["reference", "metrics", "charts", "posts"];

/** The parts of a tool that a model reads, except the input. */
export interface ToolHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Words for hosts that search tools (`_meta`, anthropic/searchHint). */
  readonly searchHint?: string;
  /** Each of these toolsets contains the tool. */
  readonly toolsets: readonly Toolset[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Loaded = unknown> extends ToolHead {
  /** Called when the tool is first listed or called, because making schemas is slow. */
  readonly input: () => Input;
  /** The URI of a page in which hosts with MCP Apps show the reply. */
  readonly page?: string;
  /** The tool sends no request. */
  readonly local?: true;
  /** Its list is of the whole account, not of profiles: not offered where labels limit the pages. */
  readonly needsAccount?: true;
  /** The tool writes a file with each call. */
  readonly writes?: true;
  /** Imports the module that only `run` needs. The call pipeline passes it to `run`. */
  readonly load?: () => Promise<Loaded>;
  /**
   * Throws what is wrong with arguments that have the right types, without a request: for calls in which others have not.
   * @throws ToolError `invalid_input`.
   */
  check?(
    input: CamelKeys<z.output<Input>>,
    services: Pick<ReplyServices, "now" | "settings">,
    loaded: Loaded,
  ): void;
  /** @param input by names in camelCase. */
  run(
    input: CamelKeys<z.output<Input>>,
    services: ReplyServices,
    loaded: Loaded,
  ): Reply | Promise<Reply>;
}

export const isOffered = (tool: ToolHead, offered: readonly Toolset[]): boolean =>
  tool.toolsets.some((name) => offered.includes(name));

export const defineTool = <Input extends z.ZodObject, Loaded>(
  tool: Tool<Input, Loaded>,
): Tool<Input, Loaded> => ({ ...tool, input: lazily(tool.input) });

/**
 * A tool of version 3 of the API, and its twin of version 2, which has a description of its own.
 * @param make `suffix` ends the name of the twin.
 */
export const twins = (
  description: string,
  make: (version: ApiVersion, suffix: string) => Tool,
): readonly [Tool, Tool] => {
  const [suffix, tool] = ["_v2", make(3, "")];
  const [name, title] = [`${tool.name}${suffix}`, `${tool.title} (version 2)`];
  return [tool, { ...make(2, suffix), name, title, description, toolsets: ["v2"] }];
};
