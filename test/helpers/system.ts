/** Programs of the system that some tests need. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isFull } from "./repetitions.ts";

/** The Debian package of each program. */
const systemPackages = {
  "dbus-daemon": "dbus-daemon",
  "gnome-keyring-daemon": "gnome-keyring",
  script: "bsdutils",
  "redis-server": "redis-server",
  nginx: "nginx-light",
  openssl: "openssl",
  "docker-compose": "docker-compose",
  zsh: "zsh",
  /** Of the full tests only. */
  chromium: "chromium",
  soffice: "libreoffice-calc-nogui",
  promtool: "prometheus",
} as const;

/** True for a run of chosen files: `vitest run FILE …`. */
export const isChosen = process.argv.slice(3).some((word) => !word.startsWith("-"));

/** Large packages are for a run of all full tests. */
const isNeeded = (program: string): boolean => {
  if (program === "chromium") return isFull;
  return !["soffice", "promtool"].includes(program) || (isFull && !isChosen);
};

/** The Debian packages of what this run needs and the system lacks. */
export const missingPackages = (): string[] =>
  Object.entries(systemPackages).flatMap(([program, name]) =>
    pathOf(program) === undefined && isNeeded(program) ? [name] : [],
  );

type Program = keyof typeof systemPackages;

/** Returns a program's path if it is installed. */
export const pathOf = (program: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Returns whether a program is missing: its tests are skipped, and the last line of the run names it. */
export const isMissing = (...programs: Program[]): boolean =>
  programs.some((program) => pathOf(program) === undefined);
