/**
 * Composes the server and its services from the settings; a connection is opened with the first call. Callers who use
 * one login share its connection: lists, cached answers, the request count.
 */
import type { Connection } from "../../suite/connection/connection.ts";
import { version } from "../../../package.json";
import { prompts } from "../../../prompts/index.ts";
import { savingTools, tools } from "../../../tools/index.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { SharedServices } from "../../server/mcp/accounts.ts";
import type { ServerParts } from "../../server/mcp/server.ts";
import { savingIn, type Saving } from "../../answers/exports/saving.ts";
import { MemoryBudget } from "../../base/memory/budget.ts";
import { viewWithin } from "../../suite/connection/scope.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { briefly } from "../../suite/connection/call-context.ts";
import { UsageError } from "../terminal/flags.ts";
import { exitCodeOf } from "../terminal/report.ts";
import { ResultStore, type ResultArchive } from "../../answers/replies/result-store.ts";
import { logTo, type Log } from "../../base/log/log.ts";
import type { Listener } from "../../server/telemetry/events.ts";
import { complain } from "../terminal/output.ts";
import { auditIn } from "./audit.ts";
import type { CallSettings, ConnectionSettings, ServeSettings } from "../terminal/shared-flags.ts";

/** The log goes to stderr, for the people who run the server. */
export function logOf({
  logLevel,
  listener,
  audit: file,
}: Pick<CallSettings, "logLevel" | "listener" | "audit">): Log {
  const written = logTo((line) => complain(line, "as it is"), logLevel, Date.now);
  const audit = file === undefined ? undefined : auditIn(file);
  const auditing: Listener = {
    audited: (entry) =>
      audit?.write(entry, (problem) => written({ event: "audit not written", problem })),
  };
  return (entry) => {
    auditing[entry.event]?.(entry);
    if (entry.event === "audited") return;
    written(entry);
    listener?.(entry);
  };
}

type Opening = SharedServices["connection"];

/** Services that all callers of a process share: the memory, and one connection for each login. */
export interface CallerServices {
  readonly memory: MemoryBudget;
  /** @param account the name of a stored login; the process's own login (default). */
  readonly connectionOf: (account?: string) => Opening;
  /** Undefined where one caller has the process for itself. */
  readonly caller?: string | undefined;
  /** The caller sees only pages with at least one of these profile labels; all pages if the list is empty (default). */
  readonly labels?: readonly string[];
  /** Where files are saved; the folder of the settings (default). */
  readonly saving?: Saving | undefined;
  /** Opens what keeps the results of the caller beyond the process, by the account that they are about. */
  readonly archiveOf?: ((account: string | undefined) => ResultArchive) | undefined;
}

export function processServices(settings: ConnectionSettings & CallSettings): CallerServices {
  const memory = new MemoryBudget(settings.memoryBytes);
  const openings = new Map<string | undefined, Opening>();
  const connectionOf = (account = settings.account): Opening => {
    const opening = openings.get(account) ?? openingOf({ ...settings, account }, memory);
    openings.set(account, opening);
    return opening;
  };
  return { memory, connectionOf };
}

function openingOf(settings: ConnectionSettings & CallSettings, memory: MemoryBudget): Opening {
  let connection: Promise<Connection> | undefined;
  const log = logOf(settings);
  const open = async (): Promise<Connection> =>
    (await import("./connection.ts")).openConnection(settings, memory, log);
  return async () => {
    const previous = connection;
    const opened = await previous?.catch(() => undefined);
    // Another call may have opened a new connection in the meantime.
    const isReplaced = (await opened?.authorization.isReplaced()) === true;
    if (isReplaced && connection === previous) {
      connection = undefined;
      opened?.close();
    }
    connection ??= open();
    // The next call retries after a failure.
    connection.catch(() => (connection = undefined));
    return connection;
  };
}

/** The parts of the server of one caller, whose results are private. */
export function serverParts(
  settings: ServeSettings,
  shared: CallerServices = processServices(settings),
): ServerParts {
  const { accounts, saveTo, toolsets, structured } = settings;
  const saving = shared.saving ?? (saveTo === undefined ? undefined : savingIn(saveTo));
  const servicesOf = (account: string): SharedServices =>
    composeServices({ ...settings, account }, shared);
  return {
    version,
    tools: saving === undefined ? tools : [...tools, ...savingTools(saving)],
    prompts,
    toolsets,
    structured,
    log: logOf(settings),
    deadline: { clock: systemClock, seconds: settings.deadlineSeconds },
    memory: shared.memory,
    services: composeServices(settings, shared),
    // Each of several accounts has results, caches and a quota of its own.
    accounts:
      accounts.length < 2
        ? undefined
        : new Map(accounts.map((account) => [account, servicesOf(account)])),
  };
}

/**
 * Looks for the labels that limit the pages, before the server starts.
 * @param whose pages they limit.
 * @throws UsageError for a label that an account does not have. Calls report any other failure.
 */
export async function checkLabels(
  { services, accounts }: Pick<ServerParts, "services" | "accounts">,
  whose = "the server",
): Promise<void> {
  const check = async ([account, { view, connection }]: readonly [string, SharedServices]) => {
    if (view === undefined) return;
    const context = { ...briefly(ourLimits.labelsSeconds), view };
    try {
      await (await connection()).forCall(context).lists.get("profile_labels");
    } catch (error) {
      if (error instanceof ToolError && exitCodeOf(error) === 2)
        throw new UsageError(`${error.problem}: labels of ${whose}${account}`, {
          next,
          cause: error,
        });
    }
  };
  const next =
    "list_profile_labels shows the labels: social-analytics-mcp call list_profile_labels";
  const named = [...(accounts ?? [])].map(
    ([name, accountServices]) => [`, login ${name}`, accountServices] as const,
  );
  await Promise.all(accounts === undefined ? [check(["", services])] : named.map(check));
}

export const composeServices = (
  settings: ConnectionSettings & CallSettings,
  { memory, connectionOf, archiveOf, caller, labels = [] }: CallerServices = processServices(
    settings,
  ),
): SharedServices => ({
  settings: settings.settings,
  results: new ResultStore(memory, archiveOf?.(settings.account)),
  now: Date.now,
  caller,
  connection: connectionOf(settings.account),
  view: viewWithin([settings.labels, labels]),
});
