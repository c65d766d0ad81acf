/** The packages whose code is in a bundle, as esbuild's metafiles list it, with their licences. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

const textOf = (file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();

export function manifestIn(folder) {
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
  const textsOf = (inner, pattern) =>
    (existsSync(join(folder, inner))
      ? readdirSync(join(folder, inner), { withFileTypes: true })
      : []
    )
      .filter((entry) => entry.isFile() && !codeName.test(entry.name) && pattern.test(entry.name))
      .map((entry) => entry.name)
      .toSorted()
      .map((file) => textOf(join(folder, inner, file)));
  const added = join(import.meta.dirname, "licences", `${name}.txt`);
  const licences = [
    ...textsOf(".", licenceName),
    // Licences of code that a package has taken from others.
    ...textsOf("licenses", /./),
    ...(existsSync(added) ? [textOf(added)] : []),
  ];
  return licences.join("") === "" ? "" : [...licences, ...textsOf(".", noticeName)].join("\n\n");
}

/** A package with its licence. The bundled version may differ from the one in the folder. */
function packageIn(folder, bundledVersion) {
  const { name, version: installed, license } = manifestIn(folder);
  const version = bundledVersion ?? installed;
  const text = licenceTextOf(folder, name);
  if (text === "" || typeof license !== "string") {
    throw new Error(
      `${name} ${version} is bundled, but its package has no licence text or identifier`,
    );
  }
  return { name, version, license, text };
}

/** The packages whose code is in a published file, from where they are installed. */
function packagesWithin(file) {
  return [...readFileSync(file, "utf8").matchAll(bundlersComment)].map(([comment, name]) => {
    // With the file's name, a package that is named like a module of Node.js is looked up too.
    const parents = createRequire(file).resolve.paths(`${name}/package.json`);
    const folder = parents.map((path) => join(path, name)).find((path) => existsSync(path));
    if (folder === undefined) throw new Error(`${file} contains ${name}, which is not installed`);
    return packageIn(folder, pnpmVersion.exec(comment)?.[1]);
  });
}

/** Each once, by name and version. */
export function bundledPackages(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = new Set(outputs.flatMap((output) => Object.keys(output.inputs)));
  const files = [...inputs]
    .filter((file) => file.includes("node_modules/"))
    .map((file) => resolve(file));
  const folders = new Set(files.map(packageFolderOf));
  const packages = [
    ...[...folders].map((folder) => packageIn(folder)),
    ...files.flatMap(packagesWithin),
  ];
  const keyOf = ({ name, version }) => `${name} ${version}`;
  const byKey = new Map(packages.map((content) => [keyOf(content), content]));
  return [...byKey.values()].toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
