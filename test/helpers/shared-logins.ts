/** Logins in the Redis of a test, whose locks end soon after their holder has died. */
import { RedisLink } from "../../src/suite/redis/link.ts";
import { RedisLoginStore } from "../../src/suite/redis/login-store.ts";
import { Secret } from "../../src/base/secrets/secret.ts";

const leaseMilliseconds = 600;

export const sharedLogins = (url: string): RedisLoginStore =>
  new RedisLoginStore({
    passphrase: new Secret("open sesame"),
    open: () => RedisLink.open({ url, prefix: "test:" }),
    leaseMilliseconds,
  });
