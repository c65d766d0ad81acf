/**
 * A request book that the processes of this machine share: one file per minute with a byte per request, so that no
 * process overwrites what another has recorded; and one file each for the latest report and the latest closing.
 */
import { readdirSync, renameSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as z from "zod";
import { lazily } from "../async/lazily.ts";
import { writeAtomically } from "../files/atomic-write.ts";
import { appendToOwnFile, ownFolder, readOwnFile, statOfOwnFile } from "../files/own-file.ts";
import type { FolderEvents } from "../files/own-file.ts";
import * as book from "./request-book.ts";

const minute = 60_000;

/** If the folder cannot be used, the book works for this process alone. */
export class FileRequestBook implements book.RequestBook {
  #own = new book.SentTimes();
  /** The book if the folder cannot be used. */
  readonly #memory: book.MemoryRequestBook;
  readonly #isUsable: () => Promise<boolean>;
  readonly #reported: SharedEntry<book.Reported>;
  readonly #closed: SharedEntry<book.Closed>;

  constructor(
    private readonly folder: string,
    private readonly allowance = book.userAllowance,
    private readonly events: FolderEvents = {},
  ) {
    this.#isUsable = ownFolder(folder, { ...events, onRemoved: () => this.#restore() });
    this.#reported = new SharedEntry(join(folder, "told.json"), book.reportedShape);
    this.#closed = new SharedEntry(join(folder, "closed.json"), book.closedShape);
    this.#memory = new book.MemoryRequestBook(allowance);
  }

  async take(now: number, inFlight: number): Promise<book.Denied | undefined> {
    if (!(await this.#isUsable())) return this.#memory.take(now, inFlight);
    await this.#tidy();
    const denied = book.denial(this.#state(now), now, inFlight);
    if (denied !== undefined) return denied;
    this.#own.add(now);
    this.#record(now);
    // Another process may have taken the last request at the same time.
    const { counted, ...state } = this.#state(now);
    const others = { ...counted, count: counted.count - 1 };
    return book.denial({ ...state, counted: others }, now, inFlight);
  }

  async state(now: number): Promise<book.BookState> {
    return (await this.#isUsable()) ? this.#state(now) : this.#memory.state(now);
  }

  async report(reported: book.Reported): Promise<void> {
    if (!(await this.#isUsable())) return this.#memory.report(reported);
    await this.#reported.write(book.latestReport(this.#reported.read(), reported));
  }

  async close(closed: book.Closed): Promise<void> {
    if (!(await this.#isUsable())) return this.#memory.close(closed);
    await this.#closed.write(closed);
  }

  async clear(): Promise<void> {
    await this.#memory.clear();
    this.#own = new book.SentTimes();
    await Promise.all([this.#reported.remove(), this.#closed.remove()]);
    for (const name of this.#minutes()) await ignoreErrors(rm(join(this.folder, name)));
  }

  readonly #tidy = lazily(() => ignoreErrors(removeUnused(dirname(this.folder))));

  #record(time: number): void {
    const file = join(this.folder, `${Math.floor(time / minute)}.sent`);
    orUndefined(() => appendToOwnFile(file, Buffer.from(".")));
  }

  /** Others restore their own requests. */
  async #restore(): Promise<void> {
    for (const time of this.#own.times) this.#record(time);
    await Promise.all([this.#reported.restore(), this.#closed.restore()]);
    await this.events.onRemoved?.();
  }

  #state(now: number): book.BookState {
    const recorded = { reported: this.#reported.read(), closed: this.#closed.read() };
    const counted = this.#count(book.windowStart(recorded, now), now);
    return book.stateAt(recorded, counted, now, this.allowance);
  }

  /** The names of the files of minutes. */
  #minutes(): string[] {
    const names = orUndefined(() => readdirSync(this.folder)) ?? [];
    return names.filter((name) => minuteName.test(name));
  }

  /** Counts whole minutes: at most one minute of requests too many, never too few. */
  #count(since: number, now: number): book.Counted {
    let count = 0;
    let first = Number.POSITIVE_INFINITY;
    for (const found of this.#minutes()) {
      const name = this.#atMost(now, found);
      const file = join(this.folder, name);
      const start = minuteOf(name);
      if (start < now - 2 * book.hour) orUndefined(() => rmSync(file));
      if (start + minute <= since) continue;
      count += statOfOwnFile(file)?.size ?? 0;
      first = Math.min(first, start + minute);
    }
    const own = this.#own.since(since, now);
    return count === 0 || count < own.count ? own : { count, first };
  }

  /** Gives a minute that is to come, which a clock that ran ahead has written, the name of this one. */
  #atMost(now: number, name: string): string {
    if (minuteOf(name) <= now + minute) return name;
    const present = `${Math.floor(now / minute)}.${crypto.randomUUID()}.sent`;
    orUndefined(() => renameSync(join(this.folder, name), join(this.folder, present)));
    return present;
  }
}

const minuteName = /^(\d+)(?:\.[\da-f-]{36})?\.sent$/;

/** The start of the minute, in milliseconds since 1970. */
const minuteOf = (name: string): number => Number(minuteName.exec(name)?.[1]) * minute;

/** Removes books without requests for two days. */
async function removeUnused(books: string): Promise<void> {
  for (const name of await readdir(books)) {
    if (!/^[\da-f]{32}$/.test(name)) continue;
    const { mtimeMs } = await stat(join(books, name));
    if (mtimeMs < Date.now() - 48 * book.hour) await rm(join(books, name), { recursive: true });
  }
}

/** Bytes; an entry takes about a hundred. */
const maxEntry = 10_000;

/** The latest entry of any process; of this process alone if the file cannot be written. */
class SharedEntry<Entry> {
  #own: Entry | undefined;
  #isShared = true;

  constructor(
    private readonly file: string,
    private readonly shape: z.ZodType<Entry>,
  ) {}

  read(): Entry | undefined {
    if (!this.#isShared) return this.#own;
    const content = orUndefined((): unknown =>
      JSON.parse(String(readOwnFile(this.file, maxEntry))),
    );
    const parsed = this.shape.safeParse(content);
    return parsed.success ? parsed.data : this.#own;
  }

  async remove(): Promise<void> {
    this.#own = undefined;
    await ignoreErrors(rm(this.file, { force: true }));
  }

  async write(entry: Entry): Promise<void> {
    this.#own = entry;
    const written = writeAtomically(this.file, JSON.stringify(entry)).then(() => true);
    this.#isShared = (await ignoreErrors(written)) ?? false;
  }

  async restore(): Promise<void> {
    const own = this.#own;
    if (own !== undefined && own === this.read()) await this.write(own);
  }
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const ignoreErrors = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);
