/** The connection to the host: JSON-RPC messages of MCP Apps and MCP to and from the window that contains the page. */
import * as z from "zod/mini";
import { catch as or } from "zod/mini";

// The policy of the page allows no code made of text, and zod would try.
z.config({ jitless: true });

/** The revision of MCP Apps that the page speaks. The schemas have the fields that it reads. */
const protocolVersion = "2026-01-26";

const message = z.object({
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
const initialized = z.object({
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
const resource = z.object({ contents: z.array(z.object({ text: z.optional(z.string()) })) });

/** Functions that take the answers to requests, by the ids of these. */
const waiting = new Map<number | string, (answer: z.output<typeof message>) => void>();
let sent = 0;

function send(content: object): void {
  // The page does not know the origin of its host, and its messages contain no secret.
  window.parent.postMessage({ jsonrpc: "2.0", ...content }, "*");
}

export const notify = (method: string, params: object): void => send({ method, params });

/** @throws Error if the host refuses, or answers with anything but the schema's shape. */
export async function request<Schema extends z.ZodMiniType>(
  method: string,
  params: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { result, error } = await new Promise<z.output<typeof message>>((resolve) => {
    sent += 1;
    waiting.set(sent, resolve);
    send({ id: sent, method, params });
  });
  if (error !== undefined) throw new Error(error.message ?? "the host gave no reason");
  const read = schema.safeParse(result);
  if (!read.success) throw new Error(`the answer of the host to ${method} cannot be read`);
  return read.data;
}

/** Introduces the page. The host then sends the reply of the tool. */
export async function initialize(): Promise<z.output<typeof initialized>> {
  const parts = {
    appInfo: { name: "social-analytics-chart", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline"] },
    protocolVersion,
  };
  const answer = await request("ui/initialize", parts, initialized);
  notify("ui/notifications/initialized", {});
  return answer;
}

/** A resource of the server. */
export async function readText(uri: string): Promise<string> {
  const { contents } = await request("resources/read", { uri }, resource);
  const text = contents.find((content) => content.text !== undefined)?.text;
  if (text === undefined) throw new Error("the host gave no text");
  return text;
}

/** @param handlers the functions that handle notifications of the host, by method. */
export function listen(handlers: Readonly<Record<string, (params: unknown) => void>>): void {
  // A message may be named like a property of every object.
  const heard = new Map(Object.entries(handlers));
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    const read = message.safeParse(data);
    if (source !== window.parent || !read.success) return;
    const { id, method, params } = read.data;
    if (method !== undefined && id === undefined) heard.get(method)?.(params);
    else if (method !== undefined) send({ id, ...answerTo(method) });
    else if (id !== undefined) {
      waiting.get(id)?.(read.data);
      waiting.delete(id);
    }
  });
}

/** The page has nothing to save before it is removed, and offers nothing to the host. */
const answerTo = (method: string): object =>
  method === "ui/resource-teardown" || method === "ping"
    ? { result: {} }
    : { error: { code: -32601, message: `The page has no method ${method}.` } };
