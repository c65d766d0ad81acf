/** What the image holds builds, starts without privileges and without a place to write, and is healthy. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { dockerInstructions, objectsIn, readDeployed, root, wordsOf } from "../helpers/deploy.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { readAll, urlOf } from "../helpers/process.ts";

/** The paths that the build stage gets. */
const contextPaths = (): string[] =>
  readDeployed("Dockerfile.dockerignore")
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));

test("what the context of the build holds is enough for the build", () => {
  const source = temporaryFolder();
  for (const path of contextPaths())
    cpSync(join(root, path), join(source, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(source, "node_modules"));
  expect(dockerInstructions()).toContain("RUN npm run build");
  execFileSync("npm", ["run", "build"], { cwd: source, stdio: "pipe" });
  const copied = dockerInstructions().flatMap(
    (line) => /^COPY --from=build \/source\/(\S+)/.exec(line)?.[1] ?? [],
  );
  expect(copied).toContain("dist");
  for (const path of copied) expect(() => statSync(join(source, path))).not.toThrow();
});

/** A folder that the user of the image can read. */
function readableFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return folder;
}

/** Only root can start processes of other users. */
const asUser = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

/** A file of tokens that belongs to the user of the image. */
async function tokensFile(): Promise<string> {
  const path = join(readableFolder(), "callers.json");
  await new BearerTokens(path).add("ada", [], "2026-11-20");
  if (asUser.uid !== undefined) chownSync(path, asUser.uid, asUser.gid);
  return path;
}

/** The exit code of the command that checks the health of a container. */
const healthAt = (port: number): number | null => {
  const [, ...words] = wordsOf("HEALTHCHECK").map((word) => word.replace(":3000", `:${port}`));
  return spawnSync(process.execPath, words).status;
};

test("the image starts as its user, who can write nowhere, and is healthy until it stops", async () => {
  const app = readableFolder();
  cpSync(join(root, "dist"), join(app, "dist"), { recursive: true });
  const [, ...entry] = wordsOf("ENTRYPOINT").map((word) => word.replace("/app", app));
  const words = wordsOf("CMD").map((word) => word.replace("3000", "0"));
  const auth = `tokens:${await tokensFile()}`;
  const env = { HOME: "/nowhere", SOCIAL_ANALYTICS_SANDBOX: "1", SOCIAL_ANALYTICS_AUTH: auth };
  const child = spawn(process.execPath, [...entry, ...words], { env, ...asUser });
  onTestFinished(() => void child.kill());
  const ended = readAll(child);
  const port = Number(new URL(await urlOf(child)).port);
  expect(healthAt(port)).toBe(0);
  child.kill();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
  expect(healthAt(port)).toBe(1);
});

test("the file of tokens from a Secret, which a group can read, becomes readable by the server alone", () => {
  const containers = z.object({
    spec: z.object({
      template: z.object({
        spec: z.object({ initContainers: z.tuple([z.object({ command: z.array(z.string()) })]) }),
      }),
    }),
  });
  const [{ command }] = containers.parse(objectsIn("server.yaml")[0]).spec.template.spec
    .initContainers;
  const [secret, data] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(secret, "callers.json"), "{}", { mode: 0o440 });
  const [, ...words] = command.map((word) =>
    word.replaceAll("/secret/", `${secret}/`).replaceAll("/data/", `${data}/`),
  );
  execFileSync(process.execPath, words);
  const copy = join(data, "callers.json");
  expect(readFileSync(copy, "utf8")).toBe("{}");
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});
