/** A text that nothing shows by itself: not printing, logging, serialising, nor the inspection of an error's cause. */
import { inspect } from "node:util";

const shown = "[redacted]";

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The text itself, for the message that needs it. */
  reveal(): string {
    return this.#value;
  }

  equals(other: Secret | undefined): boolean {
    return other !== undefined && other.#value === this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
