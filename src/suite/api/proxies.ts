/** The proxy that the environment names, in the form of undici's EnvHttpProxyAgent. */
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { remember } from "../../base/secrets/redact.ts";

/** The proxy in use. Its address is empty where no proxy is set. */
let named = { address: "", noProxy: "" };

/** Sets the proxy of all connections made from now on. The names of the variables are read in either case, as curl does. */
export function useProxies(environment: Readonly<Record<string, string | undefined>>): void {
  const read = (name: string): string =>
    (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
  const address = read("HTTPS_PROXY") || read("HTTP_PROXY");
  // Many programs accept `proxy.example.com:3128`.
  const hasScheme = address === "" || address.includes("://");
  named = {
    address: hasScheme ? address : `http://${address}`,
    noProxy: withoutProxy(read("NO_PROXY")),
  };
}

/** Each host also as a fully qualified name, with a dot at its end; `*` among others means all. */
function withoutProxy(list: string): string {
  const entries = list.split(/[,\s]+/).filter(Boolean);
  if (entries.includes("*")) return "*";
  const hosts = entries.map((entry) => /^(.*?)\.?(:\d+)?$/.exec(entry) ?? []);
  return hosts.flatMap(([, host, port = ""]) => [`${host}${port}`, `${host}.${port}`]).join(",");
}

interface ProxyOptions {
  /** Of hosts with HTTPS. Others are reached on this machine alone, and so directly. */
  readonly httpsProxy: string;
  readonly httpProxy: string;
  readonly noProxy: string;
  /** The header Proxy-Authorization. */
  readonly token?: string;
}

/** @throws ToolError `upstream_failed` for what is not an address. The error does not quote it: it may have a password. */
export function proxyOptions(): ProxyOptions {
  const { address, noProxy } = named;
  // undici would read the environment for what is absent.
  const none = { httpsProxy: "", httpProxy: "", noProxy };
  if (address === "") return none;
  const url = orUndefined(() => new URL(address));
  const login = url && orUndefined(() => [url.username, url.password].map(decodeURIComponent));
  // A password with a slash that is not encoded would be the host and its port.
  const isAddress = url !== undefined && /^https?:\/\/[^/]*\/$/.test(url.href);
  if (!isAddress || login === undefined) throw addressError();
  if (login.join("") === "") return { ...none, httpsProxy: url.origin };
  const token = `Basic ${Buffer.from(login.join(":")).toString("base64")}`;
  // They are redacted everywhere.
  for (const secret of [url.password, ...login.slice(1), token]) remember(secret);
  return { ...none, httpsProxy: url.origin, token };
}

const addressError = (): ToolError =>
  new ToolError(
    "upstream_failed",
    "HTTPS_PROXY or HTTP_PROXY in the environment is not the address of an HTTP proxy",
    tellUser`Set it to one such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with %2F for / and %25 for % in the password; or unset it.`,
    { isFinal: true },
  );
