/** The file of `--audit`: a line of JSON for each call. The operator can move it at any time: the next call creates a new one. */
import { errorCodeOf } from "../../base/errors/tool-error.ts";
import { appendToOwnFile } from "../../base/files/own-file.ts";
import { withoutTokens, type LogEntry } from "../../base/log/log.ts";
import { redact } from "../../base/secrets/redact.ts";
import { UsageError } from "../terminal/flags.ts";

interface Audit {
  /** @param onProblem is called when writing starts to fail. */
  readonly write: (entry: LogEntry<"audited">, onProblem: (problem: string) => void) => void;
  /** False while writing fails. */
  readonly isWritten: () => boolean;
}

const audits = new Map<string, Audit>();

/** Opens the file once for all callers of the process. @throws UsageError for a file that cannot be written. */
export function auditIn(path: string): Audit {
  const audit = audits.get(path) ?? openAudit(path);
  audits.set(path, audit);
  return audit;
}

function openAudit(path: string): Audit {
  let isWritten = true;
  const writeProblem = (error: unknown): string =>
    `${path} cannot be written: ${errorCodeOf(error) ?? (error instanceof Error ? error.message : "failed")}`;
  try {
    appendToOwnFile(path, Buffer.of());
  } catch (cause) {
    throw new UsageError(`--audit ${writeProblem(cause)}`, { cause });
  }
  return {
    isWritten: () => isWritten,
    write({ caller = null, account = null, tool, ...call }, onProblem) {
      const { arguments: input, outcome, result, requests, summary } = call;
      const time = new Date().toISOString();
      const line = { time, caller, account, tool, arguments: input, outcome, result, requests };
      try {
        appendToOwnFile(
          path,
          Buffer.from(`${redact(withoutTokens(JSON.stringify({ ...line, summary }, short)))}\n`),
        );
        isWritten = true;
      } catch (error) {
        if (isWritten) onProblem(writeProblem(error));
        isWritten = false;
      }
    },
  };
}

/** Maximum characters of a text: the file does not need the whole text of a report. */
const longest = 1000;

const short = (_: string, value: unknown): unknown =>
  typeof value === "string" && value.length > longest ? `${value.slice(0, longest)}…` : value;
