/**
 * A request book that the processes of this machine share: one file per minute with a byte per request, so that no
 * process overwrites what another has recorded; and one file each for the latest report and the latest closing.
 */
import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { lazily } from "../async/lazily.ts";
import { writeAtomically } from "../files/atomic-write.ts";
import * as book from "./request-book.ts";

const minute = 60_000;

const reportedShape = z.object({ remaining: z.number(), until: z.number() });
const closedShape = z.object({
  code: z.enum(book.quotaCodes),
  until: z.number(),
  isReset: z.boolean(),
});

/** If the folder cannot be used, the book works for this process alone. */
export class FileRequestBook implements book.RequestBook {
  readonly #own = new book.SentTimes();
  readonly #reported: SharedEntry<book.Reported>;
  readonly #closed: SharedEntry<book.Closed>;
  /** The requests of past minutes, by the start of the minute. */
  readonly #finalCounts = new Map<number, number>();

  constructor(private readonly folder: string) {
    this.#reported = new SharedEntry(join(folder, "told.json"), reportedShape);
    this.#closed = new SharedEntry(join(folder, "closed.json"), closedShape);
  }

  async take(now: number, inFlight: number): Promise<book.Denied | undefined> {
    await this.#prepare();
    const decide = async (own: number): Promise<book.Denied | undefined> => {
      const state = await this.state(now);
      const { count, first } = state.counted;
      return book.denial({ ...state, counted: { count: count - own, first } }, now, inFlight);
    };
    const denied = await decide(0);
    if (denied !== undefined) return denied;
    this.#own.add(now);
    const file = join(this.folder, `${Math.floor(now / minute)}.sent`);
    await ignoreErrors(appendFile(file, ".", { mode: 0o600 }));
    // Another process may have taken the last request at the same time.
    return decide(1);
  }

  async state(now: number): Promise<book.BookState> {
    const recorded = { reported: await this.#reported.read(), closed: await this.#closed.read() };
    return book.stateAt(recorded, await this.#count(book.windowStart(recorded, now), now), now);
  }

  async report(reported: book.Reported): Promise<void> {
    await this.#prepare();
    await this.#reported.write(book.latestReport(await this.#reported.read(), reported));
  }

  async close(closed: book.Closed): Promise<void> {
    await this.#prepare();
    await this.#closed.write(closed);
  }

  readonly #prepare = lazily(async () => {
    await ignoreErrors(mkdir(this.folder, { recursive: true, mode: 0o700 }));
    await ignoreErrors(removeUnused(dirname(this.folder)));
  });

  /** Counts whole minutes: at most one minute of requests too many, never too few. */
  async #count(since: number, now: number): Promise<book.Counted> {
    let count = 0;
    let first = Number.POSITIVE_INFINITY;
    for (const name of (await ignoreErrors(readdir(this.folder))) ?? []) {
      const [, number] = /^(\d+)\.sent$/.exec(name) ?? [];
      if (number === undefined) continue;
      const start = Number(number) * minute;
      if (start < now - 2 * book.hour) {
        this.#finalCounts.delete(start);
        await ignoreErrors(rm(join(this.folder, name)));
      }
      if (start + minute <= since) continue;
      count += await this.#countMinute(name, start, now);
      first = Math.min(first, start + minute);
    }
    const own = this.#own.since(since);
    return count === 0 || count < own.count ? own : { count, first };
  }

  async #countMinute(name: string, start: number, now: number): Promise<number> {
    const final = this.#finalCounts.get(start);
    if (final !== undefined) return final;
    const found = await ignoreErrors(stat(join(this.folder, name)));
    // A process may write a moment after it has read the clock.
    if (found !== undefined && start + 2 * minute <= now) this.#finalCounts.set(start, found.size);
    return found?.size ?? 0;
  }
}

/** Removes books without requests for two days. */
async function removeUnused(books: string): Promise<void> {
  for (const name of await readdir(books)) {
    if (!/^[\da-f]{32}$/.test(name)) continue;
    const { mtimeMs } = await stat(join(books, name));
    if (mtimeMs < Date.now() - 48 * book.hour) await rm(join(books, name), { recursive: true });
  }
}

/** The latest entry of any process; of this process alone if the file cannot be written. */
class SharedEntry<Entry> {
  #own: Entry | undefined;
  #isShared = true;

  constructor(
    private readonly file: string,
    private readonly shape: z.ZodType<Entry>,
  ) {}

  async read(): Promise<Entry | undefined> {
    if (!this.#isShared) return this.#own;
    const text = readFile(this.file, "utf8");
    const content = await ignoreErrors(text.then((json): unknown => JSON.parse(json)));
    const parsed = this.shape.safeParse(content);
    return parsed.success ? parsed.data : this.#own;
  }

  async write(entry: Entry): Promise<void> {
    this.#own = entry;
    const written = writeAtomically(this.file, JSON.stringify(entry)).then(() => true);
    this.#isShared = (await ignoreErrors(written)) ?? false;
  }
}

const ignoreErrors = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);
