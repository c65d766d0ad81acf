/** The recipes of docs/unattended.md, and a machine that runs them: a shell with the built program as `npx`. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ago, dateText, serveDigests, type Digests } from "../helpers/digests.ts";
import { cli, readAll, type Ran } from "../helpers/process.ts";

const document = readFileSync("docs/unattended.md", "utf8");

/** The code block after the comment that names it. */
export function recipe(name: string): string {
  const [, block] =
    new RegExp(`<!-- recipe: ${name} -->\\n\\n\`\`\`\\w+\\n([^]*?)\`\`\``).exec(document) ?? [];
  if (block === undefined) throw new Error(`docs/unattended.md has no recipe ${name}`);
  return block;
}

interface Machine extends Digests {
  /** Runs a script in the folder of the rules. */
  readonly shell: (script: string, variables?: Record<string, string>) => Promise<Ran>;
  /** Puts a program on the path. */
  readonly program: (name: string, script: string) => void;
}

/** A folder with rules, and pages of which one has been silent for five days. */
export async function machine(): Promise<Machine> {
  const digests = await serveDigests("rules:\n  silent: {network: facebook, view: gaps, min: 3}\n");
  const { numberOf } = digests.account;
  digests.account.numberOf = (page, metric, day) =>
    page === 2 && day >= ago(5) ? null : numberOf(page, metric, day);
  const bin = join(digests.folder, "bin");
  mkdirSync(bin);
  const program: Machine["program"] = (name, script) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program(
    "npx",
    `[ "$1 $2" = "-y social-analytics-mcp" ] || exit 99\nshift 2\nexec "${process.execPath}" "${cli}" "$@"`,
  );
  const shell: Machine["shell"] = (script, variables = {}) => {
    const env = {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      ...digests.environment,
      ...variables,
    };
    return readAll(spawn("sh", ["-c", script], { cwd: digests.folder, env }));
  };
  return { ...digests, shell, program };
}

export const news = `no data since ${dateText(ago(5))}`;
