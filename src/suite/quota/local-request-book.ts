/**
 * The request book of a process, or one that the processes of this machine share: one file per minute with a byte per
 * request, so that no process overwrites what another has recorded; and one file each for the latest report and the
 * latest closing.
 */
import { readdirSync, renameSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as z from "zod";
import { lazily } from "../../base/async/lazily.ts";
import { errorCodeOf } from "../../base/errors/tool-error.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { writeAtomically } from "../../base/files/atomic-write.ts";
import {
  appendToOwnFile,
  ownFolder,
  readOwnFile,
  statOfOwnFile,
} from "../../base/files/own-file.ts";
import type { FolderEvents } from "../../base/files/own-file.ts";
import * as book from "./request-book.ts";

const minute = 60_000;
/** Of two hours there are 120, and those of processes that restored theirs. */
const mostMinutes = 1000;

/** Without a folder, or if it cannot be used, the book works for this process alone. */
export class LocalRequestBook implements book.RequestBook {
  #sentHere = new book.SentTimes();
  /** Minutes that are over, which do not change, by the names of their files. */
  readonly #over = new Map<string, Minute>();
  /** The latest time at which the book was looked at. */
  #latest = 0;
  #isShared = false;
  /** The latest write failed. */
  #isLosing = false;
  /** The id of the latest clearing, by any process. */
  #clearing: string | undefined;
  readonly #look: () => Promise<void>;
  readonly #reported: SharedEntry<book.Reported>;
  readonly #closed: SharedEntry<book.Closed>;

  constructor(
    private readonly folder = "",
    private readonly allowance = book.userAllowance,
    private readonly events: FolderEvents = {},
  ) {
    const isUsable = ownFolder(folder, { ...events, onRemoved: () => this.#restore() });
    this.#look = async () => {
      this.#isShared = folder !== "" && (await isUsable());
      const latest = orUndefined(() => String(readOwnFile(this.#pathOf("cleared"), maxEntry)));
      if (latest !== undefined && latest !== this.#clearing) this.#forget();
      this.#clearing = latest;
    };
    const note = (error: unknown): void => this.#noteWritten(error);
    this.#reported = new SharedEntry(() => this.#pathOf("told.json"), book.reportedShape, note);
    this.#closed = new SharedEntry(() => this.#pathOf("closed.json"), book.closedShape, note);
  }

  async take(callers: readonly string[], now: number, inFlight: number): Promise<book.Taken> {
    await this.#look();
    if (this.#isShared) await this.#tidy();
    const denied = book.denial(this.#state(now), now, inFlight);
    if (denied !== undefined) return { denied };
    const caller = this.#sentHere.add(now, callers);
    this.#record(now);
    // Another process may have taken the last request at the same time.
    const { counted, ...state } = this.#state(now);
    const otherRequests = { ...counted, count: counted.count - 1 };
    const late = book.denial({ ...state, counted: otherRequests }, now, inFlight);
    return late === undefined ? { caller } : { denied: late };
  }

  async state(now: number): Promise<book.BookState> {
    await this.#look();
    return this.#state(now);
  }

  async report(reported: book.Reported): Promise<void> {
    await this.#look();
    await this.#reported.write(book.latestReport(this.#reported.read(), reported));
  }

  async close(closed: book.Closed): Promise<void> {
    await this.#look();
    await this.#closed.write(closed);
  }

  async clear(): Promise<void> {
    await this.#look();
    this.#forget();
    await ignoreErrors(() => writeAtomically(this.#pathOf("cleared"), crypto.randomUUID()));
    await Promise.all([this.#reported.remove(), this.#closed.remove()]);
    for (const name of this.#names().filter((fileName) => minuteName.test(fileName)))
      await ignoreErrors(() => rm(this.#pathOf(name)));
  }

  #forget(): void {
    this.#sentHere = new book.SentTimes();
    this.#over.clear();
    this.#reported.forget();
    this.#closed.forget();
  }

  /** @throws an error if the folder must not be used. */
  #pathOf(name: string): string {
    if (!this.#isShared) throw new Error("the book is not shared");
    return join(this.folder, name);
  }

  readonly #tidy = lazily(() => ignoreErrors(() => removeUnused(dirname(this.folder))));

  /** @param part of the name: a minute that is over is not changed, but gets another file, which is written at once. */
  #record(time: number, part = "", count = 1): void {
    const name = `${Math.floor(time / minute)}${part}.sent`;
    try {
      appendToOwnFile(this.#pathOf(name), Buffer.alloc(count, "."));
      this.#noteWritten();
    } catch (error) {
      this.#noteWritten(error);
    }
  }

  /** Tells once that a file could not be written, and again after it could be: other processes then count too few. */
  #noteWritten(error?: unknown): void {
    const isLost = error !== undefined && this.#isShared;
    if (isLost && !this.#isLosing)
      this.events.onProblem?.(
        `${this.folder} cannot be written (${errorCodeOf(error) ?? "failed"}): other processes do not see the requests of this one`,
      );
    this.#isLosing = isLost;
  }

  /** Others restore their own requests. */
  async #restore(): Promise<void> {
    const part = `.${crypto.randomUUID()}`;
    const counts = new Map<number, number>();
    for (const { time } of this.#sentHere.sent) {
      const start = minute * Math.floor(time / minute);
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    for (const [start, count] of counts) this.#record(start, part, count);
    await Promise.all([this.#reported.restore(), this.#closed.restore()]);
    await this.events.onRemoved?.();
  }

  #state(now: number): book.BookState {
    const recorded = { reported: this.#reported.read(), closed: this.#closed.read() };
    const counted = this.#count(book.windowStart(recorded, now), now);
    return book.stateAt(recorded, counted, now, this.allowance);
  }

  #names(): string[] {
    return orUndefined(() => readdirSync(this.#pathOf(""))) ?? [];
  }

  /** Counts whole minutes: at most one minute of requests too many, never too few. */
  #count(since: number, now: number): book.Counted {
    let count = 0;
    let first = Number.POSITIVE_INFINITY;
    // A clock that is set back lives through minutes again; files that another process removed are not listed any more.
    if (now < this.#latest - minute || this.#over.size > mostMinutes) this.#over.clear();
    this.#latest = now;
    for (const name of this.#names()) {
      const sentMinute = this.#over.get(name) ?? this.#minuteIn(name, now);
      if (sentMinute === undefined) continue;
      if (sentMinute.start < now - 2 * book.hour) {
        orUndefined(() => rmSync(this.#pathOf(name)));
        this.#over.delete(name);
      }
      if (sentMinute.start + minute <= since) continue;
      count += sentMinute.size;
      first = Math.min(first, sentMinute.start + minute);
    }
    const localRequests = this.#sentHere.since(since, now);
    return count === 0 || count < localRequests.count ? localRequests : { count, first };
  }

  #minuteIn(fileName: string, now: number): Minute | undefined {
    if (!minuteName.test(fileName)) return undefined;
    const name = this.#atMost(now, fileName);
    const start = minuteOf(name);
    const counted = { start, size: statOfOwnFile(this.#pathOf(name))?.size ?? 0 };
    // An empty file is one that a process writes, or that could not be read.
    if (start < now - 2 * minute && counted.size > 0) this.#over.set(name, counted);
    return counted;
  }

  /** Gives a minute that is to come, which a clock that ran ahead has written, the name of this one. */
  #atMost(now: number, name: string): string {
    if (minuteOf(name) <= now + minute) return name;
    const present = `${Math.floor(now / minute)}.${crypto.randomUUID()}.sent`;
    orUndefined(() => renameSync(this.#pathOf(name), this.#pathOf(present)));
    return present;
  }
}

interface Minute {
  /** In milliseconds since 1970. */
  readonly start: number;
  /** The number of requests. */
  readonly size: number;
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
  #entry: Entry | undefined;
  #isShared = true;

  /** @param path throws if there is no file. */
  constructor(
    private readonly path: () => string,
    private readonly shape: z.ZodType<Entry>,
    /** @param error undefined after a success. */
    private readonly onWritten: (error?: unknown) => void,
  ) {}

  read(): Entry | undefined {
    if (!this.#isShared) return this.#entry;
    const content = orUndefined((): unknown =>
      JSON.parse(String(readOwnFile(this.path(), maxEntry))),
    );
    return this.shape.safeParse(content).data ?? this.#entry;
  }

  forget(): void {
    this.#entry = undefined;
  }

  async remove(): Promise<void> {
    await ignoreErrors(() => rm(this.path(), { force: true }));
  }

  async write(entry: Entry): Promise<void> {
    this.#entry = entry;
    try {
      await writeAtomically(this.path(), JSON.stringify(entry));
      this.#isShared = true;
      this.onWritten();
    } catch (error) {
      this.#isShared = false;
      this.onWritten(error);
    }
  }

  async restore(): Promise<void> {
    const latestEntry = this.#entry;
    if (latestEntry !== undefined && latestEntry === this.read()) await this.write(latestEntry);
  }
}

async function ignoreErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {}
}
