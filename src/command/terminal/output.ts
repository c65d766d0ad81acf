/** The only place that writes text to stdout and stderr. Over stdio, stdout is reserved for JSON-RPC. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { styleText } from "node:util";
import { redact } from "../../base/secrets/redact.ts";
import { fitted } from "./wrap.ts";

let needsStdout = true;

/** Lets the program go on when stdout cannot be written: a server over HTTP needs it for its address alone. */
export function serveWithoutStdout(): void {
  needsStdout = false;
}

// A reader that closes its end, as `head` does, is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (!needsStdout) return;
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`The output cannot be written: ${error.message}\n`);
  process.exit(1);
});

// The reader of the log has exited, or its disk is full: the program goes on without it.
process.stderr.on("error", () => {});

export function print(text: string): void {
  endProgressBar();
  process.stdout.write(`${text}\n`);
}

/** Prints a text, and returns when its reader has taken it. */
export const printed = (text: string): Promise<void> => {
  endProgressBar();
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
};

/** Prints a long text as fast as its reader takes it. */
export const printBlocks = (blocks: AsyncIterable<string>): Promise<void> =>
  pipeline(Readable.from(blocks), process.stdout, { end: false });

/** Control characters, but for line breaks and tabs: a terminal would obey them. */
// oxlint-disable-next-line no-control-regex -- They are what is removed.
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Wraps lines, and removes secrets and control characters: stderr also carries stacks, and texts of files and other programs. */
export function complain(text: string, form: "wrapped" | "as it is" = "wrapped"): void {
  endProgressBar();
  const inert = redact(text).replaceAll(controls, "");
  process.stderr.write(`${form === "wrapped" ? fitted(inert, process.stderr) : inert}\n`);
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

let isBarOpen = false;

/** Removes the progress bar before the next text, or when it is complete. */
function endProgressBar(): void {
  if (isBarOpen) process.stderr.write("\r\u001B[2K");
  isBarOpen = false;
}

/** Draws how many requests are answered, over the line before; nothing where stderr is not a terminal. */
export function progressBar(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const filled = total === 0 ? barWidth : Math.round(Math.min(1, done / total) * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  process.stderr.write(`\r${bar} ${done} of ${total} requests`);
  isBarOpen = true;
  if (done >= total) endProgressBar();
}
