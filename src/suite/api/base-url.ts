/** The base URL of the API, and whether it is on this machine. */
import { inputError, type ToolError, tellUser } from "../../base/errors/tool-error.ts";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns true if the host is this machine. */
export const isLoopback = (host: string): boolean => loopback.test(host.replace(/^::1$/, "[::1]"));

/** Returns true for HTTPS, and for HTTP to this machine. */
export const isEncryptedOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && loopback.test(hostname));

const baseUrlError = (problem: string): ToolError =>
  inputError(`the base URL ${problem}`, tellUser`Correct it.`);

/**
 * Parses the base URL of the API: HTTPS, or HTTP to a loopback address, with an optional path prefix.
 * @throws ToolError `invalid_input` for anything else.
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw baseUrlError("is not a URL");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw baseUrlError("must not contain a user name or password");
  if (url.search !== "" || url.hash !== "")
    throw baseUrlError("must not contain a query or a fragment");
  if (!isEncryptedOrLocal(url))
    throw baseUrlError("must start with https:// (or http:// for a loopback address)");
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}
