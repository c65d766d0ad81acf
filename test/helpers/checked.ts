/** Checks of an API whose messages a test changes. */
import { checkApi, type CheckResult } from "../../src/command/api-check/check.ts";
import type { IncomingMessage } from "../../src/suite/api/transport.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { briefly } from "../../src/suite/connection/call-context.ts";
import { Connection } from "../../src/suite/connection/connection.ts";
import { connect, type ConnectOptions } from "./connect.ts";
import { testNow } from "./in-memory.ts";
import { repetitions } from "./repetitions.ts";

/** A request for metrics or posts, and how often the same was asked before. */
export interface Seen {
  readonly path: string;
  readonly body: {
    readonly dimensions?: readonly { readonly type: string }[];
    readonly profiles?: readonly string[];
    readonly metrics?: readonly string[];
    /** Absent in requests for lists. */
    readonly date_start?: string;
    readonly date_end: string;
    readonly limit?: number;
    readonly after?: string;
  };
  readonly before: number;
}

/** Changes the record of an answer, or its headers. */
export type Tamper = (seen: Seen, record: unknown, headers: Record<string, unknown>) => void;

export interface CheckOptions extends ConnectOptions {
  readonly network?: MetricNetwork;
  readonly seed?: number;
  readonly tamper?: Tamper;
}

export interface Check extends CheckResult {
  /** The bodies of all requests, in order. */
  readonly bodies: readonly string[];
  readonly observationOf: (id: string) => string;
  /** The assumptions that differ. */
  readonly differing: readonly string[];
}

/** The API has the test's time. */
const date = new Date(testNow).toUTCString();

export async function check({
  network = "facebook",
  seed = 1,
  tamper = () => {},
  ...options
}: CheckOptions = {}): Promise<Check> {
  // A survey of more profiles takes longer.
  const { connection } = await connect({ profiles: repetitions(8, 40), ...options });
  const bodies: string[] = [];
  const { parts } = connection;
  const transport = async (
    message: Parameters<typeof parts.transport>[0],
  ): Promise<IncomingMessage> => {
    const answer = await parts.transport(message);
    const { path, body = "{}" } = message;
    const before = bodies.filter((sentBody) => sentBody === body).length;
    bodies.push(body);
    const record: unknown = JSON.parse(answer.text);
    const headers = { ...answer.headers, date };
    tamper({ path, body: JSON.parse(body), before }, record, headers);
    return { ...answer, headers, text: JSON.stringify(record) };
  };
  const watched = new Connection({ ...parts, transport });
  const result = await checkApi(watched, briefly(60), { network, seed });
  const { findings } = result;
  return {
    ...result,
    bodies,
    observationOf: (id) => findings.find((finding) => finding.id === id)?.observation ?? "",
    differing: findings.filter(({ state }) => state === "differs").map(({ id }) => id),
  };
}

/** The names of the dimensions of a request, such as `profile date.day`. */
export const dimensionsOf = ({ body }: Seen): string =>
  (body.dimensions ?? []).map(({ type }) => type).join(" ");
