/** Programs of the system that some tests need. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The Debian package of each program. */
export const systemPackages = {
  "dbus-daemon": "dbus-daemon",
  "gnome-keyring-daemon": "gnome-keyring",
  chromium: "chromium",
  script: "bsdutils",
  "redis-server": "redis-server",
  nginx: "nginx-light",
  openssl: "openssl",
  "docker-compose": "docker-compose",
  /** Of the full tests only. */
  soffice: "libreoffice-calc-nogui",
  promtool: "prometheus",
} as const;

type Program = keyof typeof systemPackages;

/** Returns a program's path if it is installed. */
export const pathOf = (program: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Returns whether a program is missing, and if so reports the tests that do not run. */
export function isMissing(...programs: Program[]): boolean {
  const missing = programs.filter((program) => pathOf(program) === undefined);
  if (missing.length === 0) return false;
  const names = missing.map((program) => systemPackages[program]).join(", ");
  process.stderr.write(`\n*** NOT RUN: tests that need ${names}. Install it to run them. ***\n\n`);
  return true;
}
