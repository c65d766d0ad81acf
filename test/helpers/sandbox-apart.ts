/** The sandbox in a process of its own: what it does does not count. */
import { users } from "../../src/sandbox/account.ts";
import { start, type Environment } from "./process.ts";

/** @returns the variables of a program that uses it. */
export async function sandboxApart(...flags: readonly string[]): Promise<Environment> {
  const child = start(["sandbox", "--port", "0", ...flags]);
  const baseUrl = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const [, url] = /SOCIAL_ANALYTICS_BASE_URL=(\S+)/.exec(chunk.toString()) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const [{ token, secret }] = users;
  return {
    SOCIAL_ANALYTICS_BASE_URL: baseUrl,
    SOCIAL_ANALYTICS_TOKEN: token,
    SOCIAL_ANALYTICS_SECRET: secret,
  };
}
