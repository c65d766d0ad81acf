/** The connection to Redis or Valkey. No command waits long: while the server is away, commands fail at once. */
import { RESP_TYPES, createClient } from "@redis/client";
import type { Secret } from "../secrets/secret.ts";
import { unlessAborted } from "../async/unless-aborted.ts";

/** Milliseconds. */
export const redisTimes = {
  /** A server that takes longer counts as away. */
  command: 1000,
  /** The same for entries of the cache, which can be large. */
  entry: 5000,
  connect: 2000,
  /** Between two looks at the server. */
  beat: 1000,
} as const;

export type Argument = string | Uint8Array;

/** The server did not answer in time, or could not do what was asked: it is full, a replica, or starting. */
export class RedisAway extends Error {}

export interface RedisOptions {
  /** `redis:` or `rediss:`, with the ACL user if there is one. */
  readonly url: string;
  readonly password?: Secret | undefined;
  /** Begins every key. */
  readonly prefix: string;
  /** Called when the server goes away, with the problem, and when it is back. */
  readonly onChange?: (problem: string | undefined) => void;
}

/** Called once a second while the server answers, and when it is back. Failures are ignored. */
type Beat = () => Promise<void>;

export class RedisLink {
  readonly prefix: string;
  #client: ReturnType<typeof clientOf>;
  readonly #beats = new Set<Beat>();
  readonly #onChange: NonNullable<RedisOptions["onChange"]>;
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;

  private constructor(private readonly options: RedisOptions) {
    this.prefix = options.prefix;
    this.#onChange = options.onChange ?? (() => {});
    this.#client = this.#newClient();
  }

  /** @throws RedisAway if the server does not answer. */
  static async open(options: RedisOptions): Promise<RedisLink> {
    const link = new RedisLink(options);
    try {
      await within(link.#client.connect(), redisTimes.connect);
      await link.#look();
    } catch (cause) {
      link.#client.destroy();
      throw new RedisAway(cause instanceof Error ? cause.message : String(cause));
    }
    link.#timer = setInterval(() => void link.#beat(), redisTimes.beat).unref();
    return link;
  }

  isAway(): boolean {
    return this.#isAway;
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

  /** Returns a function that ends the beats. */
  onBeat(beat: Beat): () => void {
    this.#beats.add(beat);
    return () => this.#beats.delete(beat);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#client.destroy();
  }

  async #ask(words: readonly Argument[], isEntry = false): Promise<unknown> {
    if (this.#isAway) throw new RedisAway("the server is away");
    try {
      return await this.#send(words, isEntry);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (/^(WRONGTYPE|ERR|NOPERM)\b/.test(problem)) throw error;
      this.#leave(problem);
      throw new RedisAway(problem);
    }
  }

  async #send(words: readonly Argument[], isEntry = false): Promise<unknown> {
    const typeMapping = isEntry ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {};
    const args = words.map((word) => (typeof word === "string" ? word : Buffer.from(word)));
    const answer = this.#client.sendCommand(args, { typeMapping });
    const limit = isEntry ? redisTimes.entry : redisTimes.command;
    return within(answer, limit);
  }

  /** A server that is away is asked again until it answers. */
  async #beat(): Promise<void> {
    try {
      await this.#look();
      if (this.#isAway) this.#onChange(undefined);
      this.#isAway = false;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#leave(problem);
      if (problem.startsWith("READONLY")) await this.#reconnect();
      return;
    }
    for (const beat of this.#beats) await beat().catch(() => {});
  }

  /** A server that is full, or a replica, can be read but not written. */
  async #look(): Promise<void> {
    await this.#send(["SET", `${this.prefix}beat`, "1"]);
  }

  /** After a failover, the name of the server leads to another machine. */
  async #reconnect(): Promise<void> {
    this.#client.destroy();
    this.#client = this.#newClient();
    await within(this.#client.connect(), redisTimes.connect).catch(() => {});
  }

  #newClient(): ReturnType<typeof clientOf> {
    const { url, password } = this.options;
    const client = clientOf(url, password);
    client.on("error", (error: Error) => this.#leave(error.message));
    return client;
  }

  #leave(problem: string): void {
    if (!this.#isAway) this.#onChange(problem);
    this.#isAway = true;
  }
}

/** Counts in ticks, so that the time does not count in which this process was busy and could read no answer. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = new AbortController();
  let ticks = 10;
  const timer = setInterval(() => {
    ticks -= 1;
    if (ticks === 0) late.abort(new Error(`no answer within ${milliseconds} ms`));
  }, milliseconds / ticks);
  try {
    return await unlessAborted(work, late.signal);
  } finally {
    clearInterval(timer);
  }
}

function clientOf(url: string, password: Secret | undefined) {
  return createClient({
    url,
    ...(password === undefined ? {} : { password: password.reveal() }),
    // A command is for now: a request that was counted late would be counted twice.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: redisTimes.connect,
      // A server that hangs is reconnected to.
      socketTimeout: 5 * redisTimes.beat,
      reconnectStrategy: (tried) => Math.min(redisTimes.beat, 50 * 2 ** tried),
    },
  });
}
