/** The servers of the callers of `http`, each with its logins, labels and results. */
import { CallQueue } from "../../base/async/call-queue.ts";
import { httpLimits } from "../../catalog/limits.ts";
import { contextOf } from "../compose/http-log.ts";
import { checkLabels, serverParts, type CallerServices } from "../compose/services.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { everybody, type Authentication } from "../../server/http/authentication.ts";
import type { Caller, CallerServer } from "../../server/http/caller.ts";
import { logWith, noLog, type Log } from "../../base/log/log.ts";
import type { SharedServices } from "../../server/mcp/accounts.ts";
import { createServer, type ServerParts } from "../../server/mcp/server.ts";
import { attachSkills, namesSkills } from "../../server/mcp/skills.ts";
import type { ServeSettings } from "../terminal/shared-flags.ts";

/** @throws UsageError for labels that the accounts of a caller do not have. */
export async function checkCallers(
  authentication: Authentication,
  settings: ServeSettings,
  shared: CallerServices,
): Promise<void> {
  const callers = [everybody, ...((await authentication.callers?.()) ?? [])];
  await Promise.all(
    callers.map(async ({ id, name = id, accounts, labels = [] }) => {
      if (labels.length + settings.labels.length === 0) return;
      const services = { ...shared, labels };
      const parts = serverParts({ ...settings, ...loginsOf(accounts) }, services);
      await checkLabels(parts, labels.length === 0 ? "the server" : `the caller ${name}`);
    }),
  );
}

export function serverFor(
  caller: Caller,
  settings: ServeSettings,
  shared: CallerServices,
  log: Log,
): CallerServer {
  const calls = new CallQueue(httpLimits);
  const services = { ...shared, caller: caller.id, labels: caller.labels ?? [] };
  const baseParts = {
    ...serverParts({ ...settings, ...loginsOf(caller.accounts) }, services),
    log: logWith(log, contextOf(caller)),
  };
  const parts = { ...(caller === everybody ? baseParts : forStranger(baseParts)), calls };
  const serviceSets = [baseParts.services, ...(baseParts.accounts?.values() ?? [])];
  return {
    createServer(message, headers) {
      const server = createServer(parts, headers);
      return namesSkills(message) ? attachSkills(server, parts) : server;
    },
    stop: () => calls.stop(),
    dispose: () => {
      for (const { results } of serviceSets) results.dispose();
    },
  };
}

/** The logins that a caller is mapped to, or those of the server. */
const loginsOf = (accounts: readonly string[] = []): Partial<ServeSettings> =>
  accounts.length === 0 ? {} : { accounts, account: accounts[0] };

/** A caller can correct nothing about the server's logins, so the details only go to the log. */
function forStranger(parts: ServerParts): ServerParts {
  const { services, accounts, log = noLog } = parts;
  const withoutDetails = (serviceSet: SharedServices): SharedServices => ({
    ...serviceSet,
    connection: () =>
      serviceSet.connection().catch((error: unknown) => {
        if (!(error instanceof ToolError)) throw error;
        const { code, problem } = error;
        log({ event: "no login for a caller", code, problem });
        throw new ToolError(
          code,
          "this server has no login for you that works",
          tellUser`Ask the operator of the server to check the login that the token is for.`,
        );
      }),
  });
  const strangers =
    accounts &&
    new Map([...accounts].map(([name, serviceSet]) => [name, withoutDetails(serviceSet)]));
  return { ...parts, services: withoutDetails(services), accounts: strangers };
}
