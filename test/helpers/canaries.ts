/** Secrets, and everything that commands with debug logging write, in which no secret may appear. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { formsOf } from "./secret-forms.ts";
import { readAll, start as startProcess, type Environment, type Ran } from "./process.ts";
import { start as startHere } from "./program.ts";
import { isFull } from "./repetitions.ts";

export const environmentSecrets = {
  SOCIAL_ANALYTICS_TOKEN: "canary-token-1",
  SOCIAL_ANALYTICS_SECRET: "canary-secret-1",
  SOCIAL_ANALYTICS_CLIENT_SECRET: "canary-client-secret",
};

export const debugging = { NODE_DEBUG: "*", DEBUG: "*" };

const looksAtEach = 5;

export class Canaries {
  readonly #secrets = new Set<string>();
  /** Pairs of a place and the text seen there. */
  readonly #seen: [string, string][] = [];
  readonly #commandLines = new Set<string>();
  /** The number of times that the command line of each process was read. */
  readonly #looks = new Map<string, number>();

  constructor() {
    const timer = setInterval(() => this.#look(), 10);
    onTestFinished(() => clearInterval(timer));
  }

  plant(...secrets: string[]): void {
    for (const secret of secrets) {
      for (const form of formsOf(secret)) this.#secrets.add(form);
    }
  }

  saw(where: string, text: string): void {
    this.#seen.push([where, text]);
  }

  /**
   * Runs a command, in the full tests as a process, whose command line others can read.
   * @param shows what it must print: a command that does nothing leaks nothing.
   */
  async run(
    words: readonly string[],
    environment: Environment,
    shows: RegExp,
    stdin = "",
  ): Promise<Ran> {
    const start = isFull ? startProcess : startHere;
    const child = start(words, { ...environment, ...debugging });
    child.stdin.end(stdin);
    const ran = await readAll(child);
    const output = ran.stdout + ran.stderr;
    this.saw(words.join(" "), output);
    if (!shows.test(output))
      throw new Error(`${words.join(" ")} printed: ${output.slice(0, 2000)}`);
    return ran;
  }

  /** Adds all files in a folder except the store. */
  sawFiles(folder: string, store?: string): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = join(folder, name);
      if (file !== store && statSync(file).isFile()) this.saw(file, readFileSync(file, "utf8"));
    }
  }

  /** Returns the places where a secret was seen; the process list is watched during the whole test. */
  leaks(): string[] {
    if (this.#secrets.size === 0 || this.#seen.length === 0 || this.#commandLines.size === 0)
      throw new Error("there was nothing to look for, or nothing to look at");
    const seen = [...this.#seen, ["the process list", [...this.#commandLines].join("\n")] as const];
    return seen.flatMap(([where, text]) =>
      [...this.#secrets].flatMap((secret) => (text.includes(secret) ? `${where}: ${secret}` : [])),
    );
  }

  /** Reads each command line a few times only: it no longer changes once the process has started. */
  #look(): void {
    for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const looks = this.#looks.get(id) ?? 0;
      if (looks === looksAtEach) continue;
      this.#looks.set(id, looks + 1);
      try {
        this.#commandLines.add(readFileSync(`/proc/${id}/cmdline`, "utf8"));
      } catch {
        // It has ended.
      }
    }
  }
}
