/** Writes the types of the arguments of tools, and of the structured content of replies, from their schemas. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { compile } from "json-schema-to-typescript";

const root = join(import.meta.dirname, "..");

const entry = `
import * as z from "zod";
import { tools } from "./tools/index.ts";
import { structuredSchema } from "./src/server/mcp/structured.ts";
const schemaOf = (schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
export const schemas = [
  ["StructuredContent", schemaOf(structuredSchema())],
  ...tools.map(({ name, input }) => [name + "_arguments", schemaOf(input())]),
];
`;

export async function writeTypes(target) {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root },
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  const { schemas } = await import(`data:text/javascript;base64,${source}`);
  const options = { bannerComment: "", additionalProperties: false };
  const types = await Promise.all(
    schemas.map(([name, schema]) => compile({ ...schema, title: name }, name, options)),
  );
  const head =
    "/** Types of the program's JSON: written by the build from the schemas of its tools. */";
  writeFileSync(target, [head, ...types].join("\n"));
}
