/** Other versions of Node.js, from the npm registry. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { isFull } from "./repetitions.ts";

/** The newest releases of the supported lines after the oldest, which runs all tests. */
const versions = ["22.23.3", "24.21.0", "26.10.0"];

const system = process.platform === "win32" ? "win" : process.platform;

/** Below node_modules, so that the next run has them too. */
const cache = join(import.meta.dirname, "../../node_modules/.cache/node");

function install(version: string): string {
  const name = `node-${system}-${process.arch}`;
  const folder = join(cache, version);
  const program = join(folder, "node_modules", name, "bin", system === "win" ? "node.exe" : "node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--silent"];
  execFileSync("npm", ["install", ...flags, "--prefix", folder, `${name}@${version}`], {
    stdio: "ignore",
    shell: system === "win",
  });
  return program;
}

/** Programs of Node.js: in the full tests the other versions are installed, else only this process's is among them. */
export function nodePrograms(): readonly string[] {
  return [process.execPath, ...(isFull ? versions.map(install) : [])];
}
