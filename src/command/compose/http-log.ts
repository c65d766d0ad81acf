/** What `http` writes to the log: answers, callers and settings, without names of persons, logins and advice for models. */
import { identityOf, loggedHash } from "../../suite/api/authorization.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { everybody } from "../../server/http/authentication.ts";
import type { Caller } from "../../server/http/caller.ts";
import type { Answered } from "../../server/http/request-log.ts";
import type { Log, LogContext } from "../../base/log/log.ts";
import type { Arguments } from "../terminal/command.ts";

/** A tool error has advice for models, which is not for the log. */
export const loggedProblem = (error: Error): string =>
  error instanceof ToolError ? error.problem : error.message;

export function logAnswer(log: Log, { reason, caller, subject, ...answered }: Answered): void {
  const { call, method, path, status } = answered;
  const context = caller === undefined ? {} : contextOf(caller);
  if (reason === undefined)
    return log({ event: "http answered", call, method, path, status, ...context });
  const unmapped = subject && { subject: subject.value };
  log({ event: "http refused", ...answered, reason, ...context, ...unmapped });
}

/** The log has a hash instead of the name of a person. */
export const contextOf = ({ id, name, accounts = [] }: Caller): LogContext => ({
  ...(id !== everybody.id && { caller: name ?? loggedHash(identityOf(id)) }),
  ...(accounts.length === 1 && { account: accounts[0] }),
});

/** The flags of the command line and their values, without the logins in addresses. */
export const settingsText = ({ flagTexts: flags }: Arguments): string =>
  [...flags].map(([flag, texts]) => `--${flag} ${texts.map(withoutLogin).join(",")}`).join(" ");

/** The host and the path of an address with a login. An @ behind the host shows that a password was not encoded. */
function withoutLogin(value: string): string {
  if (!/:\/\/.*@/.test(value)) return value;
  const url = orUndefined(() => new URL(value));
  if (url === undefined || `${url.pathname}${url.search}${url.hash}`.includes("@"))
    return "(an address)";
  return `${url.protocol}//${url.host}${url.pathname}`;
}
