/** A server over HTTP whose log is read line by line. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { newUser } from "./commands.ts";
import { run, start } from "./program.ts";

interface Line {
  readonly event: string;
  readonly [field: string]: unknown;
}

interface LoggedServer {
  readonly url: string;
  readonly token: string;
  /** What the server has logged so far. */
  readonly lines: readonly Line[];
  readonly texts: readonly string[];
  readonly child: ReturnType<typeof start>;
  /** The file of callers. */
  readonly file: string;
}

/** A server with one token, the token, and what it has logged so far. */
export async function serve(): Promise<LoggedServer> {
  const user = newUser();
  const auth = ["--auth", `tokens:${user["HOME"]}/callers.json`];
  const added = await run(["token", "add", "reports", ...auth], user);
  const [token = ""] = /sam_\S+|[\w-]{40,}/.exec(added.stdout) ?? [];
  const words = ["http", "--sandbox", "--port", "0", "--log-level", "debug", ...auth];
  const child = start(words, user);
  const [line] = await once(createInterface(child.stdout), "line");
  const [url = ""] = /http:\S+\/mcp/.exec(String(line)) ?? [];
  const lines: Line[] = [];
  const texts: string[] = [];
  createInterface(child.stderr).on("line", (text) => {
    texts.push(text);
    lines.push(JSON.parse(text));
  });
  return { url, token, lines, texts, child, file: `${user["HOME"]}/callers.json` };
}

/** The headers of a message. */
export const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
