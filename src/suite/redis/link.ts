/** The connection to Redis or Valkey. No command waits long: while the server is away, commands fail at once. */
import { createClient, RESP_TYPES } from "@redis/client";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import type { Secret } from "../../base/secrets/secret.ts";
import { keysOf, typeOfKey } from "./key-types.ts";
import { redisTimes, within } from "./times.ts";

type Argument = string | Uint8Array;

type RedisClient = ReturnType<typeof createClient>;

/** The server did not answer in time, or could not do what was asked: it is full, a replica, or starting. */
export class RedisAway extends Error {}

/** The error of a server that cannot be used until a setting is corrected. */
export const unusableError = (problem: string, remedy: string): ToolError =>
  new ToolError("store_unreachable", problem, tellUser`${remedy}`);

export interface RedisOptions {
  /** `redis:` or `rediss:`, with the ACL user if there is one. */
  readonly url: string;
  readonly password?: Secret | undefined;
  /** Begins every key. */
  readonly prefix: string;
  /** Called when the server goes away, with the problem, and when it is back. */
  readonly onChange?: ((problem: string | undefined) => void) | undefined;
  /** Called with a key that was removed because another program wrote it. */
  readonly onRemoved?: ((key: string) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export class RedisLink {
  readonly prefix: string;
  #client: RedisClient;
  #timer: NodeJS.Timeout | undefined;
  /** Why the server is away; undefined while it answers. */
  #problem: string | undefined;
  #isLooking = false;
  /** The time of the last answer, or of the last reconnection. */
  #answeredAt: number;

  private constructor(private readonly options: RedisOptions) {
    this.prefix = options.prefix;
    this.#client = this.#newClient();
    this.#answeredAt = this.#now();
  }

  /** @throws RedisAway if the server does not answer. */
  static async open(options: RedisOptions): Promise<RedisLink> {
    const link = new RedisLink(options);
    try {
      await within(link.#client.connect(), redisTimes.connect);
      await link.#look();
    } catch (cause) {
      link.#client.destroy();
      if (cause instanceof ToolError) throw cause;
      const problem = link.#problem ?? linkProblem(cause);
      throw settingError(problem) ?? new RedisAway(problem);
    }
    link.#timer = setInterval(() => void link.#beat(), redisTimes.beat).unref();
    return link;
  }

  isAway(): boolean {
    return this.#problem !== undefined;
  }

  /** Texts in the answer are strings. @throws RedisAway */
  async ask(...words: readonly Argument[]): Promise<unknown> {
    return this.#ask(words);
  }

  /** Asks for a large entry, or stores one. Texts in the answer are bytes. @throws RedisAway */
  async askEntry(...words: readonly Argument[]): Promise<unknown> {
    return this.#ask(words, true);
  }

  /** Runs a Lua script, which is one atomic step. @throws RedisAway */
  async run(script: string, keys: readonly string[], words: readonly string[]): Promise<unknown> {
    return this.#ask(["EVAL", script, String(keys.length), ...keys, ...words]);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#client.destroy();
  }

  async #ask(words: readonly Argument[], isEntry = false): Promise<unknown> {
    if (this.isAway()) throw new RedisAway("the server is away");
    try {
      return await this.#send(words, isEntry);
    } catch (error) {
      const problem = linkProblem(error);
      if (problem.includes("WRONGTYPE") && (await this.#removed(keysOf(words))))
        return this.#ask(words, isEntry);
      if (isDefect(problem)) throw error;
      this.#leave(problem);
      throw new RedisAway(problem);
    }
  }

  /** Removes keys of a wrong type. Returns whether there were any. @throws ToolError for logins, which nodes cannot recreate. */
  async #removed(keys: readonly string[]): Promise<boolean> {
    let isRemoved = false;
    for (const key of keys) {
      const type = typeOfKey(key.slice(this.prefix.length));
      const actualType = String(await this.#ask(["TYPE", key]));
      if (actualType === type || actualType === "none") continue;
      if (key === `${this.prefix}logins`)
        throw unusableError(
          `the key ${key} of Redis is a ${actualType}, not a ${type}`,
          `Remove it (redis-cli DEL ${key}), and log in again.`,
        );
      await this.#ask(["DEL", key]);
      this.options.onRemoved?.(key);
      isRemoved = true;
    }
    return isRemoved;
  }

  async #send(words: readonly Argument[], isEntry = false): Promise<unknown> {
    const typeMapping = isEntry ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {};
    const args = words.map((word) => (typeof word === "string" ? word : Buffer.from(word)));
    const answer = this.#client.sendCommand(args, { typeMapping });
    const limit = isEntry ? redisTimes.entry : redisTimes.command;
    const reply = await within(answer, limit);
    this.#answeredAt = this.#now();
    return reply;
  }

  /** Looks at the server once a second, until it answers again. */
  async #beat(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#look();
      if (this.isAway()) this.options.onChange?.(undefined);
      this.#problem = undefined;
    } catch (error) {
      const problem = linkProblem(error);
      this.#leave(problem);
      const isSilent = this.#now() - this.#answeredAt > silentBeats * redisTimes.beat;
      if (isSilent || problem.includes("READONLY")) await this.#reconnect();
    } finally {
      this.#isLooking = false;
    }
  }

  /** Writes a key, because a server that is full, or a replica, can still be read. Also compares the clocks. */
  async #look(): Promise<void> {
    const keys = ["beat", "beats"].map((name) => this.prefix + name);
    const seconds = await this.#send(["EVAL", lookScript, String(keys.length), ...keys]);
    const ahead = Math.round(this.#now() / 1000 - Number(seconds));
    if (Math.abs(ahead) <= redisTimes.clocks / 1000) return;
    // The node would record requests at other times than the others.
    const problem = `the clock of this machine is ${Math.abs(ahead)} seconds ${ahead > 0 ? "ahead of" : "behind"} that of Redis`;
    throw unusableError(problem, "Correct the clocks.");
  }

  #now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Looks up the name of the server again: after a failover, it leads to another machine. */
  async #reconnect(): Promise<void> {
    this.#answeredAt = this.#now();
    this.#client.destroy();
    this.#client = this.#newClient();
    await within(this.#client.connect(), redisTimes.connect).catch(() => {});
  }

  #newClient(): RedisClient {
    const { url, password } = this.options;
    const client: RedisClient = createClient({
      url,
      ...(password === undefined ? {} : { password: password.reveal() }),
      // Commands are not queued: a request that is counted late would be counted twice.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: redisTimes.connect,
        reconnectStrategy: (tried) => Math.min(redisTimes.beat, 50 * 2 ** tried),
      },
    });
    client.on("error", (error: Error) => this.#leave(error.message));
    return client;
  }

  #leave(problem: string): void {
    if (!this.isAway()) this.options.onChange?.(problem);
    this.#problem = problem;
  }
}

function linkProblem(error: unknown): string {
  if (error instanceof ToolError) return error.problem;
  return error instanceof Error ? error.message : String(error);
}

/** Sets two keys, to detect a cluster, which stores them on different nodes, and returns the server's time in seconds since 1970. */
const lookScript = `
for _, key in ipairs(KEYS) do redis.call('SET', key, '1') end
return redis.call('TIME')[1]
`;

/** Number of beats without an answer after which the connection is replaced. */
const silentBeats = 5;

const correctUrl = "Correct it in the URL of Redis: --redis or SOCIAL_ANALYTICS_REDIS.";

/** Errors of a server that last until someone corrects a setting. */
const wrongSettings: readonly (readonly [RegExp, string, string])[] = [
  [
    /^(WRONGPASS|NOAUTH|ERR invalid password)/,
    "Redis rejected the password, or requires one",
    correctUrl,
  ],
  [
    /\b(CROSSSLOT|MOVED|CLUSTERDOWN)\b/,
    "Redis runs in cluster mode, where one script cannot change several keys",
    "Use a server that does not.",
  ],
  [/^ERR (invalid DB index|DB index)/, "Redis has no database with that number", correctUrl],
  [
    /\bNOPERM\b|no permissions? to (run|access)/,
    "the user of Redis may not run a command that is needed, or not on these keys",
    "Give it the rights that docs/nodes.md lists for an ACL (Redis).",
  ],
];

/** The error of a server that cannot be used until a setting is corrected; undefined for another problem. */
export function settingError(text: string): ToolError | undefined {
  const [, problem, remedy] = wrongSettings.find(([pattern]) => pattern.test(text)) ?? [];
  return problem === undefined ? undefined : unusableError(problem, remedy ?? "");
}

/** False for temporary states of the server, whose names Redis 6 puts inside the error of a script. */
const isDefect = (problem: string): boolean =>
  /^(WRONGTYPE|ERR)\b/.test(problem) &&
  !/-(BUSY|LOADING|MASTERDOWN|MISCONF|OOM|READONLY)\b/.test(problem);
