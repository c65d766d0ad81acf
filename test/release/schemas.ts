/** The rules for listings, written from the published documents of their readers: unknown fields are mistakes. */
import * as z from "zod";

const exactVersion = z.string().regex(/^\d+\.\d+\.\d+$/);
const https = z.url({ protocol: /^https$/ });

/** A value that the user gives, or that is fixed. */
const input = {
  description: z.string().optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
  value: z.string().optional(),
};

/** server.json of the MCP registry, schema 2025-12-11, for packages that run over stdio. */
export const serverJson = z.strictObject({
  $schema: z.literal(
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: exactVersion,
  websiteUrl: https.optional(),
  repository: z.strictObject({ url: https, source: z.literal("github") }),
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: exactVersion,
      runtimeHint: z.literal("npx"),
      transport: z.strictObject({ type: z.literal("stdio") }),
      environmentVariables: z.array(z.strictObject({ name: z.string(), ...input })),
    }),
  ),
});

const kebab = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const person = z.strictObject({ name: z.string(), email: z.email().optional() });

/** .claude-plugin/plugin.json of Claude Code. */
export const plugin = z.strictObject({
  name: kebab,
  version: exactVersion,
  description: z.string(),
  author: person,
  homepage: https,
  repository: https,
  license: z.string(),
  keywords: z.array(z.string()),
  mcpServers: z.record(kebab, z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});

/** .claude-plugin/marketplace.json of Claude Code. */
export const marketplace = z.strictObject({
  name: kebab,
  owner: person,
  metadata: z.strictObject({ description: z.string().min(1) }),
  plugins: z
    .array(z.strictObject({ name: kebab, source: z.literal("./"), description: z.string() }))
    .min(1),
});

/** The front matter of a skill. */
export const skill = z.strictObject({
  name: kebab,
  description: z
    .string()
    .max(1024)
    .regex(/ Use when [a-z]/),
});
