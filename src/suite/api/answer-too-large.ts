import { ToolError } from "../../base/errors/tool-error.ts";

/** An answer above the bounds of this server, which was not read to its end. A smaller request can be answered. */
export class AnswerTooLarge extends ToolError {
  override readonly name = "AnswerTooLarge";

  /** @param problem completes "the API's answer". */
  constructor(problem: string) {
    super(
      "upstream_failed",
      `the API's answer ${problem}`,
      "Ask for fewer profiles, metrics or days in one call.",
      { isFinal: true },
    );
  }
}
