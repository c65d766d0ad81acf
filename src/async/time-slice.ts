/** Divides long work, so that the process answers others, and signals, in between. Slices go to callers in turn. */
import type { Work } from "./work.ts";

/** The time that long work takes in one turn of the event loop, in milliseconds. */
const sliceLength = 40;

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
      const own = this.#waiting.get(caller) ?? [];
      this.#waiting.set(caller, [...own, resolve]);
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
    const [caller, [resume, ...others]] = first;
    this.#waiting.delete(caller);
    if (others.length > 0) this.#waiting.set(caller, others);
    this.#begun = this.#begin();
    resume?.();
  }
}

const turns = new Turns();

export class TimeSlice {
  /**
   * @param signal ends the work at its next pause.
   * @param caller shares its turns among all of its work.
   */
  constructor(
    private readonly signal: AbortSignal = new AbortController().signal,
    private readonly caller: object = signal,
  ) {}

  /** Lets other work run if long work has occupied the process for a while. @throws the reason of the signal. */
  async pause(): Promise<void> {
    if (!turns.isOver()) return;
    await turns.next(this.caller);
    this.signal.throwIfAborted();
  }

  /** Does work, with pauses. @throws the reason of the signal. */
  async run<Result>(work: Work<Result>): Promise<Result> {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (turns.isOver()) await this.pause();
    }
  }
}
