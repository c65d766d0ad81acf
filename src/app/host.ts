/** The connection to the host: JSON-RPC messages to and from the window that contains the page. */
import type * as z from "zod/mini";
import { initialized, message, resource } from "./messages.ts";

/** The revision of MCP Apps that the page speaks. */
const protocolVersion = "2026-01-26";

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: Error) => void;
}

export interface Host {
  /** @throws Error if the host refuses, or answers with anything but the schema's shape. */
  request<Schema extends z.ZodMiniType>(
    method: string,
    params: object,
    schema: Schema,
  ): Promise<z.output<Schema>>;
  notify(method: string, params: object): void;
  /** Introduces the page. The host then sends the reply of the tool. */
  initialize(): Promise<z.output<typeof initialized>>;
  /** A resource of the server. */
  readText(uri: string): Promise<string>;
}

/** @param handlers the functions that handle notifications of the host, by method. */
export function connect(handlers: Readonly<Record<string, (params: unknown) => void>>): Host {
  // A message may be named like a property of every object.
  const heard = new Map(Object.entries(handlers));
  const waiting = new Map<number | string, Waiting>();
  let sent = 0;
  const send = (content: object): void => {
    // The page does not know the origin of its host, and its messages contain no secret.
    window.parent.postMessage({ jsonrpc: "2.0", ...content }, "*");
  };
  const request: Host["request"] = async (method, params, schema) => {
    const answer = new Promise<unknown>((resolve, reject) => {
      sent += 1;
      waiting.set(sent, { resolve, reject });
      send({ id: sent, method, params });
    });
    const read = schema.safeParse(await answer);
    if (!read.success) throw new Error(`the answer of the host to ${method} cannot be read`);
    return read.data;
  };
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    const read = message.safeParse(data);
    if (source !== window.parent || !read.success) return;
    const { id, method, params, result, error } = read.data;
    if (method !== undefined && id === undefined) heard.get(method)?.(params);
    else if (method !== undefined) send({ id, ...answerTo(method) });
    else if (id !== undefined) {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error.message ?? "the host gave no reason"));
    }
  });
  const notify: Host["notify"] = (method, params) => send({ method, params });
  return {
    request,
    notify,
    async initialize() {
      const parts = {
        appInfo: { name: "social-analytics-chart", version: "1" },
        appCapabilities: { availableDisplayModes: ["inline"] },
        protocolVersion,
      };
      const answer = await request("ui/initialize", parts, initialized);
      notify("ui/notifications/initialized", {});
      return answer;
    },
    async readText(uri) {
      const { contents } = await request("resources/read", { uri }, resource);
      const text = contents.find((one) => one.text !== undefined)?.text;
      if (text === undefined) throw new Error("the host gave no text");
      return text;
    },
  };
}

/** The page has nothing to save before it is removed, and offers nothing to the host. */
const answerTo = (method: string): object =>
  method === "ui/resource-teardown" || method === "ping"
    ? { result: {} }
    : { error: { code: -32601, message: `The page has no method ${method}.` } };
