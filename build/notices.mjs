/**
 * Writes the licences of all packages whose code is in a bundle, as esbuild's metafiles list it.
 *
 * The licence of a package is in its own folder. The folder `licences` adds those of packages that are published without
 * one, and of code that a package contains without its licence.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";

const licenceName = /^(licen[cs]e|copying)/i;
const noticeName = /^(notice|third.?party|copyright)/i;
const codeName = /\.([cm]?[jt]sx?|json)$/i;

/** The comment of a bundler before a file of another package: published files may be bundles themselves. */
const bundlersComment =
  /^[ \t]*\/\/ ?(?:#region )?\S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S*$/gm;
/** The version in such a comment, where pnpm installed the package. */
const pnpmVersion = /\.pnpm\/[^/]+?@(\d[^_/(]*)/;

const separator = `\n\n${"=".repeat(80)}\n`;

const introduction = `Third-party notices

The files in this folder contain code of the packages below. Each is listed with its version
and the identifier of its licence, above the text of the licence. The legal comments of their
source files are at the end.`;

const textOf = (file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();

/** Each text once. @param {string[]} texts */
const sorted = (texts) => [...new Set(texts)].toSorted();

function manifestIn(folder) {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** The folder of the package that a file belongs to. Subfolders may have a package.json without a name or a version. */
function packageFolderOf(path) {
  const folder = dirname(path);
  if (basename(folder) === "node_modules") throw new Error(`${path} has no name and version`);
  const { name, version } = manifestIn(folder);
  return name !== undefined && version !== undefined ? folder : packageFolderOf(folder);
}

/** The texts of the licence and of the notices that belong to it, or nothing without a licence. */
function licenceTextOf(folder, name) {
  const filesIn = (inner) =>
    readdirSync(join(folder, inner), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !codeName.test(entry.name))
      .map((entry) => entry.name)
      .toSorted();
  const files = filesIn(".");
  // Licences of code that a package has taken from others.
  const inner = existsSync(join(folder, "licenses")) ? filesIn("licenses") : [];
  const added = join(import.meta.dirname, "licences", `${name}.txt`);
  const textsOf = (pattern) =>
    files.filter((file) => pattern.test(file)).map((file) => textOf(join(folder, file)));
  const licences = [
    ...textsOf(licenceName),
    ...inner.map((file) => textOf(join(folder, "licenses", file))),
    ...(existsSync(added) ? [textOf(added)] : []),
  ];
  return licences.join("") === "" ? "" : [...licences, ...textsOf(noticeName)].join("\n\n");
}

/** The title of a package, and its licence. The bundled version may differ from the one in the folder. */
function licenceIn(folder, bundledVersion) {
  const { name, version, license } = manifestIn(folder);
  const title = `${name} ${bundledVersion ?? version}`;
  const text = licenceTextOf(folder, name);
  if (text === "" || typeof license !== "string")
    throw new Error(`${title} is bundled, but its package has no licence text or identifier`);
  return { title: `${title} (${license})`, text };
}

/** The licences of the packages whose code is in a published file, from where they are installed. */
function licencesWithin(file) {
  return [...readFileSync(file, "utf8").matchAll(bundlersComment)].map(([comment, name]) => {
    // With the file's name, a package that is named like a module of Node.js is looked up too.
    const parents = createRequire(file).resolve.paths(`${name}/package.json`);
    const folder = parents.map((path) => join(path, name)).find((path) => existsSync(path));
    if (folder === undefined) throw new Error(`${file} contains ${name}, which is not installed`);
    return licenceIn(folder, pnpmVersion.exec(comment)?.[1]);
  });
}

/** Writes one file for the outputs of several builds, and removes esbuild's files of legal comments, which it includes. */
export function writeNotices(target, metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  const inputs = new Set(outputs.flatMap(([, output]) => Object.keys(output.inputs)));
  const files = [...inputs]
    .filter((file) => file.includes("node_modules/"))
    .map((file) => resolve(file));
  const folders = new Set(files.map(packageFolderOf));
  const ofPackages = [...folders].map((folder) => licenceIn(folder));

  const titlesOf = new Map();
  for (const { title, text } of [...ofPackages, ...files.flatMap(licencesWithin)])
    titlesOf.set(text, [...(titlesOf.get(text) ?? []), title]);
  const sections = [...titlesOf].map(([text, titles]) => [...sorted(titles), "", text].join("\n"));

  const legalFiles = outputs.map(([file]) => file).filter((file) => file.endsWith(".LEGAL.txt"));
  // Each file begins with a heading, which is left out.
  const partsOf = (file) => textOf(file).split(/\n\n(?=\S)/);
  const comments = legalFiles.flatMap((file) => partsOf(file).slice(1));
  const legal = ["Legal comments", ...sorted(comments)].join("\n\n");

  writeFileSync(target, `${[introduction, ...sorted(sections), legal].join(separator)}\n`);
  for (const file of legalFiles) rmSync(file);
}
