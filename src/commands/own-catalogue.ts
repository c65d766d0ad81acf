/** Reads the operator's catalogue, a file of JSON with comments, and reads it again when it changes. */
import { readFileSync, statSync } from "node:fs";
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  getNodeValue,
  type ParseError,
} from "jsonc-parser";
import * as z from "zod";
import { breakdowns } from "../catalog/dimensions.ts";
import { isKindName, kinds } from "../catalog/kinds.ts";
import { metricsOf, type Metric } from "../catalog/metrics/index.ts";
import { metricNetworks } from "../catalog/networks.ts";
import { setOwnCatalogue, type OwnCatalogue } from "../catalog/own.ts";
import { errorCodeOf } from "../errors/tool-error.ts";
import type { Log } from "../log/log.ts";
import { UsageError } from "./flags.ts";

const metricName = z.string().regex(/^[A-Za-z]\w{0,99}$/, "must be the name of a metric");

const shape = z.strictObject({
  metrics: z
    .array(
      z.strictObject({
        network: z.enum(metricNetworks),
        name: metricName,
        aggregation: z.enum(["sum", "average"]),
        breakdowns: z.array(z.enum(breakdowns)).default([]),
        kind: z.enum(Object.keys(kinds).filter(isKindName)).exclude(["unknown"]).optional(),
      }),
    )
    .default([]),
  words: z.record(z.string(), z.array(metricName)).default({}),
  ratios: z
    .record(
      metricName,
      z.string().regex(/^\w+ *\/ *\w+$/, 'must be "a / b", where a and b are metrics'),
    )
    .default({}),
});

/** @throws UsageError with the line and the reason. */
function readOwnCatalogue(file: string): OwnCatalogue {
  const text = textOf(file);
  const errors: ParseError[] = [];
  const root = treeOf(file, text, errors);
  const failure = (offset: number, reason: string): UsageError =>
    new UsageError(`${file}, line ${text.slice(0, offset).split("\n").length}: ${reason}`);
  const [first] = errors;
  if (first !== undefined)
    throw failure(first.offset, `not valid JSON (${printParseErrorCode(first.error)})`);
  const parsed = shape.safeParse(root && getNodeValue(root));
  const [issue] = parsed.error?.issues ?? namesOf(parsed.data);
  if (parsed.success && issue === undefined) return catalogueOf(parsed.data);
  const { path = [], message = "not valid" } = issue ?? {};
  const place = path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const node = root && findNodeAtLocation(root, place);
  throw failure(node?.offset ?? 0, [z.core.toDotPath(place), message].filter(Boolean).join(": "));
}

type Parsed = z.output<typeof shape>;

/** Words and ratios of metrics that no network has, and ratios that would hide a metric. */
function namesOf({ metrics, words, ratios }: Parsed = { metrics: [], words: {}, ratios: {} }) {
  const known = new Set([
    ...metricNetworks.flatMap((network) => metricsOf(network, 3).map(({ name }) => name)),
    ...metrics.map(({ name }) => name),
  ]);
  const named = [
    ...Object.entries(words).map(([word, names]) => ({ path: ["words", word], names })),
    ...Object.entries(ratios).map(([name, text]) => ({
      path: ["ratios", name],
      names: text.split("/").map((part) => part.trim()),
    })),
  ];
  const unknown = named.flatMap(({ path, names }) => {
    const absent = names.filter((name) => !known.has(name));
    return absent.length === 0
      ? []
      : [{ path, message: `no network has a metric ${absent.join(", ")}` }];
  });
  const taken = Object.keys(ratios)
    .filter((name) => known.has(name))
    .map((name) => ({ path: ["ratios", name], message: "is the name of a metric" }));
  return [...unknown, ...taken];
}

function catalogueOf({ metrics, words, ratios }: Parsed): OwnCatalogue {
  const own = metrics.map(({ network, kind, ...row }) => {
    const metric: Metric = {
      ...row,
      kind: kinds[kind ?? "unknown"],
      version2: "absent",
      isOwn: true,
      ...(kind === undefined && { isOpaque: true }),
    };
    return { network, metric };
  });
  return {
    metrics: new Map(
      metricNetworks.map((network) => [
        network,
        own.flatMap((one) => (one.network === network ? [one.metric] : [])),
      ]),
    ),
    words: new Map(Object.entries(words).map(([word, names]) => [word.toLowerCase(), names])),
    ratios: new Map(Object.entries(ratios)),
  };
}

function treeOf(file: string, text: string, errors: ParseError[]): ReturnType<typeof parseTree> {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    throw new UsageError(`${file} is nested too deeply`);
  }
}

/** @throws UsageError for what is no regular file: reading a pipe would block the server. */
function textOf(file: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new UsageError(`${file} is not a file`);
    if (stats.size > mostBytes) throw new UsageError(`${file} is larger than ${mostBytes} bytes`);
    // Editors on Windows begin a file with a byte order mark.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read (${errorCodeOf(error) ?? "unknown"})`);
  }
}

const mostBytes = 1024 * 1024;

/** Milliseconds between two looks at the file. */
const interval = 5000;

/** Uses the file, and reads it again after each change. A later error is logged, and the last valid catalogue stays. @throws UsageError */
export function useOwnCatalogue(file: string, log: Log): void {
  let used = stateOf(file);
  setOwnCatalogue(readOwnCatalogue(file));
  const look = (): void => {
    const state = stateOf(file);
    if (state === used) return;
    used = state;
    try {
      setOwnCatalogue(readOwnCatalogue(file));
      log({ event: "catalogue read again", file });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      log({ event: "catalogue not usable", problem: error.message });
    }
  };
  setInterval(look, interval).unref();
}

/** Changes with the file. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return [ino, size, mtimeMs].join(" ");
  } catch (error) {
    return errorCodeOf(error) ?? "unknown";
  }
}
