/**
 * Connections to other hosts, through the proxies of the environment; this machine is reached directly. The only import
 * of undici, which is loaded with the first message, not at the start.
 */
import { Agent, EnvHttpProxyAgent, Pool, fetch as fetchBy } from "undici";
import type { Dispatcher, RequestInit, Response } from "undici";
import { isLoopback } from "./base-url.ts";
import { ProxyFailed, connectionError } from "./connection-error.ts";
import { proxiesInUse } from "./proxies.ts";

export interface ConnectionOptions extends Pick<
  Agent.Options,
  "connections" | "headersTimeout" | "bodyTimeout"
> {
  /** Called with the host and port of a proxy that has made a connection. */
  readonly onProxy?: (proxy: string) => void;
}

/** Returns the connections to a host. @throws ToolError `upstream_failed` if the address of a proxy is not valid. */
export function connectionsTo(
  { hostname }: Pick<URL, "hostname">,
  { onProxy, ...options }: ConnectionOptions = {},
): Dispatcher {
  return isLoopback(hostname)
    ? new Agent(options)
    : new EnvHttpProxyAgent({
        ...options,
        ...proxiesInUse(),
        clientFactory: (proxy, settings) => new ProxyConnections(proxy, settings, onProxy),
      });
}

/** The connections to a proxy. Their errors name it: a fault of the proxy is not one of the host behind it. */
class ProxyConnections extends Pool {
  constructor(
    private readonly proxy: URL,
    options: Pool.Options,
    private readonly onProxy: (proxy: string) => void = () => {},
  ) {
    super(proxy.origin, options);
  }

  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const { host } = this.proxy;
    const answer = await super.connect(options).catch((cause: unknown) => {
      throw new ProxyFailed(host, undefined, { cause });
    });
    const { statusCode, socket } = answer;
    if (statusCode !== 200) {
      socket.on("error", () => {}).destroy();
      throw new ProxyFailed(host, statusCode);
    }
    this.onProxy(host);
    return answer;
  }
}

/** Like `fetch`. @throws ToolError that says why there is no answer, unless the signal of the request ends it. */
export async function fetchFrom(
  address: string,
  options: RequestInit,
  onProxy?: (proxy: string) => void,
): Promise<Response> {
  const url = new URL(address);
  try {
    const dispatcher = connectionsTo(url, onProxy === undefined ? {} : { onProxy });
    return await fetchBy(url, { ...options, dispatcher });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw connectionError(url, error);
  }
}
