/** Every command of the program, from the folder of commands. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../src/command/terminal/command.ts";

const folder = join(import.meta.dirname, "../../src/command/commands");

export const commandsOfProgram = (): Promise<Command[]> =>
  Promise.all(
    readdirSync(folder)
      .map((file) => join(folder, file))
      .filter((file) => readFileSync(file, "utf8").includes("export const command = defineCommand"))
      .map(async (file) => {
        const { command }: { command: Command } = await import(file);
        return command;
      }),
  );
