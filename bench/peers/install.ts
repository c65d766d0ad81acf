/** Installs the servers to compare with into a scratch folder, and this one from its package. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Exact versions, so that results can be repeated. */
const versions = {
  "@ivotoby/openapi-mcp-server": "1.16.1",
  "openapi-mcp-generator": "4.0.1",
} as const;

const quiet = ["--silent", "--no-audit", "--no-fund", "--prefer-offline"];

function npm(folder: string, ...args: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  return execFileSync("npm", [...args, ...quiet], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Bytes of the files that a user of the server has on the disk. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

export interface Installed {
  readonly name: string;
  /** The arguments of Node.js. */
  readonly program: (origin: string) => readonly string[];
  readonly bytes: number;
}

/** Installs a package into a folder of its own. @returns its node_modules. */
function install(folder: string, ...specifications: readonly string[]): string {
  npm(folder, "install", "--prefix", folder, ...specifications);
  return join(folder, "node_modules");
}

export function installOurs(root: string, scratch: string): Installed {
  const packed = npm(root, "pack", "--ignore-scripts", "--pack-destination", scratch).trim();
  const modules = install(join(scratch, "ours"), join(scratch, packed));
  return {
    name: "social-analytics-mcp",
    program: () => [join(modules, "social-analytics-mcp/dist/cli.js"), "serve"],
    bytes: sizeOf(modules),
  };
}

export function installServer(scratch: string, document: string): Installed {
  const name = "@ivotoby/openapi-mcp-server";
  const modules = install(join(scratch, "server"), `${name}@${versions[name]}`);
  const bin = join(modules, name, "bin/mcp-server.js");
  const flags = ["--openapi-spec", document, "--transport", "stdio"];
  return {
    name: `${name} ${versions[name]}`,
    program: (origin) => [bin, "--api-base-url", origin, ...flags],
    bytes: sizeOf(modules),
  };
}

/** Generates a server, and builds it as its instructions say. */
export function installGenerated(scratch: string, document: string): Installed {
  const name = "openapi-mcp-generator";
  const modules = install(join(scratch, "generator"), `${name}@${versions[name]}`);
  const output = join(scratch, "generated");
  const generator = join(modules, name, "bin/openapi-mcp-generator.js");
  execFileSync(process.execPath, [generator, "--input", document, "--output", output, "--force"], {
    stdio: "ignore",
  });
  npm(output, "install");
  npm(output, "run", "build");
  npm(output, "prune", "--omit=dev");
  const program = join(output, "build/index.js");
  if (!existsSync(program)) throw new Error(`${name} has built no ${program}`);
  return { name: `${name} ${versions[name]}`, program: () => [program], bytes: sizeOf(output) };
}
