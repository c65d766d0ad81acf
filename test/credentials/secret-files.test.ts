/** Secrets in files, as containers and timers have them: read again when they change. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { environmentCredentials } from "../../src/suite/credentials/environment.ts";
import { readPassphrase } from "../../src/suite/credentials/settings.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo } from "../helpers/http.ts";
import { urlOf } from "../helpers/process.ts";
import { start } from "../helpers/program.ts";

const base = { SOCIAL_ANALYTICS_BASE_URL: "https://api.example.com" };

/** A folder with a file for each text, and the variables that name them. */
function files(texts: Readonly<Record<string, string>>): Record<string, string> {
  const folder = temporaryFolder();
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return [`SOCIAL_ANALYTICS_${name}_FILE`, path];
    }),
  );
}

const headerOf = async (environment: Record<string, string>): Promise<string | undefined> =>
  (await environmentCredentials({ ...base, ...environment })?.authorization.header())?.reveal();

test("a token and a secret come from files, without their last line break", async () => {
  const expected = `Basic ${Buffer.from("my-token:my-secret").toString("base64")}`;
  expect(await headerOf(files({ TOKEN: "my-token\n", SECRET: "my-secret\r\n" }))).toBe(expected);
  expect(
    await headerOf({ ...files({ SECRET: "my-secret" }), SOCIAL_ANALYTICS_TOKEN: "my-token" }),
  ).toBe(expected);
  expect(await headerOf(files({ ACCESS_TOKEN: "my-access-token\n" }))).toBe(
    "Bearer my-access-token",
  );
  expect(await headerOf(files({ TOKEN: "\uFEFFmy-token", SECRET: " my-secret \n" }))).toBe(
    expected,
  );
  expect(readPassphrase(files({ PASSPHRASE: " with blanks \n" }))?.reveal()).toBe(" with blanks ");
});

test("a link is followed: containers have secrets as links", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data/token"), "my-access-token");
  symlinkSync("data/token", join(folder, "token"));
  expect(await headerOf({ SOCIAL_ANALYTICS_ACCESS_TOKEN_FILE: join(folder, "token") })).toBe(
    "Bearer my-access-token",
  );
});

const path = (file: string): Record<string, string> => ({ SOCIAL_ANALYTICS_TOKEN_FILE: file });
const cannotBeRead =
  "invalid_input: the file of SOCIAL_ANALYTICS_TOKEN_FILE cannot be read" as const;

test.each([
  ["nowhere", () => path("/nowhere/token"), `${cannotBeRead} (ENOENT)`],
  ["a folder", () => path("/"), cannotBeRead],
  ["a device", () => path("/dev/zero"), cannotBeRead],
  [
    "empty",
    () => files({ TOKEN: "\n", SECRET: "b" }),
    "invalid_input: the file of SOCIAL_ANALYTICS_TOKEN_FILE is empty",
  ],
  [
    "two lines",
    () => files({ TOKEN: "a\nb", SECRET: "c" }),
    "invalid_input: SOCIAL_ANALYTICS_TOKEN_FILE contains a character that credentials cannot contain",
  ],
  ["alone", () => files({ TOKEN: "a" }), "not_logged_in: SOCIAL_ANALYTICS_SECRET is not set"],
  [
    "a placeholder",
    () => path("${user_config.token}"),
    "not_logged_in: SOCIAL_ANALYTICS_TOKEN_FILE is still a placeholder",
  ],
  [
    "beside the variable",
    () => ({ ...files({ TOKEN: "a", SECRET: "b" }), SOCIAL_ANALYTICS_TOKEN: "c" }),
    "invalid_input: SOCIAL_ANALYTICS_TOKEN is set beside SOCIAL_ANALYTICS_TOKEN_FILE",
  ],
] as const)("a file that is %s is an error", (_, environmentOf, problem) => {
  expect(() => environmentCredentials({ ...base, ...environmentOf() })).toThrow(problem);
});

test("a running server uses a secret that was replaced, with the next call", async () => {
  const sandbox = await serveSandbox();
  onTestFinished(() => sandbox.close());
  const [ada, ben] = sandbox.users;
  const named = files({ TOKEN: `${ada.token}\n`, SECRET: `${ada.secret}\n` });
  const { SOCIAL_ANALYTICS_TOKEN_FILE: token = "", SOCIAL_ANALYTICS_SECRET_FILE: secret = "" } =
    named;
  const environment = { ...named, SOCIAL_ANALYTICS_BASE_URL: sandbox.baseUrl };
  const client = await connectTo(
    await urlOf(start(["http", "--port", "0"], environment)),
    "2026-07-28",
  );
  const user = async (): Promise<string> => (await client.call("get_current_user", {})).text;
  expect(await user()).toContain("Ada Sandbox");
  // While a file is replaced, it may be missing.
  rmSync(token);
  expect(await user()).toContain("Ada Sandbox");
  writeFileSync(token, ben?.token ?? "");
  writeFileSync(secret, ben?.secret ?? "");
  expect(await user()).toContain("Ben Sandbox");
});
