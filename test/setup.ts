/**
 * With CI set, installs the Debian packages that some tests need, if they are missing.
 * Without it, those tests report that they do not run.
 */
import { execFileSync } from "node:child_process";
import { isFull } from "./helpers/repetitions.ts";
import { pathOf, systemPackages } from "./helpers/system.ts";

export function setup(): void {
  const missing = Object.entries(systemPackages).flatMap(([program, name]) =>
    pathOf(program) === undefined && (isFull || !["soffice", "promtool"].includes(program))
      ? [name]
      : [],
  );
  if (process.env["CI"] === undefined || missing.length === 0) return;
  const install = (words: readonly string[]): void => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"], env });
  };
  for (const words of [
    ["update", "-qq"],
    // One at a time: a package that is not there does not keep out the others.
    ...missing.map((name) => ["install", "-y", "-qq", "--no-install-recommends", name]),
  ]) {
    try {
      install(words);
    } catch {
      process.stderr.write(`Failed: apt-get ${words.join(" ")}\n`);
    }
  }
}
