/** Prints the part of CHANGELOG.md about one version: `node build/changelog.mjs v1.0.0`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const version = (process.argv[2] ?? "").replace(/^v/, "");
const text = readFileSync(join(import.meta.dirname, "../CHANGELOG.md"), "utf8");
const part = text
  .split(/^## /m)
  .find((section) => section.startsWith(`${version} `) || section.startsWith(`${version}\n`));
if (part === undefined) throw new Error(`CHANGELOG.md says nothing about ${version}`);
console.log(part.slice(part.indexOf("\n") + 1).trim());
