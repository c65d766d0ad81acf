/** Makes the files of a release in the folder dist-release: the npm package and the bundle for Claude Desktop. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeDesktopBundle } from "./desktop-bundle.mjs";

const target = "dist-release";
rmSync(target, { recursive: true, force: true });
mkdirSync(target);
execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", target], {
  stdio: ["ignore", "ignore", "inherit"],
});
await writeDesktopBundle(join(target, "files"), join(target, "social-analytics-mcp.mcpb"));
rmSync(join(target, "files"), { recursive: true });
for (const name of readdirSync(target)) {
  const bytes = readFileSync(join(target, name));
  const hash = createHash("sha256").update(bytes).digest("hex");
  console.log(`${name} ${(bytes.length / 1e6).toFixed(2)} MB sha256 ${hash}`);
}
