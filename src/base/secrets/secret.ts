/** A text that printing, logging, serialising and inspecting (even as an error's cause) never reveal. */
import { inspect } from "node:util";
import { remember, shown } from "./redact.ts";

export class Secret {
  readonly #value: string;

  /** From then on, text from outside is redacted if it contains the secret. */
  constructor(value: string) {
    this.#value = value;
    remember(value);
  }

  /** Returns the text itself, for the message that must contain it. */
  reveal(): string {
    return this.#value;
  }

  equals(secret: Secret | undefined): boolean {
    return secret !== undefined && secret.#value === this.#value;
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
