/** Programs of the system that some tests need. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The Debian package of each program. */
export const systemPackages = {
  "dbus-daemon": "dbus-daemon",
  "gnome-keyring-daemon": "gnome-keyring",
  chromium: "chromium",
  script: "bsdutils",
} as const;

type Program = keyof typeof systemPackages;

/** Where it stands; undefined where it is not installed. */
export const pathOf = (program: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Whether one of them is not there; it says loudly that what needs it is not run. */
export function isMissing(...programs: Program[]): boolean {
  const missing = programs.filter((program) => pathOf(program) === undefined);
  if (missing.length === 0) return false;
  const names = missing.map((program) => systemPackages[program]).join(", ");
  process.stderr.write(`\n*** NOT RUN: tests that need ${names}. Install it to run them. ***\n\n`);
  return true;
}
