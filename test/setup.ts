/** With CI set, installs the Debian packages that tests need, if they are missing. The last line of a run names what it left out. */
import { execFileSync } from "node:child_process";
import { ciOnly, fullOnly } from "./full-only.ts";
import { isCi, isFull } from "./helpers/repetitions.ts";
import { isChosen, missingPackages } from "./helpers/system.ts";

function install(): void {
  const missing = missingPackages();
  if (process.env["CI"] === undefined || missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const words of [
    ["update", "-qq"],
    // One at a time: a package that is not there does not keep out the others.
    ...missing.map((name) => ["install", "-y", "-qq", "--no-install-recommends", name]),
  ]) {
    try {
      execFileSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"], env });
    } catch {
      process.stderr.write(`Failed: apt-get ${words.join(" ")}\n`);
    }
  }
}

export function setup(): () => void {
  install();
  return () => {
    // Of the tests and their transformation; programs that tests start are not in it.
    const { user, system } = process.cpuUsage();
    process.stderr.write(`\nCPU time: ${Math.round((user + system) / 1e6)} s.\n`);
    // A run of chosen files leaves out nothing that it was asked for.
    const parts = isFull || isChosen ? [] : Object.values(fullOnly);
    const ciParts = isFull || isChosen || isCi ? [] : Object.values(ciOnly);
    const packages = missingPackages();
    const left = [
      ...(ciParts.length === 0 ? [] : [`${ciParts.join(", ")} (CI=true npm test)`]),
      ...(parts.length === 0 ? [] : [`${parts.join(", ")} (npm run test:full)`]),
      ...(packages.length === 0 ? [] : [`tests that need ${packages.join(", ")} (not installed)`]),
    ];
    if (left.length > 0) process.stderr.write(`\nNot run: ${left.join("; ")}.\n`);
  };
}
