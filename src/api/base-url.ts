import { type ToolError, invalidInput } from "../errors/tool-error.ts";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether nobody but this machine is reached by it. */
export const isLoopback = (host: string): boolean => loopback.test(host.replace(/^::1$/, "[::1]"));

/**
 * The API's address: HTTPS, or HTTP to a loopback address; a path prefix is kept.
 * @throws ToolError `invalid_input` for anything else.
 */
export function parseBaseUrl(text: string): URL {
  const refuse = (problem: string): ToolError =>
    invalidInput(`the base URL ${problem}`, "Tell the user to correct it.");
  if (!URL.canParse(text)) throw refuse("is not a URL");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") throw refuse("must not carry a user or password");
  if (url.search !== "" || url.hash !== "") throw refuse("must not carry a query or a fragment");
  const secure =
    url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname));
  if (!secure) throw refuse("must begin with https:// (http:// only to a loopback address)");
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}
