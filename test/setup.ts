/**
 * Before all tests, where CI asks for it: installs what some of them need from the system, with Debian's packages.
 * Elsewhere those tests run where it is installed, and say loudly where they do not.
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
