/** The only place that writes to stdout and stderr for a person. Over stdio, stdout belongs to JSON-RPC. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
