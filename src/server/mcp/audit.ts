/** Records a call for the file of `--audit`: its arguments, its outcome, and the first line of its reply. */
import type { Log } from "../../base/log/log.ts";
import { firstLine } from "../../answers/replies/layout.ts";
import { asToolError, type Reply } from "../../answers/replies/reply.ts";

/** @param run gets a log that counts the requests of the call, and reports the reply. */
export async function audited<Made>(
  tool: string,
  value: unknown,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
  run: (log: Log, onReply: (reply: Reply) => void) => Promise<Made>,
): Promise<Made> {
  let requests = 0;
  let reply: Reply | undefined;
  const counting: Log = (entry) => {
    if (entry.event === "request") requests += 1;
    log(entry);
  };
  const end = (outcome: string): void =>
    log({
      event: "audited",
      tool,
      arguments: value ?? {},
      outcome,
      result: reply?.result?.id ?? null,
      requests,
      summary: reply === undefined ? null : firstLine(reply.content),
    });
  try {
    const result = await run(counting, (toolReply) => (reply = toolReply));
    end("answered");
    return result;
  } catch (error) {
    end(signal.aborted ? "cancelled" : asToolError(error).code);
    throw error;
  }
}
