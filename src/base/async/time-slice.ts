/**
 * Divides long work, so that the process answers others, and signals, in between. Slices go to callers in turn. What the
 * work makes waits for memory.
 */
import { ToolError } from "../errors/tool-error.ts";
import type { Lease, MemoryBudget } from "../memory/budget.ts";
import type { Work } from "./work.ts";

/**
 * The time that long work takes in one turn of the event loop, in milliseconds. Node.js accepts one connection in each
 * turn: a hundred of one caller must not keep the next caller waiting.
 */
const sliceLength = 5;

/** The turns of the event loop. There is one event loop, so there is one of these. */
class Turns {
  /** When long work began in this turn; undefined if none did. */
  #begun: number | undefined;
  /** Work that waits for its next slice, by caller. The caller whose last slice is longest ago comes first. */
  readonly #waiting = new Map<object, (() => void)[]>();

  /** True once long work has taken its time in this turn. */
  isOver(): boolean {
    this.#begun ??= this.#begin();
    return performance.now() - this.#begun > sliceLength;
  }

  next(caller: object): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(caller) ?? [];
      this.#waiting.set(caller, [...queue, resolve]);
    });
  }

  #begin(): number {
    setImmediate(() => this.#continue());
    return performance.now();
  }

  #continue(): void {
    this.#begun = undefined;
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [caller, [resume, ...queue]] = first;
    this.#waiting.delete(caller);
    if (queue.length > 0) this.#waiting.set(caller, queue);
    this.#begun = this.#begin();
    resume?.();
  }
}

const turns = new Turns();

/** @throws ToolError `limit_exceeded` */
function checkBytes(bytes: number, most: number): void {
  if (bytes <= most) return;
  const [size, limit] = [bytes, most].map((count) => Math.ceil(count / 2 ** 20));
  throw new ToolError(
    "limit_exceeded",
    `this takes ${size} MiB of memory, and the server has ${limit} MiB`,
  );
}

export class TimeSlice {
  #lease: Lease | undefined;
  #bytes = 0;

  /**
   * @param signal ends the work at its next pause.
   * @param caller shares its turns among all of its work.
   * @param memory bounds what the work makes; without it, nothing does.
   */
  constructor(
    private readonly signal: AbortSignal = new AbortController().signal,
    private readonly caller: object = signal,
    private readonly memory?: MemoryBudget,
  ) {}

  /** Lets other work run if long work has occupied the process for a while. @throws the reason of the signal. */
  async pause(): Promise<void> {
    if (!turns.isOver()) return;
    await turns.next(this.caller);
    this.signal.throwIfAborted();
  }

  /** Does work, with pauses. @throws ToolError `limit_exceeded` for more memory than the server has; the reason of the signal. */
  async run<Result>(work: Work<Result>): Promise<Result> {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (step.value !== undefined) await this.#take(step.value);
      if (turns.isOver()) await this.pause();
    }
  }

  /** Returns the memory of what the work made, once nothing refers to it any more. */
  release(): void {
    this.#lease?.release();
    this.#lease = undefined;
    this.#bytes = 0;
  }

  /** A call takes at most half of the memory: what it made first is often garbage by then. */
  async #take(bytes: number): Promise<void> {
    if (this.memory === undefined) return;
    const { maxBytes } = this.memory;
    checkBytes(bytes, maxBytes);
    const more = Math.min(bytes, maxBytes / 2 - this.#bytes);
    if (more <= 0) return;
    this.#bytes += more;
    // The oldest lease never waits: work that needs no memory must not have it.
    this.#lease ??= this.memory.lease();
    await this.#lease.grow(more, this.signal);
  }
}
