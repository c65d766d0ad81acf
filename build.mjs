/** Bundles src/ into dist/: one small start, everything else in chunks loaded when they are needed. */
import { rm } from "node:fs/promises";
import { build } from "esbuild";

/** Bundled CommonJS packages ask for Node's own modules through require. */
const banner = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
};

const shared = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  splitting: true,
  minify: true,
  legalComments: "none",
  banner,
  logLevel: "warning",
};

await rm("dist", { recursive: true, force: true });
await build({ ...shared, entryPoints: ["src/cli.ts"], outdir: "dist", chunkNames: "chunks/[name]-[hash]" });
