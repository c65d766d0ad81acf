/** The checks of `doctor`: each says what it found and, where something is wrong, what to do. */
import { access, constants, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { engines } from "../../package.json";
import { authorizationPaths } from "../api/endpoints.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Environment } from "../credentials/credentials.ts";
import type { Found } from "../credentials/find.ts";
import { credentialsOf, storeOf } from "./credentials.ts";
import { cacheFolder, stateFolder } from "./folders.ts";
import type { Options } from "./options.ts";
import { forPerson } from "./report.ts";
import { identify } from "./who.ts";

export interface Finding {
  readonly what: string;
  readonly state: "good" | "warning" | "bad";
  readonly detail: string;
}

export async function checkups(options: Options): Promise<Finding[]> {
  const found = await credentialsOf(options).catch(asToolError);
  return [
    node(),
    await onPath(),
    ...(options.useSandbox ? [] : [await store(options, found)]),
    await folder("folder of locks", join(stateFolder(), "locks")),
    await folder("folder of kept answers", cacheFolder(options.environment)),
    ...(await service(found, options.environment)),
  ];
}

const good = (what: string, detail: string): Finding => ({ what, state: "good", detail });
const warning = (what: string, detail: string): Finding => ({ what, state: "warning", detail });
const bad = (what: string, detail: string): Finding => ({ what, state: "bad", detail });

const badOf = (what: string, { code, problem, next }: ToolError): Finding =>
  bad(what, `${code}: ${problem}. ${forPerson(next)}`);

function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  throw error;
}

function node(): Finding {
  const needed = engines.node.replace(">=", "");
  const isEnough = needed.localeCompare(process.versions.node, undefined, { numeric: true }) <= 0;
  const detail = `${process.versions.node} at ${process.execPath}`;
  return isEnough ? good("Node.js", detail) : bad("Node.js", `${detail}; ${needed} is needed`);
}

/** Hosts that start `node` by its name need it there; the settings below name it whole. */
async function onPath(): Promise<Finding> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((one) => one !== "");
  for (const one of folders) {
    const file = join(one, process.platform === "win32" ? "node.exe" : "node");
    if (await can(file, constants.X_OK)) return good("PATH", `node is ${file}`);
  }
  return warning("PATH", "node is not on it; the settings below do not need it");
}

async function store(options: Options, found: Found | ToolError | undefined): Promise<Finding> {
  try {
    const chosen = storeOf(options);
    const accounts = await chosen.accounts();
    const logins = accounts.length === 0 ? "no login" : `the logins ${accounts.join(", ")}`;
    return good("store", `${chosen.name} answers, and holds ${logins}`);
  } catch (error) {
    const failure = asToolError(error);
    const isNeeded = found instanceof ToolError || found?.stored !== undefined;
    if (isNeeded) return badOf("store", failure);
    return warning("store", `${failure.problem}; the credentials come from elsewhere`);
  }
}

async function folder(what: string, path: string): Promise<Finding> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
    return good(what, path);
  } catch {
    return bad(what, `${path} cannot be written: make it writable for this user`);
  }
}

const can = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

async function service(found: Found | ToolError, environment: Environment): Promise<Finding[]> {
  if (found instanceof ToolError) return [badOf("credentials", found)];
  const from = found.stored === undefined ? "" : `, login ${found.stored.account}`;
  const origin = `from ${found.origin}${from}`;
  return [...(await reachable(found.baseUrl)), await identity(found, origin, environment)];
}

async function identity(found: Found, origin: string, environment: Environment): Promise<Finding> {
  try {
    const { user } = await identify(found, environment);
    return good("credentials", `${origin}: ${user}`);
  } catch (error) {
    return badOf("credentials", asToolError(error));
  }
}

/** Seconds by which clocks may differ before tokens seem to live longer or shorter than they do. */
const skewAllowed = 60;

/** Whether the base URL answers, and what time it is there. No credential is sent. */
async function reachable(baseUrl: URL): Promise<Finding[]> {
  const address = baseUrl.href.replace(/\/$/, "");
  try {
    const { headers } = await fetch(
      address + authorizationPaths.root + authorizationPaths.configuration,
      { redirect: "manual", signal: AbortSignal.timeout(10_000) },
    );
    return [good("base URL", `${address} answers`), clock(headers.get("date"))];
  } catch {
    return [bad("base URL", `${address} cannot be reached: check it, and the network`)];
  }
}

function clock(date: string | null): Finding {
  const skew = Math.round((Date.now() - Date.parse(date ?? "")) / 1000);
  if (Number.isNaN(skew)) return warning("clock", "the server does not tell its time");
  const detail = `${Math.abs(skew)} seconds ${skew < 0 ? "behind" : "ahead of"} the server's`;
  if (Math.abs(skew) <= skewAllowed) return good("clock", detail);
  return bad("clock", `${detail}: set this machine's clock`);
}
