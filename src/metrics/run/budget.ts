/** How many requests one call may spend, over all its runs. */
import { ToolError } from "../../errors/tool-error.ts";

export class Budget {
  #spent = 0;
  /** Known to be needed and not yet sent. */
  #ahead = 0;

  constructor(readonly most: number) {}

  /** A run that failed leaves nothing ahead. */
  begin(): void {
    this.#ahead = 0;
  }

  /** @throws ToolError `too_many_requests_needed` where more would be spent than is allowed. */
  need(more: number): void {
    this.#ahead += more;
    const needed = this.#spent + this.#ahead;
    if (needed <= this.most) return;
    throw new ToolError(
      "too_many_requests_needed",
      `${needed} requests or more turn out to be needed, and max_requests is ${this.most}`,
      "Ask for less, or call again with a higher max_requests: what was answered so far is kept for 15 minutes.",
    );
  }

  /** One that was needed is there without being sent. */
  save(): void {
    this.#ahead -= 1;
  }

  spend(): void {
    this.#ahead -= 1;
    this.#spent += 1;
  }
}
