/** The proxies that the environment names, in the form of undici's EnvHttpProxyAgent. */
import { ToolError, tellUser } from "../errors/tool-error.ts";
import { remember } from "../secrets/redact.ts";

interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** An empty text is none: undici would read the environment for an absent one. */
let proxies: Proxies = { httpProxy: "", httpsProxy: "", noProxy: "" };

/** From now on, connections use these proxies. The names of the variables are read in either case, as curl does. */
export function useProxies(environment: Readonly<Record<string, string | undefined>>): void {
  const read = (name: string): string =>
    (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
  proxies = {
    httpProxy: withScheme(read("HTTP_PROXY")),
    httpsProxy: withScheme(read("HTTPS_PROXY")),
    noProxy: read("NO_PROXY"),
  };
  for (const proxy of [proxies.httpProxy, proxies.httpsProxy]) {
    const { password = "" } = URL.canParse(proxy) ? new URL(proxy) : {};
    // It is redacted everywhere, as the variable has it and as it is sent.
    for (const form of [password, decoded(password)]) if (form !== "") remember(form);
  }
}

/** @throws ToolError `upstream_failed` if one of them is not an address. The error does not quote it: it may have a password. */
export function proxiesInUse(): Proxies {
  for (const proxy of [proxies.httpProxy, proxies.httpsProxy]) {
    if (
      proxy === "" ||
      /^(https?|socks5?):$/.test(URL.canParse(proxy) ? new URL(proxy).protocol : "")
    )
      continue;
    throw new ToolError(
      "upstream_failed",
      "HTTPS_PROXY or HTTP_PROXY in the environment is not the address of a proxy",
      tellUser`Set it to an address such as http://proxy.example.com:3128, or unset it.`,
      { isFinal: true },
    );
  }
  return proxies;
}

/** Many programs accept `proxy.example.com:3128`. */
const withScheme = (proxy: string): string =>
  proxy === "" || proxy.includes("://") ? proxy : `http://${proxy}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
