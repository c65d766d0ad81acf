/** The README's tables, generated from the tools and prompts themselves: `npm run readme` writes them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prompts } from "../prompts/index.ts";
import { installLinks } from "../release/listings.ts";
import { tools } from "../tools/index.ts";
import { saveResultIn } from "../tools/save-result.ts";

const file = join(import.meta.dirname, "../README.md");

/** Columns as wide as their widest cell, as the formatter has them. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join(
    "\n",
  );
}

const tables = {
  "install links": [
    `[Install in Cursor](${installLinks.cursor})`,
    `[Install in VS Code](${installLinks.vscode})`,
    "In Claude Code: `/plugin marketplace add social-analytics-mcp/social-analytics-mcp`, then `/plugin install social-analytics@social-analytics-mcp`.",
  ].join(" · "),
  tools: tableOf([
    ["tool", "does", "toolsets"],
    ...[...tools, saveResultIn("/")].map(({ name, description, toolsets }) => [
      `\`${name}\``,
      description,
      toolsets.join(", "),
    ]),
  ]),
  prompts: tableOf([
    ["prompt", "asks for"],
    ...prompts.map(({ name, description }) => [`\`${name}\``, description]),
  ]),
};

test("README.md shows every tool and prompt as it describes itself", async () => {
  let page = readFileSync(file, "utf8");
  for (const [name, table] of Object.entries(tables)) {
    const section = new RegExp(`(<!-- ${name}: [^\n]+ -->\n)[^]*?(<!-- /${name} -->)`);
    expect(page).toMatch(section);
    page = page.replace(section, (_, open, close) => `${open}\n${table}\n\n${close}`);
  }
  await expect(page).toMatchFileSnapshot(file);
});
