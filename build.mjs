/** Bundles src/ into dist/: one small start, everything else in chunks loaded when they are needed. */
import { rm } from "node:fs/promises";
import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  minify: true,
  legalComments: "external",
  logLevel: "warning",
  // Bundled CommonJS packages ask for Node's own modules through require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
};

const targets = {
  dist: { entryPoints: ["src/cli.ts"], splitting: true, chunkNames: "chunks/[name]-[hash]" },
  "dist-bench": { entryPoints: ["bench/index.ts", "bench/answer-once.ts", "bench/bare-server.ts"] },
};

const [target = "dist"] = process.argv.slice(2);
await rm(target, { recursive: true, force: true });
await build({ ...shared, ...targets[target], outdir: target });
