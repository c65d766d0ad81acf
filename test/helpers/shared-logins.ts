/** Logins in the Redis of a test, whose locks end soon after their holder has died. */
import { RedisLink } from "../../src/redis/link.ts";
import { RedisLoginStore } from "../../src/redis/login-store.ts";
import { Secret } from "../../src/secrets/secret.ts";

const leaseMilliseconds = 600;

export const sharedLogins = (url: string): RedisLoginStore =>
  new RedisLoginStore({
    passphrase: new Secret("open sesame"),
    open: () => RedisLink.open({ url, prefix: "test:" }),
    leaseMilliseconds,
  });
