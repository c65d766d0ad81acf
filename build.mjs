/** Bundles src/ into dist/: a small entry point, and chunks that are loaded on demand. */
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
  // Bundled CommonJS packages load Node's modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
};

/** This package finds its settings by the names of its classes, so it is built separately with its names intact. */
const separatePackage = "oidc-provider";

const separately = {
  name: "separately",
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^${separatePackage}$`) }, () => ({
      path: `./${separatePackage}.js`,
      external: true,
    })),
};

const targets = {
  dist: {
    // The helper must be in the same folder as the chunk that starts it.
    entryPoints: { cli: "src/cli.ts", "chunks/keychain-helper": "src/commands/keychain-helper.ts" },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    // A native package cannot be bundled.
    external: ["@napi-rs/keyring"],
    plugins: [separately],
  },
  "dist-bench": {
    entryPoints: [
      "bench/index.ts",
      "bench/answer-once.ts",
      "bench/bare-server.ts",
      "bench/bare-http-server.ts",
      "bench/soak.ts",
    ],
  },
};

const [target = "dist"] = process.argv.slice(2);
await rm(target, { recursive: true, force: true });
await build({ ...shared, ...targets[target], outdir: target });
if (target === "dist") {
  const entryPoints = [separatePackage];
  await build({ ...shared, entryPoints, keepNames: true, outdir: "dist/chunks" });
}
