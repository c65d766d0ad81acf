/** dist/THIRD_PARTY_NOTICES.txt, compared with a second bundle whose packages are found in another way. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { expect, test } from "vitest";
import { temporaryFolder } from "./helpers/folders.ts";

const root = join(import.meta.dirname, "..");

const writer: { writeNotices: (target: string, metafiles: readonly Metafile[]) => void } =
  await import(join(root, "build", "notices.mjs"));

const { partsOfUndici }: { partsOfUndici: Plugin } = await import(
  join(root, "build", "left-out.mjs")
);

const notices = readFileSync(join(root, "dist", "THIRD_PARTY_NOTICES.txt"), "utf8");

/** `name@version` of each listed package, with the identifier and the text of its licence. */
const listed = new Map<string, { identifier: string; text: string }>(
  notices
    .split(/^={80}\n/m)
    .slice(1, -1)
    .flatMap((section) => {
      const [titles = "", ...paragraphs] = section.split("\n\n");
      return titles.split("\n").map((title) => {
        const [name, version, identifier = ""] = title.split(" ");
        return [`${name}@${version}`, { identifier, text: paragraphs.join("\n\n") }] as const;
      });
    }),
);

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [
    "src/command/cli.ts",
    "src/command/compose/keychain-helper.ts",
    "src/server/app/main.ts",
    "oidc-provider",
  ],
  loader: { ".html": "text", ".yaml": "text" },
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  external: ["@napi-rs/keyring", "@resvg/resvg-js"],
  alias: Object.fromEntries(
    ["client", "server"].map((side) => [
      `@modelcontextprotocol/${side}/_shims`,
      join(root, "build", `${side}-shims.mjs`),
    ]),
  ),
  plugins: [partsOfUndici],
  legalComments: "external",
  outdir: "dist",
  write: false,
  metafile: true,
});

const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
const bundled = [...new Set(inputs)].flatMap((file) =>
  file.includes("node_modules/") ? [join(root, file)] : [],
);

/** A package is a folder directly below a node_modules folder, or below a scope in one. */
const folders = new Set(
  bundled.map((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file),
);

const packages = [...folders].map((folder) => {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { name, version, license }: Record<string, string> = JSON.parse(text);
  return { key: `${name}@${version}`, license, folder };
});

/** Packages within the files of others, from the names of the folders in which pnpm installed them. */
const contained = bundled.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/\/\.pnpm\/([^/_]+)/g)].map(([, name = ""]) =>
    name.replace("+", "/"),
  ),
);

const inOneLine = (text = ""): string => text.split(/\s+/).join(" ").trim();

test("every bundled package is listed, those within other packages too, and nothing else", () => {
  const expected = new Set([...packages.map(({ key }) => key), ...contained]);
  expect(expected.size).toBeGreaterThan(80);
  expect([...expected]).toEqual(expect.arrayContaining(["content-type@2.1.0"]));
  expect([...listed.keys()].toSorted()).toEqual([...expected].toSorted());
});

test("every package has its own identifier and texts", () => {
  for (const { key, license, folder } of packages) {
    const { identifier, text } = listed.get(key) ?? {};
    expect(`${key} ${identifier}`).toBe(`${key} (${license})`);
    const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name === "licenses"
        ? readdirSync(join(folder, entry.name)).map((name) => join(entry.name, name))
        : entry.isDirectory()
          ? []
          : [entry.name],
    );
    for (const name of files.filter((file) => /licen|notice|copying/i.test(file)))
      expect(inOneLine(text)).toContain(inOneLine(readFileSync(join(folder, name), "utf8")));
  }
});

test("every listed text grants rights", () => {
  const grants =
    /Permission is hereby granted|Permission to use, copy|Redistribution and use|contributor licenses you|Contributor hereby grants to You/;
  const failures = [...listed].filter(([, { text }]) => !grants.test(inOneLine(text)));
  expect(failures.map(([key]) => key)).toEqual([]);
});

test("every added licence belongs to a bundled package", () => {
  const added = join(root, "build", "licences");
  const texts = readdirSync(added, { recursive: true, encoding: "utf8" });
  for (const name of texts.filter((file) => file.endsWith(".txt"))) {
    const { key } = packages.find(({ folder }) => folder.endsWith(`/${name.slice(0, -4)}`)) ?? {};
    const text = inOneLine(readFileSync(join(added, name), "utf8"));
    expect(inOneLine(listed.get(key ?? name)?.text)).toContain(text);
  }
});

test("every legal comment is in this one file", () => {
  const legal = outputFiles.filter(({ path }) => path.endsWith(".LEGAL.txt"));
  const comments = legal.flatMap(({ text }) => text.match(/\/\*!.*?\*\//gs) ?? []);
  expect(comments.length).toBeGreaterThan(20);
  expect(comments.filter((comment) => !notices.includes(comment))).toEqual([]);
  const shipped = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" });
  expect(shipped.filter((file) => file.endsWith(".txt"))).toEqual(["THIRD_PARTY_NOTICES.txt"]);
});

/** Bundles one import of a made-up package, and writes the notices of the bundle. */
async function noticesWith(packageFiles: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  const files = {
    "node_modules/made-up/index.js": "export const value = Math.random();",
    "index.js": 'export { value } from "made-up";',
    ...packageFiles,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const entryPoints = [join(folder, "index.js")];
  const bundle = await build({ entryPoints, bundle: true, write: false, metafile: true });
  const target = join(folder, "notices.txt");
  writer.writeNotices(target, [bundle.metafile]);
  return readFileSync(target, "utf8");
}

const manifest = "node_modules/made-up/package.json";
const licensed = '{"name":"made-up","version":"1.2.3","license":"ISC"}';
const refusal = "made-up 1.2.3 is bundled, but its package has no licence";

test("packages without a licence are refused", async () => {
  const files = { [manifest]: licensed };
  await expect(noticesWith(files)).rejects.toThrow(refusal);
  const empty = { ...files, "node_modules/made-up/LICENSE": " \n" };
  await expect(noticesWith(empty)).rejects.toThrow(refusal);
  const noticeOnly = { ...files, "node_modules/made-up/NOTICE": "A notice" };
  await expect(noticesWith(noticeOnly)).rejects.toThrow(refusal);
  const unnamed = { [manifest]: '{"name":"made-up","version":"1.2.3"}' };
  const text = { "node_modules/made-up/LICENSE": "A licence" };
  await expect(noticesWith({ ...unnamed, ...text })).rejects.toThrow(refusal);
  expect(await noticesWith({ ...noticeOnly, ...text })).toContain(
    "made-up 1.2.3 (ISC)\n\nA licence\n\nA notice\n",
  );
});

test("packages within others are refused too, unless their licence is installed", async () => {
  const files = {
    [manifest]: licensed,
    "node_modules/made-up/licence.md": "A licence",
    "node_modules/made-up/index.js":
      "//#region ../node_modules/.pnpm/@far+away@4.5.6/node_modules/@far/away/index.js\nexport const value = 1;",
  };
  await expect(noticesWith(files)).rejects.toThrow("contains @far/away, which is not installed");
  const inner = '{"name":"@far/away","version":"4.5.7","license":"MIT"}';
  const installed = { ...files, "node_modules/@far/away/package.json": inner };
  await expect(noticesWith(installed)).rejects.toThrow("@far/away 4.5.6 is bundled, but");
  const complete = { ...installed, "node_modules/@far/away/COPYING": "Another licence" };
  expect(await noticesWith(complete)).toContain("@far/away 4.5.6 (MIT)\n\nAnother licence\n");
});
