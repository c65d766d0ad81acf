/** Serves the sandbox API until it is stopped. */
import { serveSandbox } from "../sandbox/http.ts";
import { UsageError } from "./flags.ts";
import type { Options } from "./options.ts";
import { print } from "./terminal.ts";

export async function sandbox({ sandbox: options, port = 4010 }: Options): Promise<void> {
  const served = await serveSandbox(options, port).catch((cause: unknown) => {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    if (!isTaken) throw cause;
    throw new UsageError(`port ${port} is taken: name another with --port (0 takes any free one)`);
  });
  const settings = Object.entries(served.environment).map(
    ([name, value]) => `export ${name}=${value}`,
  );
  print("The sandbox API is ready. To use it as its first user:\n");
  print(settings.join("\n"));
  print("\nIts users share one account:");
  for (const { name, token, secret, restricted } of served.users) {
    print(
      `  ${name}: token ${token}, secret ${secret}${restricted ? " (sees every other profile)" : ""}`,
    );
  }
  if (options.oauth !== undefined) {
    const { clientId, clientSecret, redirectUri } = served.oauth;
    print("\nTo log in with OAuth:\n");
    print(`  client id      ${clientId}`);
    print(`  client secret  ${clientSecret}`);
    print(`  redirect URI   ${redirectUri}`);
    print(
      `\n  printf %s '${clientSecret}' | node ${process.argv[1]} login --oauth --base-url ${served.baseUrl} \\\n    --client-id '${clientId}' --redirect-uri ${redirectUri}`,
    );
  }
  print("\nStop it with Ctrl+C.");
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void served.close());
}
