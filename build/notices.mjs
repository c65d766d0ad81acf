/**
 * Writes the licences of all packages whose code is in a bundle.
 *
 * The licence of a package is in its own folder. The folder `licences` adds those of packages that are published without
 * one, and of code that a package contains without its licence.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { bundledPackages } from "./packages.mjs";

const separator = `\n\n${"=".repeat(80)}\n`;

const introduction = `Third-party notices

The files in this folder contain code of the packages below. Each is listed with its version
and the identifier of its licence, above the text of the licence. The legal comments of their
source files are at the end.`;

/** Each text once. @param {string[]} texts */
const sorted = (texts) => [...new Set(texts)].toSorted();

/** Writes one file for the outputs of several builds, and removes esbuild's files of legal comments, which it includes. */
export function writeNotices(target, metafiles) {
  const titlesOf = new Map();
  for (const { name, version, license, text } of bundledPackages(metafiles)) {
    const title = `${name} ${version} (${license})`;
    titlesOf.set(text, [...(titlesOf.get(text) ?? []), title]);
  }
  const sections = [...titlesOf].map(([text, titles]) => [...sorted(titles), "", text].join("\n"));

  const legalFiles = metafiles
    .flatMap(({ outputs }) => Object.keys(outputs))
    .filter((file) => file.endsWith(".LEGAL.txt"));
  // Each file begins with a heading, which is left out.
  const partsOf = (file) =>
    readFileSync(file, "utf8")
      .replaceAll("\r\n", "\n")
      .trim()
      .split(/\n\n(?=\S)/);
  const comments = legalFiles.flatMap((file) => partsOf(file).slice(1));
  const legal = ["Legal comments", ...sorted(comments)].join("\n\n");

  writeFileSync(target, `${[introduction, ...sorted(sections), legal].join(separator)}\n`);
  for (const file of legalFiles) rmSync(file);
}
