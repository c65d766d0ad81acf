/**
 * With CI set, installs the Debian packages that some tests need, if they are missing.
 * Without it, those tests report that they do not run.
 */
import { execFileSync } from "node:child_process";
import { pathOf, systemPackages } from "./helpers/system.ts";

export function setup(): void {
  const missing = Object.entries(systemPackages).flatMap(([program, name]) =>
    pathOf(program) === undefined ? [name] : [],
  );
  if (process.env["CI"] === undefined || missing.length === 0) return;
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...missing];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", install, { stdio: ["ignore", "ignore", "inherit"], env });
  } catch {
    process.stderr.write(`Not installed: ${missing.join(", ")}\n`);
  }
}
