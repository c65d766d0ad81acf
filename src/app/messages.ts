/** The fields of messages of MCP Apps (revision 2026-01-26) and MCP that the page reads. */
import * as z from "zod/mini";
import { catch as or } from "zod/mini";

// The policy of the page allows no code made of text, and zod would try.
z.config({ jitless: true });

export const message = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(z.union([z.number(), z.string()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.optional(z.string()) })),
});

const theme = z.enum(["light", "dark"]);
export type Theme = z.infer<typeof theme>;

/** A theme that the page does not know is ignored. */
export const hostContext = z.object({ theme: or(z.optional(theme), undefined) });

/** The answer to ui/initialize. */
export const initialized = z.object({
  hostContext: z._default(hostContext, {}),
  hostCapabilities: z._default(z.object({ downloadFile: z.optional(z.unknown()) }), {}),
});
export type HostCapabilities = z.infer<typeof initialized>["hostCapabilities"];

/** Each block keeps its other fields, because the host gets links back. */
const block = z.looseObject({
  type: z.string(),
  text: or(z.optional(z.string()), undefined),
  uri: z.optional(z.string()),
});
export type Block = z.infer<typeof block>;

export const toolResult = z.object({ content: z.array(block), isError: z.optional(z.boolean()) });

/** The answer to ui/download-file. */
export const downloaded = z.object({ isError: z.optional(z.boolean()) });

/** The answer to resources/read. */
export const resource = z.object({ contents: z.array(z.object({ text: z.optional(z.string()) })) });
