/** Bundles src/ into dist/: one small start, everything else in chunks loaded when they are needed. */
import { readFile, rm } from "node:fs/promises";
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

/** Looks its settings up by the names of its classes: built by itself, those names kept. */
const namesMatter = "oidc-provider";

const apart = {
  name: "apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^${namesMatter}$`) }, () => ({
      path: `./${namesMatter}.js`,
      external: true,
    })),
};

/** Puts the commands that are loaded when they are asked for in one chunk: esbuild's chunks for each would slow the start. */
const together = {
  name: "together",
  setup({ onLoad, onResolve }) {
    const names = [];
    onLoad({ filter: /\bcli\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8")).replaceAll(
        /import\("\.\/commands\/(\w+)\.ts"\)/g,
        (_all, name) => {
          names.push(name);
          return `import("commands").then(({ ${name} }) => ${name})`;
        },
      ),
    }));
    onResolve({ filter: /^commands$/ }, () => ({ path: "commands", namespace: "together" }));
    onLoad({ filter: /./, namespace: "together" }, () => ({
      contents: names.map((name) => `export * as ${name} from "./${name}.ts";`).join("\n"),
      resolveDir: "src/commands",
    }));
  },
};

const targets = {
  dist: {
    // The helper stands beside the chunk that starts it.
    entryPoints: { cli: "src/cli.ts", "chunks/keychain-helper": "src/commands/keychain-helper.ts" },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    // Native: it cannot be bundled.
    external: ["@napi-rs/keyring"],
    plugins: [apart, together],
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
  const entryPoints = [namesMatter];
  await build({ ...shared, entryPoints, keepNames: true, outdir: "dist/chunks" });
}
