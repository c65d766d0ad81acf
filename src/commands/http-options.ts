/** How the HTTP server is set up by the command line. */
import { resolve } from "node:path";
import type { Gate } from "../http/gate.ts";
import { UsageError, type Flags } from "./flags.ts";

export interface HttpOptions {
  readonly host: string;
  readonly gate: Gate;
  /** The file of bearer tokens; without it everybody on this machine is one caller. */
  readonly tokensFile: string | undefined;
}

export const httpOptions = (values: Flags, auth: string | undefined): HttpOptions => ({
  host: values.host ?? "127.0.0.1",
  gate: {
    hosts: (values["allowed-host"] ?? []).map(readHost),
    origins: (values["allowed-origin"] ?? []).map(readOrigin),
  },
  tokensFile: auth === undefined ? undefined : readAuth(auth),
});

function readHost(text: string): string {
  const host = text.toLowerCase();
  if (
    !host.includes("*") &&
    URL.canParse(`http://${host}`) &&
    new URL(`http://${host}`).hostname === host
  )
    return host;
  throw new UsageError(
    `--allowed-host takes a name without port, such as mcp.example.com, not ${JSON.stringify(text)}`,
  );
}

function readOrigin(text: string): string {
  const isExtension = /^[a-z-]+-extension:\/\/[\w-]+$/.test(text);
  if (isExtension || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw new UsageError(
    `--allowed-origin takes an origin such as https://app.example.com, not ${JSON.stringify(text)}`,
  );
}

function readAuth(text: string): string {
  const [, path] = /^tokens:(.+)$/.exec(text) ?? [];
  if (path !== undefined) return resolve(path);
  throw new UsageError(`--auth takes tokens:FILE, not ${JSON.stringify(text)}`);
}
