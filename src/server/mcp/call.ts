/** The call pipeline: validates the input, loads the tool's module, runs the tool within the deadline, sends its reply. */
import type { CallToolResult, ContentBlock, ServerContext } from "@modelcontextprotocol/server";
import type { TimeSlice } from "../../base/async/time-slice.ts";
import type { Work } from "../../base/async/work.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { inputError, ToolError } from "../../base/errors/tool-error.ts";
import {
  callIdHeader,
  logWith,
  newCallId,
  noLog,
  type Log,
  type LogEntry,
} from "../../base/log/log.ts";
import { chartUri, csvLinks } from "../../answers/replies/links.ts";
import { replyText } from "../../answers/replies/layout.ts";
import { asToolError, errorText, problemText, type Reply } from "../../answers/replies/reply.ts";
import type { ReplyServices } from "../../answers/replies/services.ts";
import { timeOfDay, type Clock } from "../../base/time/clock.ts";
import { chooseAccount, type Offered } from "./accounts.ts";
import { audited } from "./audit.ts";
import { camelKeys, readInput } from "./input.ts";
import { fetchedTimes, structuredContent } from "./structured.ts";
import type { Tool } from "./tool.ts";
import { traceIdOf, traceOf } from "./trace.ts";
import { inTurn, type Turns } from "./turn.ts";

export interface CallParts extends Offered, Turns {
  readonly log?: Log;
  /** Also sends structured content. Some clients show it instead of the text. */
  readonly structured: boolean;
}

type Progress = Pick<ReplyServices, "onProgress" | "onWait" | "showsPages">;

/** The client of a call, with its request. */
interface ServedClient extends Pick<ServerContext, "mcpReq" | "http"> {
  readonly revision: string;
  readonly showsPages: boolean | undefined;
}

/**
 * Runs a tool.
 * @param deliver turns the reply into what the caller gets, within the turn, which has the memory of the reply.
 * @throws ToolError, or any other error for a defect.
 */
// oxlint-disable-next-line max-params -- the call, its server, its client and what becomes of the reply are apart
export async function callTool<Delivered>(
  tool: Tool,
  value: unknown,
  parts: Offered & Turns,
  context: Progress & { readonly signal: AbortSignal; readonly log: Log },
  deliver: (reply: Reply, slice: TimeSlice) => Delivered | Promise<Delivered>,
): Promise<Delivered> {
  return audited(tool.name, value, context, async (log, onReply) => {
    const { services, value: args, account } = chooseAccount(parts, value);
    if (tool.needsAccount === true && services.view !== undefined) throw limitedError(tool.name);
    const loaded = await tool.load?.();
    const checked = { now: services.now, settings: services.settings };
    const { input: read, emptied } = readInput(tool.input(), args, (partial) =>
      tool.check?.(camelKeys(partial), checked, loaded),
    );
    const input = camelKeys(read);
    return inTurn(parts, context.signal, async (turn) => {
      const replyServices = { ...services, ...context, log, ...turn, emptied };
      const reply = await tool.run(input, replyServices, loaded);
      onReply(reply);
      await services.results.keep(reply);
      const content = account === undefined ? reply.content : { ...reply.content, account };
      return deliver({ ...reply, content }, turn.slice);
    });
  });
}

const limitedError = (name: string): ToolError =>
  inputError(
    `${name} lists data of the whole account, and only pages with certain labels are visible here`,
    "Ask about profiles: list_profiles, list_profile_labels, get_profile_metrics.",
  );

/** Runs a tool for a client: writes the log, sends progress, returns errors as tool errors. */
export async function serveCall(
  tool: Tool,
  value: unknown,
  parts: CallParts,
  { mcpReq, http, revision, showsPages }: ServedClient,
): Promise<CallToolResult> {
  const withLinks = revision >= resourceLinkRevision;
  const trace = traceOf(mcpReq._meta, http?.req?.headers);
  const call = runningId(http?.req?.headers.get(callIdHeader) ?? newCallId());
  const log = logWith(parts.log ?? noLog, {
    call,
    ...accountIn(value, parts),
    ...traceIdOf(trace),
  });
  const { clock } = parts.deadline;
  const named = { tool: tool.name, revision };
  const end = endOf(named, clock, log);
  log({ event: "call begun", ...named, ...trace });
  try {
    const context = { ...progressOf(mcpReq, clock), log, showsPages, signal: mcpReq.signal };
    const result = await callTool(tool, value, parts, context, (reply, slice) =>
      slice.run(resultOf(reply, withLinks, parts.structured)),
    );
    end("answered");
    return result;
  } catch (error) {
    const [{ code }, problem] = [asToolError(error), problemText(error)];
    if (mcpReq.signal.aborted) end("cancelled");
    else {
      if (code === "internal_error") log({ event: "defect", problem: causeOf(error) });
      if (loginCodes.includes(code)) log({ event: "login rejected", code, problem });
      end(code, problem);
    }
    return { content: [{ type: "text", text: errorText(error) }], isError: true };
  } finally {
    running.delete(call);
  }
}

/** Starts the time of a call. Returns a function that logs how the call ended. */
function endOf(
  named: Pick<LogEntry<"call ended">, "tool" | "revision">,
  clock: Clock,
  log: Log,
): (outcome: string, problem?: string) => void {
  const begun = clock.now();
  return (outcome, problem) =>
    log({
      event: "call ended",
      ...named,
      outcome,
      ...(problem !== undefined && { problem }),
      milliseconds: clock.now() - begun,
    });
}

/** Errors that an operator ends by a login. */
const loginCodes: readonly string[] = ["unauthorized", "not_logged_in"];

/** Ids of the calls that are running. */
const running = new Set<string>();

/** An id of a call: that of its request, with a number behind it while another call has the same. */
function runningId(request: string): string {
  let call = request;
  for (let number = 2; running.has(call); number += 1) call = `${request}.${number}`;
  running.add(call);
  return call;
}

/** The account that a call names, in a server with several. */
function accountIn(value: unknown, parts: Offered): { readonly account?: string } {
  const account = orUndefined(() => chooseAccount(parts, value).account);
  return account === undefined ? {} : { account };
}

/** The first revision with `resource_link`. */
const resourceLinkRevision = "2025-06-18";

const causeOf = (error: unknown): string =>
  error instanceof ToolError && error.cause instanceof Error
    ? `${error.problem}: ${error.cause.message}`
    : String(error);

function* resultOf(reply: Reply, withLinks: boolean, structured: boolean): Work<CallToolResult> {
  const { chart, result } = reply;
  const fetched = result && fetchedTimes(result);
  const links = result === undefined ? [] : yield* csvLinks(result);
  const resources = [
    ...(chart === undefined ? [] : [resourceLink(chartUri(chart.id), "image/svg+xml")]),
    ...links.map(({ uri, bytes }) => ({
      ...resourceLink(uri, "text/csv", bytes),
      ...(fetched && { _meta: { fetched }, annotations: { lastModified: fetched.newest } }),
    })),
  ];
  return {
    content: [{ type: "text", text: replyText(reply.content) }, ...(withLinks ? resources : [])],
    ...(structured ? { structuredContent: yield* structuredContent(reply, links) } : {}),
  };
}

const resourceLink = (uri: string, mimeType: string, size?: number): ContentBlock => ({
  type: "resource_link",
  uri,
  name: uri.replace(/^\w+:\/\//, ""),
  mimeType,
  ...(size === undefined ? {} : { size }),
});

/** Progress notifications, for clients that request them. */
function progressOf(mcpReq: ServerContext["mcpReq"], clock: Clock): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { onProgress: () => {}, onWait: () => {} };
  let [done, total] = [0, 1];
  let sent = -1;
  const send = (progress: number, message: string): void => {
    // Progress must increase, but requests can be repeated.
    if (progress <= sent) return;
    sent = progress;
    const params = { progressToken, progress, total, message };
    // The client may have disconnected.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  return {
    onProgress(nowDone, nowTotal) {
      [done, total] = [nowDone, nowTotal];
      send(done, `${done} of ${total} requests`);
    },
    onWait(until) {
      done += 0.01;
      send(done, `Waiting for the quota until ${timeOfDay(until, clock.now())}`);
    },
  };
}
