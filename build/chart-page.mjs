/** Makes one HTML file of the page that shows charts in the chat. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** The page with its style and script, and what they were made of. The browser runs no other script and loads nothing. */
async function chartPage() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["src/server/app/main.ts", "src/server/app/style.css"],
    outdir: "out",
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
  });
  const [script, style] = [".js", ".css"].map(
    (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "",
  );
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // The picture has styles in its attributes.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const html = readFileSync(join(root, "src/server/app/page.html"), "utf8")
    .replace("POLICY", () => policy)
    .replace(/\s*\/\* STYLE \*\/\s*/, () => style)
    .replace(/\s*\/\* SCRIPT \*\/\s*/, () => script);
  return { html, metafile };
}

/** For esbuild: an import of page.html is the text of the whole page. @param metafiles gets what the page was made of. */
export const chartPageForEsbuild = (metafiles) => ({
  name: "chart-page",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/app\/page\.html$/ }, async () => {
      const { html, metafile } = await chartPage();
      metafiles.push(metafile);
      return { contents: html, loader: "text" };
    }),
});

/** For vitest: the same. */
export const chartPageForVitest = {
  name: "chart-page",
  enforce: "pre",
  load: async (id) =>
    id.endsWith("/app/page.html")
      ? `export default ${JSON.stringify((await chartPage()).html)};`
      : undefined,
};
