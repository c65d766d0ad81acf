/** Prints the script by which a shell completes command lines of this program. */
import { tools } from "../../../tools/index.ts";
import { defineCommand } from "../terminal/command.ts";
import { completionScript, shells } from "../terminal/completion.ts";
import { UsageError } from "../terminal/flags.ts";
import { print } from "../terminal/output.ts";

export const command = defineCommand({
  name: "completion",
  summary: "print the completions of a shell",
  usage: shells,
  examples: shells,
  flags: {},
  async run({ words: [shell] }, commands) {
    const chosen = shells.find((name) => name === shell);
    if (chosen === undefined) throw new UsageError(`completion takes ${shells.join(" or ")}`);
    print(
      completionScript(
        chosen,
        await commands(),
        tools.map(({ name }) => name),
      ),
    );
  },
});
