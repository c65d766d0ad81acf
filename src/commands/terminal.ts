/** The only place that writes to stdout and stderr for a person. Over stdio, stdout belongs to JSON-RPC. */

// A reader that has seen enough, as `head` has, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** How this program was started: from a checkout it has no name of its own. */
export function programName(): string {
  const [, program = ""] = process.argv;
  return program.endsWith(".js") ? `node ${program}` : "social-analytics-mcp";
}
