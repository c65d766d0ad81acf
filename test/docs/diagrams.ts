/** Draws the imports of the code as diagrams of Mermaid. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "../..");

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** @param nodeOf the node of a file; undefined for files that are not drawn. */
function importsBetween(nodeOf: (file: string) => string | undefined): Graph {
  const graph = new Map<string, Set<string>>();
  const files = ["src", "tools", "prompts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  );
  for (const file of files) {
    const from = nodeOf(file);
    if (from === undefined) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    const text = readFileSync(join(root, file), "utf8");
    for (const [, path = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const to = nodeOf(normalize(join(dirname(file), path)));
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return graph;
}

/** Without the arrows that follow from others. */
function reduced(graph: Graph): [string, string][] {
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of graph.get(from) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      reach(next, seen);
    }
    return seen;
  };
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((target) => target !== to && reach(target).has(to)))
      .map((to): [string, string] => [from, to]),
  );
}

const sorted = (lines: readonly string[]): string[] => lines.toSorted();

export function roomsDiagram(): string {
  const rooms = importsBetween((file) => {
    const [top = "", wing = "", room = ""] = file.split("/");
    if (top !== "src") return top;
    if (wing === "catalog" || wing === "sandbox") return wing;
    return room.includes(".") || room === "commands" ? undefined : room;
  });
  return ["graph TD", ...sorted(reduced(rooms).map(([from, to]) => `  ${from} --> ${to}`))].join(
    "\n",
  );
}

/** The folders of src/questions/metrics, and the rooms that they hand things to or get them from. */
export function flowDiagram(): string {
  const parts = importsBetween((file) => {
    const [, , room, part = ""] = file.split("/");
    if (room === "metrics") return part.includes(".") ? undefined : part;
    return room === "meaning" || room === "report" ? room : undefined;
  });
  return ["graph LR", ...sorted(reduced(parts).map(([from, to]) => `  ${to} --> ${from}`))].join(
    "\n",
  );
}
