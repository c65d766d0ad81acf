/** Every file of src, by folder, with the first paragraph of its comment. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { textIn } from "./core.ts";

const root = join(import.meta.dirname, "../..");
const compare = (left: string, right: string): number => (left < right ? -1 : 1);

/** Without the paragraphs that follow. A file without a comment at its head has that of its first declaration. */
function aboutOf(path: string): string {
  const [comment = ""] = /\/\*\*[^]*?\*\//.exec(readFileSync(join(root, path), "utf8")) ?? [];
  const [about = ""] = textIn(comment).split(/\n\n|(?<!\{)@/);
  return about
    .trim()
    .replaceAll("\n", " ")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`");
}

export function filesPage(): string {
  const paths = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .map((path) => `src/${path.replaceAll("\\", "/")}`);
  return [...new Set(paths.map(dirname))]
    .toSorted(compare)
    .map((folder) => {
      const files = paths.filter((path) => dirname(path) === folder).toSorted(compare);
      const lines = files.map((path) => `- \`${path.slice(folder.length + 1)}\`: ${aboutOf(path)}`);
      return [`## ${folder}`, lines.join("\n")].join("\n\n");
    })
    .join("\n\n");
}
