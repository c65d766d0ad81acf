/** Logins that nodes share, each encrypted under a passphrase, with a lock that a node holds for a lease. */
import * as z from "zod";
import { sealed, Sealing } from "../credentials/sealing.ts";
import { loginCommand, type CredentialStore, type LockedWork } from "../credentials/store.ts";
import { ToolError, callAgain, tellUser } from "../../base/errors/tool-error.ts";
import { briefly, lockTimes, lockTries, whileHeld, type HeldLock } from "../../base/files/lock.ts";
import { Secret } from "../../base/secrets/secret.ts";
import { RedisAway, type RedisLink } from "./link.ts";
import { swapScript } from "./scripts.ts";

/** The account is stored with its text, so that one entry cannot take the place of another. */
const content = z.strictObject({ account: z.string(), text: z.string() });

/** Extends the lease of the holder; a lease of 0 releases the lock. Arguments: the holder, the lease in milliseconds. */
const extendScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

export interface LoginStoreOptions {
  readonly open: () => Promise<RedisLink>;
  readonly passphrase: Secret;
  /** The time after which others take the lock of a holder that has died. */
  readonly leaseMilliseconds?: number;
}

export class RedisLoginStore implements CredentialStore {
  readonly name = "Redis";
  readonly trouble = "store_unreachable";
  /** The entries as this process has read them last. */
  readonly #read = new Map<string, string>();

  readonly #sealing: Sealing;

  constructor(private readonly options: LoginStoreOptions) {
    this.#sealing = new Sealing(options.passphrase);
  }

  async ready(): Promise<void> {
    await this.#with(async () => {});
  }

  async get(account: string): Promise<Secret | undefined> {
    const entry = await this.#with((link) => link.ask("HGET", keyIn(link), account));
    if (typeof entry !== "string") {
      this.#read.delete(account);
      return undefined;
    }
    this.#read.set(account, entry);
    try {
      const opened = await this.#sealing.unseal(sealed.parse(JSON.parse(entry)));
      const stored = content.parse(opened);
      if (stored.account === account) return new Secret(stored.text);
    } catch {
      // The cause may quote the content, so it is dropped.
    }
    throw new ToolError(
      "not_logged_in",
      `${this.name} holds a login named ${account} that cannot be decrypted: the passphrase is wrong, or the login is damaged`,
      tellUser`Correct SOCIAL_ANALYTICS_PASSPHRASE, or run ${loginCommand(account)}.`,
    );
  }

  /** @throws ToolError `store_unreachable` where another node has changed the login since it was read here. */
  async set(account: string, text: Secret): Promise<void> {
    const plain = { account, text: text.reveal() };
    const entry = JSON.stringify(await this.#sealing.seal(plain));
    const known = this.#read.get(account) ?? "";
    const swapped = await this.#with((link) =>
      link.run(swapScript, [keyIn(link)], [account, known, entry]),
    );
    if (swapped !== 1) throw this.#error(`holds another login named ${account} by now`, "now.");
    this.#read.set(account, entry);
  }

  async delete(account: string): Promise<boolean> {
    this.#read.delete(account);
    return (await this.#with((link) => link.ask("HDEL", keyIn(link), account))) === 1;
  }

  async accounts(): Promise<string[]> {
    return z.array(z.string()).parse(await this.#with((link) => link.ask("HKEYS", keyIn(link))));
  }

  async locked<T>(account: string, work: LockedWork<T>): Promise<T> {
    return this.#with((link) => whileHeld(() => this.#take(link, account), work));
  }

  async #take(link: RedisLink, account: string): Promise<HeldLock> {
    const key = `${keyIn(link)}:lock:${account}`;
    const holder = crypto.randomUUID();
    const { leaseMilliseconds = lockTimes.stale } = this.options;
    const lease = String(leaseMilliseconds);
    const extend = (milliseconds: string): Promise<unknown> =>
      link.run(extendScript, [key], [holder, milliseconds]);
    for (let tried = 1; ; tried += 1) {
      if ((await link.ask("SET", key, holder, "NX", "PX", lease)) === "OK") break;
      // Nodes set an expiry time on each lock. One without it was written by another program.
      if ((await link.ask("PTTL", key)) === -1) await link.ask("DEL", key);
      if (tried === lockTries)
        throw this.#error("keeps the login locked: another node holds the lock", "in a moment.");
      await briefly();
    }
    const isHeld = async (): Promise<boolean> => (await extend(lease)) === 1;
    const extending = setInterval(() => void isHeld().catch(() => {}), leaseMilliseconds / 6);
    const release = async (): Promise<void> => {
      clearInterval(extending);
      // A lease that cannot be released expires.
      await extend("0").catch(() => {});
    };
    extending.unref();
    return { isHeld, release };
  }

  /** Opens a connection for the work: logins are read and renewed rarely. */
  async #with<T>(work: (link: RedisLink) => Promise<T>): Promise<T> {
    let link: RedisLink | undefined;
    try {
      link = await this.options.open();
      return await work(link);
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      throw this.#error("does not answer", "in a minute.", error);
    } finally {
      link?.close();
    }
  }

  #error(problem: string, when: string, cause?: unknown): ToolError {
    const advice = callAgain(when);
    return new ToolError("store_unreachable", `${this.name} ${problem}`, advice, { cause });
  }
}

const keyIn = ({ prefix }: RedisLink): string => `${prefix}logins`;
