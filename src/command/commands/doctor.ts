/** Checks what the server needs on this machine, and prints the settings of its clients. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import * as z from "zod";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { engines } from "../../../package.json";
import { authorizationPaths } from "../../suite/api/endpoints.ts";
import { ownCatalogue } from "../../catalog/own.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { ToolError, toolErrorOf } from "../../base/errors/tool-error.ts";
import { nodeFile } from "../../base/platform/starting.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import type { Found } from "../../suite/credentials/find.ts";
import { inspect, type Inspected } from "../compose/connection.ts";
import { credentialsOf, sourceOf, storeOf } from "../compose/credentials.ts";
import { cacheFolder, folderFault, stateFaults, statePart } from "../compose/folders.ts";
import { checkedLine } from "./status.ts";
import { checkLabels, serverParts } from "../compose/services.ts";
import { UsageError } from "../terminal/flags.ts";
import { clientSettings } from "../compose/client-settings.ts";
import { defineCommand } from "../terminal/command.ts";
import { shownError } from "../terminal/report.ts";
import { jsonFlag, readServing, serveFlags } from "../terminal/shared-flags.ts";
import type { CallSettings, ConnectionSettings, ServeSettings } from "../terminal/shared-flags.ts";
import { fontOf, loadResvg, pngAdvice } from "../compose/png.ts";
import { painted, programName } from "../terminal/output.ts";
import { fitted } from "../terminal/wrap.ts";
import { plural } from "../../base/text/words.ts";

export const command = defineCommand({
  name: "doctor",
  summary: "check this machine and print the settings of MCP clients",
  examples: ["", "--sandbox --json"],
  flags: { ...serveFlags, ...jsonFlag },
  async run(input) {
    const settings = readServing(input);
    const findings = [
      ...(await runChecks(settings)),
      ...catalogueFinding(input.values.catalog),
      ...(await labelsFinding(settings)),
    ];
    const clients = clientSettings(input);
    const failed = findings.some(({ state }) => state === "bad");
    const text = [
      ...findings.map(lineOf),
      "",
      "Settings of MCP clients (replace each ${…} by its secret; secrets are not printed):",
      ...clients.map((snippet) => `\n${snippet.client}, ${snippet.where}:\n${snippet.text}`),
    ].join("\n");
    return { failed, text, json: { ok: !failed, findings, clients } };
  },
});

const marks = { good: "ok  ", warning: "note", bad: "BAD " };
const colors = { good: "green", warning: "yellow", bad: "red" } as const;

const lineOf = ({ state, what, detail }: Finding): string =>
  `${painted(colors[state], marks[state])} ${fitted(`${what}: ${detail}`, process.stdout, 5)}`;

/** The detail of a problem says what to do about it. */
type Finding = Readonly<Record<"what" | "detail", string> & { state: keyof typeof marks }>;

/** A file with errors has stopped the program before. */
function catalogueFinding(file: string | undefined): Finding[] {
  if (file === undefined) return [];
  const { metrics, formulas, labels, leftOut } = ownCatalogue();
  const count = [...metrics.values()].flat().length;
  const detail = `${file}: ${plural(count, "metric")}, ${plural(formulas.size, "formula")}, ${plural(labels.size, "label")}, ${plural(leftOut.length, "page")} left out`;
  return [{ state: "good", what: "Catalogue", detail }];
}

async function labelsFinding(settings: ServeSettings): Promise<Finding[]> {
  if (settings.labels.length === 0) return [];
  const detail = settings.labels.join(", ");
  const what = "Labels that limit the pages";
  const problem = await checkLabels(serverParts(settings)).catch(usageError);
  return [
    problem === undefined
      ? { state: "good", what, detail }
      : { state: "bad", what, detail: problem.message },
  ];
}

function usageError(error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  throw error;
}

async function runChecks(settings: ServeSettings): Promise<Finding[]> {
  const { environment, useSandbox, accounts, saveTo } = settings;
  const [first = settings, ...rest] = accounts.map((account) => ({ ...settings, account }));
  const credentials = await credentialsOf(first).catch(toolErrorOf);
  const stores = useSandbox ? [] : [await store(environment, credentials)];
  const faults = await stateFaults();
  // A store that cannot be used is the cause of both, and is stated once.
  const isStore = credentials instanceof ToolError && stores.some(({ state }) => state === "bad");
  return [
    node(),
    await onPath(),
    ...stores,
    ...(faults.length === 0
      ? [await folder("lock folder", statePart("locks"))]
      : faults.map((fault) => bad("state folder", fault))),
    await folder("cache folder", cacheFolder(environment)),
    ...(saveTo === undefined ? [] : [await folder("save folder", saveTo)]),
    await pictures(),
    ...(isStore
      ? [bad("credentials", "none, because the store cannot be used")]
      : await service(credentials, first)),
    ...(isStore ? [] : (await Promise.all(rest.map(otherAccount))).flat()),
  ];
}

const otherAccount = async (settings: ServeSettings): Promise<Finding[]> =>
  service(await credentialsOf(settings).catch(toolErrorOf), settings);

const good = (what: string, detail: string): Finding => ({ what, state: "good", detail });
const warning = (what: string, detail: string): Finding => ({ what, state: "warning", detail });
const bad = (what: string, detail: string): Finding => ({ what, state: "bad", detail });

const badOf = (what: string, error: ToolError): Finding =>
  bad(what, `${error.code}: ${error.problem}. ${shownError(error).advice}`);

function node(): Finding {
  const needed = engines.node.replace(">=", "");
  const isEnough = needed.localeCompare(process.versions.node, undefined, { numeric: true }) <= 0;
  const detail = `${process.versions.node} at ${process.execPath}`;
  return isEnough ? good("Node.js", detail) : bad("Node.js", `${detail}; ${needed} is needed`);
}

/** Some hosts find `node` on the PATH; the printed settings use its absolute path. */
async function onPath(): Promise<Finding> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((path) => path !== "");
  for (const path of folders) {
    const file = join(path, nodeFile(process.platform));
    if (await can(file, constants.X_OK)) return good("PATH", `node is ${file}`);
  }
  return warning("PATH", "node is not on the PATH; the settings below do not need it");
}

async function store(environment: Environment, credentials: Found | ToolError): Promise<Finding> {
  try {
    const chosen = await storeOf(environment);
    const accounts = await chosen.accounts();
    const logins = accounts.length === 0 ? "no login" : `the logins ${accounts.join(", ")}`;
    return good("store", `${chosen.name} answers, and holds ${logins}`);
  } catch (error) {
    const failure = toolErrorOf(error);
    const isNeeded = credentials instanceof ToolError || credentials.stored !== undefined;
    if (isNeeded) return badOf("store", failure);
    return warning("store", `${failure.problem}; the credentials do not come from it`);
  }
}

async function folder(what: string, path: string): Promise<Finding> {
  const fault = await folderFault(path);
  if (fault !== undefined) return bad(what, fault);
  if (await can(path, constants.W_OK)) return good(what, path);
  return bad(what, `${path} cannot be written: make it writable for this user`);
}

/** A PNG needs a package that is optional, because it is large, and a font. */
const pictures = async (): Promise<Finding> => {
  const drawing = await loadResvg().catch(() => undefined);
  if (drawing === undefined)
    return good("pictures", `charts are written as SVG; for PNG, run ${pngAdvice}`);
  const font = orUndefined(() => fontOf(drawing));
  return font === undefined
    ? warning("pictures", "a PNG needs a font, and this machine has none: install one")
    : good(
        "pictures",
        `charts are written as SVG, and as PNG with the font ${font.split(",", 1).join()}`,
      );
};

const can = async (path: string, mode: number): Promise<boolean> =>
  (await access(path, mode).catch(() => false)) === undefined;

async function service(
  credentials: Found | ToolError,
  settings: ConnectionSettings & CallSettings,
): Promise<Finding[]> {
  if (credentials instanceof ToolError) return [badOf("credentials", credentials)];
  const [{ user, checked }, reached] = await Promise.all([
    inspect(credentials, settings.environment),
    reachable(credentials.baseUrl),
  ]);
  if (user instanceof ToolError) return [...reached, badOf("credentials", user)];
  const proof = good("credentials", `${sourceOf(credentials)}: ${user}`);
  return [...reached, proof, ...comparison(checked, settings)];
}

/** Whether the API was compared with what this server assumes. */
function comparison(checked: Inspected["checked"], { useSandbox }: ConnectionSettings): Finding[] {
  if (checked.length > 0)
    return checked.map((network) =>
      (network.differences.length === 0 ? good : warning)("API", checkedLine(network)),
    );
  if (useSandbox) return [];
  const line = `${programName()} check-api`;
  return [warning("API", `not compared with what this server assumes; "${line}" does so`)];
}

/** Seconds by which clocks may differ; beyond that the lifetimes of tokens are wrong. */
const skewAllowed = 60;

/** Checks that the base URL answers, and compares the clocks. No credential is sent. */
async function reachable(baseUrl: URL): Promise<Finding[]> {
  const { root, configuration } = authorizationPaths;
  const address = baseUrl.href.replace(/\/$/, "");
  let through = "";
  const onProxy = (event: unknown): void => {
    const { origin } = connectedShape.parse(event).connectParams;
    through = ` through the proxy ${new URL(origin).host}`;
  };
  subscribe(proxyConnected, onProxy);
  try {
    const { fetchFrom } = await import("../../suite/api/network.ts");
    const signal = AbortSignal.timeout(10_000);
    const url = address + root + configuration;
    const { headers } = await fetchFrom(url, { redirect: "manual", signal });
    return [good("base URL", `${address} answers${through}`), clock(headers.get("date"))];
  } catch (error) {
    if (error instanceof ToolError)
      return [bad("base URL", `${error.problem}. ${shownError(error).advice}`)];
    return [bad("base URL", `${address} does not answer in time: check the URL and the network`)];
  } finally {
    unsubscribe(proxyConnected, onProxy);
  }
}

/** undici's event of a connection that a proxy has made. */
const proxyConnected = "undici:proxy:connected";
const connectedShape = z.object({ connectParams: z.object({ origin: z.string() }) });

function clock(date: string | null): Finding {
  const skew = Math.round((Date.now() - Date.parse(date ?? "")) / 1000);
  if (Number.isNaN(skew)) return warning("clock", "the server does not report its time");
  const detail = `${Math.abs(skew)} seconds ${skew < 0 ? "behind" : "ahead of"} the server's`;
  if (Math.abs(skew) <= skewAllowed) return good("clock", detail);
  return bad("clock", `${detail}: set this machine's clock`);
}
