/** The only place that writes text to stdout and stderr. Over stdio, stdout is reserved for JSON-RPC. */
import { styleText } from "node:util";
import { redact } from "../secrets/redact.ts";

// A reader that closes its end, as `head` does, is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Removes secrets: stderr also carries stacks, and texts of other programs. */
export function complain(text: string): void {
  process.stderr.write(`${redact(text)}\n`);
}

/** The command that starts this program; a checkout has no command on the PATH. */
export function programName(): string {
  const [, program = ""] = process.argv;
  return program.endsWith(".js") ? `node ${program}` : "social-analytics-mcp";
}

/** Colours a text on a terminal whose user does not refuse colours (no-color.org). */
export function painted(color: "green" | "yellow" | "red", text: string): string {
  const { NO_COLOR = "", TERM } = process.env;
  const isPlain = !process.stdout.isTTY || NO_COLOR !== "" || TERM === "dumb";
  return isPlain ? text : styleText(color, text);
}

const barWidth = 30;

/** Draws how many requests are answered, over the line before; nothing where stderr is no terminal. */
export function progressBar(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  const end = done >= total ? "\n" : "";
  process.stderr.write(`\r${bar} ${done} of ${total} requests${end}`);
}
