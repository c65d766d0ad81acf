/** Calls tools for a command. Their results are stored for a day, so that the next command finds them. */
import type { TimeSlice } from "../../base/async/time-slice.ts";
import type { View } from "../../suite/connection/lists.ts";
import { joined } from "../../suite/connection/view.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import { logWith, newCallId } from "../../base/log/log.ts";
import { callTool } from "../../server/mcp/call.ts";
import type { Tool } from "../../server/mcp/tool.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import { complain, progressBar } from "../terminal/output.ts";
import type { CallSettings, ConnectionSettings } from "../terminal/shared-flags.ts";
import { systemClock, timeOfDay } from "../../base/time/clock.ts";
import { composeServices, logOf, processServices } from "./services.ts";

/** @param deliver makes of the reply what the command needs. @throws ToolError */
export type ToolCaller = <Delivered>(
  tool: Tool,
  value: unknown,
  deliver: (reply: Reply, slice: TimeSlice) => Delivered | Promise<Delivered>,
) => Promise<Delivered>;

export async function toolCaller(
  settings: ConnectionSettings & CallSettings,
  environment: Environment,
  shared = processServices(settings),
  view?: View,
): Promise<ToolCaller> {
  const { archiveOfCalls } = await import("./stored-results.ts");
  const identity = async (): Promise<string> =>
    (await shared.connectionOf()()).authorization.identity;
  const archiveOf = () => archiveOfCalls(environment, identity, settings.labels);
  const composed = composeServices(settings, { ...shared, archiveOf });
  const services = { ...composed, view: view ? joined(composed.view, view) : composed.view };
  const parts = {
    services,
    deadline: { clock: systemClock, seconds: settings.deadlineSeconds },
  };
  const { signal } = new AbortController();
  return (tool, value, deliver) => {
    const log = logWith(logOf(settings), { call: newCallId() });
    return callTool(tool, value, parts, { signal, onProgress, onWait, log }, deliver);
  };
}

function onProgress(done: number, total: number): void {
  if (total > 1) progressBar(done, total);
}

const onWait = (until: number): void =>
  complain(`Waiting for the quota until ${timeOfDay(until, Date.now())}`);
