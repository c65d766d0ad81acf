/** The logins that nodes share in Redis, by SOCIAL_ANALYTICS_CREDENTIAL_STORE=redis. */
import { lazily } from "../async/lazily.ts";
import { ourLimits } from "../catalog/limits.ts";
import { readPassphrase, readSetting, type Environment } from "../credentials/environment.ts";
import type { CredentialStore } from "../credentials/store.ts";
import { inputError, tellUser } from "../errors/tool-error.ts";
import { plainText } from "../text/sanitize.ts";

export const redisPrefix = "social-analytics-mcp:";

/** @throws ToolError `invalid_input` without an address, or without a passphrase. */
export function redisLogins(environment: Environment): CredentialStore {
  const url = readSetting(environment, "REDIS");
  const passphrase = readPassphrase(environment);
  if (url === undefined || passphrase === undefined) {
    throw inputError(
      `SOCIAL_ANALYTICS_CREDENTIAL_STORE is redis, but ${url === undefined ? "SOCIAL_ANALYTICS_REDIS" : "SOCIAL_ANALYTICS_PASSPHRASE"} is not set`,
      tellUser`Set SOCIAL_ANALYTICS_REDIS to the URL of Redis, and SOCIAL_ANALYTICS_PASSPHRASE to a passphrase, on every node.`,
    );
  }
  const prefix = readSetting(environment, "REDIS_PREFIX") ?? redisPrefix;
  const store = lazily(async () =>
    (await import("./redis.ts")).redisLogins({ url, prefix }, passphrase),
  );
  return {
    name: "Redis",
    trouble: "store_unreachable",
    ready: async () => (await store()).ready(),
    get: async (account) => (await store()).get(account),
    set: async (account, text) => (await store()).set(account, text),
    delete: async (account) => (await store()).delete(account),
    // Others may have written names to Redis.
    accounts: async () =>
      (await (await store()).accounts()).map((name) => plainText(name, ourLimits.textLength)),
    locked: async (account, work) => (await store()).locked(account, work),
  };
}
