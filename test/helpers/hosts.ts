/** Hosts: real clients of the real program, over both transports and revisions. */
import { isQuick } from "./repetitions.ts";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { newUser } from "./commands.ts";
import type { Revision } from "./http.ts";
import { cli, start, urlOf } from "./process.ts";

/** The extension that hosts with skills name. */
export const extensions = { "io.modelcontextprotocol/skills": {} };

/** A real client of the real program. */
export async function host(
  transport: "stdio" | "http",
  revision: Revision,
  flags: readonly string[] = [],
  capabilities: object = { extensions },
): Promise<Client> {
  const negotiation =
    revision === "2026-07-28"
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { supportedProtocolVersions: [revision] };
  const client = new Client({ name: "host", version: "1" }, { ...negotiation, capabilities });
  const words = ["--sandbox", ...flags];
  await client.connect(
    transport === "stdio"
      ? new StdioClientTransport({
          command: process.execPath,
          args: [cli, ...words],
          env: newUser(),
        })
      : new StreamableHTTPClientTransport(
          new URL(await urlOf(start(["http", "--port", "0", ...words]))),
        ),
  );
  onTestFinished(() => client.close());
  return client;
}

/** Each transport with each revision; by hand with one. */
export const ways = (["stdio", "http"] as const).flatMap((transport, at) =>
  (["2025-11-25", "2026-07-28"] as const)
    .filter((_, place) => !isQuick || place === at)
    .map((revision) => [transport, revision] as const),
);
