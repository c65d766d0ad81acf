/**
 * Connections to other hosts, through the proxies of the environment; this machine is reached directly. The only import
 * of undici, which is loaded with the first message, not at the start.
 */
import { Agent, EnvHttpProxyAgent, Pool, fetch as fetchBy } from "undici";
import type { Dispatcher, RequestInit, Response } from "undici";
import { isLoopback } from "./base-url.ts";
import { ProxyFailed, connectionError } from "./connection-error.ts";
import { proxyOptions } from "./proxies.ts";

/** Returns the connections to a host. @throws ToolError `upstream_failed` if the address of the proxy is not valid. */
export function connectionsTo(
  { hostname }: Pick<URL, "hostname">,
  options: Pick<Agent.Options, "connections" | "headersTimeout" | "bodyTimeout"> = {},
): Dispatcher {
  if (isLoopback(hostname)) return new Agent(options);
  const clientFactory = (proxy: URL, settings: Pool.Options): Pool =>
    new ProxyConnections(proxy, settings);
  return new EnvHttpProxyAgent({ ...options, ...proxyOptions(), clientFactory });
}

/** The connections to a proxy. Their errors name it: a fault of the proxy is not one of the host behind it. */
class ProxyConnections extends Pool {
  constructor(
    private readonly proxy: URL,
    options: Pool.Options,
  ) {
    super(proxy.origin, options);
  }

  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const { host } = this.proxy;
    const answer = await super.connect(options).catch((cause: unknown) => {
      throw new ProxyFailed(host, undefined, { cause });
    });
    const { statusCode, socket } = answer;
    if (statusCode === 200) return answer;
    socket.on("error", () => {}).destroy();
    throw new ProxyFailed(host, statusCode);
  }
}

/** Fetches an address. @throws ToolError that says why there is no answer, unless the signal of the request ends it. */
export async function fetchFrom(address: string, options: RequestInit): Promise<Response> {
  const url = new URL(address);
  try {
    return await fetchBy(url, { ...options, dispatcher: connectionsTo(url) });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw connectionError(url, error);
  }
}
