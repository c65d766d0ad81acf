/** Serves the sandbox API until it is stopped. */
import { serveSandbox } from "../sandbox/http.ts";
import type { Options } from "./options.ts";
import { print } from "./terminal.ts";

export async function sandbox({ sandbox: options, port }: Options): Promise<void> {
  const served = await serveSandbox(options, port);
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
  print("\nStop it with Ctrl+C.");
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void served.close());
}
