/** Makes the bundle for Claude Desktop (.mcpb): one for all platforms, without the keychain's native package. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packExtension } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const root = join(import.meta.dirname, "..");
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A setting of text. It has a default, because hosts leave the name of a setting without a value in its place. */
const text = (title, description, more = {}) => ({
  type: "string",
  title,
  description,
  ...more,
  default: "",
});

/** What the host asks the user for, by the name of the variable. */
const settings = {
  sandbox: {
    type: "boolean",
    title: "Use the sandbox",
    description: "Try everything with made-up numbers. No login is needed.",
    default: false,
  },
  base_url: text("Base URL", "The base URL of the reporting API, such as https://api.example.com."),
  token: text("Token", "The token that the suite's support issued.", { sensitive: true }),
  secret: text("Secret", "The secret that belongs to the token.", { sensitive: true }),
  save_to: {
    type: "directory",
    title: "Folder for saved files",
    description: "Claude may save results as CSV, Excel or SVG files there. Empty: it saves none.",
    default: "",
  },
};

async function listedTools() {
  const client = new Client({ name: "build", version: "1" });
  const args = [join(root, "dist/cli.js"), "--sandbox"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name, description }) => ({ name, description }));
}

/** The manifest, version 0.4. */
async function manifest() {
  return {
    manifest_version: "0.4",
    name: packageJson.name,
    display_name: "Social analytics",
    version: packageJson.version,
    description: packageJson.description,
    author: { name: packageJson.author },
    repository: { type: "git", url: packageJson.repository.url.replace("git+", "") },
    homepage: packageJson.homepage,
    support: packageJson.bugs,
    privacy_policies: [packageJson.homepage.replace("#readme", "#privacy-policy")],
    license: packageJson.license,
    keywords: packageJson.keywords,
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: "server/cli.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/server/cli.js"],
        env: {
          // The host keeps the credentials.
          SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none",
          ...Object.fromEntries(
            Object.keys(settings).map((name) => [
              `SOCIAL_ANALYTICS_${name.toUpperCase()}`,
              `\${user_config.${name}}`,
            ]),
          ),
        },
      },
    },
    tools: await listedTools(),
    prompts_generated: true,
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: { node: packageJson.engines.node },
    },
    user_config: settings,
  };
}

/** @param folder gets the files of the bundle. @param target the file to write. */
export async function writeDesktopBundle(folder, target) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "dist"), join(folder, "server"), { recursive: true });
  // Without it, Node.js would take the modules for CommonJS.
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "module" })}\n`);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(root, ".claude-plugin/icon.png"), join(folder, "icon.png"));
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
  const isPacked = await packExtension({ extensionPath: folder, outputPath: target, silent: true });
  if (!isPacked) throw new Error("the bundle for Claude Desktop could not be packed");
}
