/** Advice on an error: one text for a model, one for a person. */

export interface Advice {
  /** Read by the model that made the call. */
  readonly forModel: string;
  /** Read by a person at a terminal. @param program what starts this program there. */
  readonly forUser: (program: string) => string;
}

/** A command of this program, to run at a terminal. */
export type ProgramCommand = Readonly<Record<"command", string>>;

/** Advice that only a person can follow, and that begins with a verb: tellUser`Run ${{ command: "login" }} again.` */
export function tellUser(
  texts: readonly string[],
  ...parts: readonly (string | ProgramCommand)[]
): Advice {
  const forUser = (program: string): string => {
    const words = parts.map((part) =>
      typeof part === "string" ? part : `${program} ${part.command}`,
    );
    return String.raw({ raw: texts }, ...words);
  };
  const [first = "", ...rest] = forUser("social-analytics-mcp");
  return { forModel: `Tell the user: ${first.toLowerCase()}${rest.join("")}`, forUser };
}

/** Advice to wait. @param when completes the sentence. */
export const callAgain = (when: string): Advice => ({
  forModel: `Call again ${when}`,
  forUser: () => `Try again ${when}`,
});
