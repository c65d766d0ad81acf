/** The parts of mutation testing: which files are changed, and which folders of tests must notice. */

/** @type {Record<string, { files: string[]; tests: string[] }>} */
export const mutationParts = {
  merge: {
    files: ["src/metrics/merge/**/*.ts"],
    tests: ["metrics", "analyst"],
  },
  plan: { files: ["src/metrics/plan/**/*.ts"], tests: ["metrics"] },
  run: { files: ["src/metrics/run/**/*.ts"], tests: ["metrics"] },
  meaning: { files: ["src/meaning/**/*.ts"], tests: ["meaning", "tables", "replies", "analyst"] },
  quota: { files: ["src/quota/**/*.ts"], tests: ["quota", "connection"] },
  credentials: { files: ["src/credentials/**/*.ts"], tests: ["credentials"] },
  text: {
    files: ["src/secrets/*.ts", "src/text/sanitize.ts", "src/text/quoted.ts", "src/files/lock.ts"],
    tests: ["secrets", "text", "files", "log", "posts"],
  },
};

/** Of the environment variable `PART`. @throws Error that names the parts. */
export function mutationPart() {
  const name = process.env.PART ?? "merge";
  const part = mutationParts[name];
  if (part === undefined)
    throw new Error(
      `PART is one of ${Object.keys(mutationParts).join(", ")}, not ${JSON.stringify(name)}`,
    );
  return { name, ...part };
}
