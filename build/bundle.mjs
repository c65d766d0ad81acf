/** Bundles src/ into dist/: a small entry point, and chunks that are loaded on demand. */
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { writeBillOfMaterials } from "./bill-of-materials.mjs";
import { chartPageForEsbuild } from "./chart-page.mjs";
import { englishOnly, fewTypes, oneParser, partsOfUndici, typesOfMail } from "./left-out.mjs";
import { writeNotices } from "./notices.mjs";
import { writeTypes } from "./types.mjs";

const shared = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  minify: true,
  loader: { ".yaml": "text" },
  // writeNotices moves these comments into its own file.
  legalComments: "external",
  metafile: true,
  logLevel: "warning",
  // Bundled CommonJS packages load Node's modules with require, which costs nothing until then.
  banner: {
    js: "const require = (name) => { const found = process.getBuiltinModule(name); if (found) return found; throw new Error(`there is no module ${name}`); };",
  },
};

/** This package finds its settings by the names of its classes, so it is built separately with its names intact. */
const separatePackage = "oidc-provider";
const separateFile = `./${separatePackage}.js`;

const dynamicImport = /import\("(\.[^"]+)"\)/g;

const filesIn = (folder) => readdirSync(folder).map((name) => join(folder, name));

/** What the first call of a tool needs, and what the commands other than `serve` need. */
const subjects = [
  ...filesIn("tools"),
  "src/command/compose/services.ts",
  "src/answers/exports/saving.ts",
];
const commands = ["src/command/cli.ts", ...filesIn("src/command/commands")].filter(
  (file) => !subjects.includes(file),
);

/** Large modules that few servers need: each is a chunk of its own. */
const apart = [
  "src/server/callers/identity-provider.ts",
  "src/command/compose/redis.ts",
  "src/server/telemetry/open-telemetry.ts",
  "src/server/telemetry/prometheus.ts",
].map((file) => resolve(file));

/** What the program loads at its start, as imports: a chunk that has them too shares them with the start, undivided. */
const start = [
  ...readFileSync("src/command/cli.ts", "utf8").matchAll(/^import (?!type).*"(\.[^"]+\.ts)";$/gm),
]
  .map(([, path]) => `import ${JSON.stringify(resolve("src/command", path))};`)
  .join("\n");

/** Our modules that are imported on demand, by their paths. */
const importedOnDemand = new Set(
  ["src", "tools", "prompts"]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(dynamicImport)].map(([, path]) =>
        resolve(dirname(file), path),
      ),
    ),
);

/** Modules that are loaded on demand import the start, which runs already: it is one chunk, which is read at once. */
const withStart = {
  name: "with-start",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      importedOnDemand.has(path)
        ? { contents: `${readFileSync(path, "utf8")}\n${start}`, loader: "ts" }
        : undefined,
    ),
};

/**
 * Joins the modules that these files import on demand into one chunk. With a chunk for each of them, the modules that
 * they share with the start would be spread over many small files, and reading these would slow the start down.
 */
const onDemand = (name, files) => {
  const texts = new Map(files.map((file) => [resolve(file), readFileSync(file, "utf8")]));
  const modules = [...texts]
    .flatMap(([file, text]) =>
      [...text.matchAll(dynamicImport)].map(([, path]) => resolve(dirname(file), path)),
    )
    .filter((module) => !apart.includes(module));
  const nameOf = (module) => `module${modules.indexOf(module)}`;
  return {
    name,
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^on-demand:${name}$`) }, ({ path }) => ({
        path,
        namespace: name,
      }));
      onLoad({ filter: /./, namespace: name }, () => ({
        contents: [...new Set(modules)]
          .map((module) => `export * as ${nameOf(module)} from ${JSON.stringify(module)};`)
          .concat(start)
          .join("\n"),
        resolveDir: import.meta.dirname,
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = texts.get(path);
        if (text === undefined) return undefined;
        const contents = text.replace(dynamicImport, (statement, module) => {
          const imported = resolve(dirname(path), module);
          if (apart.includes(imported)) return statement;
          const member = nameOf(imported);
          return `import("on-demand:${name}").then((all) => all.${member})`;
        });
        return { contents, loader: "ts" };
      });
    },
  };
};

/** What the files in dist were made of. */
const metafiles = [];

const targets = {
  dist: {
    entryPoints: { cli: "src/command/cli.ts" },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    // Native packages cannot be bundled.
    external: ["@napi-rs/keyring", "@resvg/resvg-js", separateFile],
    alias: {
      // Its CommonJS entry cannot be bundled.
      "jsonc-parser": "jsonc-parser/lib/esm/main.js",
      [separatePackage]: separateFile,
      "@modelcontextprotocol/client/_shims": resolve("build/client-shims.mjs"),
      "@modelcontextprotocol/server/_shims": resolve("build/server-shims.mjs"),
    },
    plugins: [
      englishOnly,
      fewTypes,
      typesOfMail,
      partsOfUndici,
      oneParser,
      chartPageForEsbuild(metafiles),
      onDemand("commands", commands),
      onDemand("subjects", subjects),
      withStart,
    ],
  },
  "dist-eval": { entryPoints: ["eval/run.ts"] },
};

const [target = "dist"] = process.argv.slice(2);
await rm(target, { recursive: true, force: true });
const main = await build({ ...shared, ...targets[target], outdir: target });
if (target === "dist") {
  const { external } = targets.dist;
  // The helper must be in the same folder as the chunk that starts it.
  const entryPoints = {
    [separatePackage]: separatePackage,
    "keychain-helper": "src/command/compose/keychain-helper.ts",
  };
  const options = {
    entryPoints,
    external,
    keepNames: true,
    outdir: "dist/chunks",
    plugins: [fewTypes, oneParser],
  };
  const separate = await build({ ...shared, ...options });
  metafiles.push(main.metafile, separate.metafile);
  writeNotices("dist/THIRD_PARTY_NOTICES.txt", metafiles);
  writeBillOfMaterials("dist/sbom.cdx.json", metafiles);
  await writeTypes("dist/types.d.ts");
}
