/** The files in deploy/, as the tests read them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

export const root = join(import.meta.dirname, "../..");
export const deployFolder = join(root, "deploy");

export const readDeployed = (file: string): string =>
  readFileSync(join(deployFolder, file), "utf8");

/** Instructions of the Dockerfile, each on one line. */
export const dockerInstructions = (): string[] =>
  readDeployed("Dockerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "");

/** The words of the last instruction of this name, which has the JSON form. */
export function wordsOf(instruction: "CMD" | "ENTRYPOINT" | "HEALTHCHECK"): string[] {
  const line = dockerInstructions().findLast((text) => text.startsWith(`${instruction} `)) ?? "";
  const words: unknown = JSON.parse(line.slice(line.indexOf("[")));
  return Array.isArray(words) ? words.map(String) : [];
}

/** The Kubernetes objects in a file. */
export const objectsIn = (file: string): unknown[] =>
  parseAllDocuments(readDeployed(join("kubernetes", file))).map((document): unknown =>
    document.toJS(),
  );
