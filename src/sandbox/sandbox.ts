/** The API itself, in memory: from a message to an answer, no socket involved. */
import type { Endpoint, Operation } from "../api/endpoints.ts";
import { endpoints } from "../api/endpoints.ts";
import type { RequestLimits } from "../catalog/limits.ts";
import { requestLimits } from "../catalog/limits.ts";
import { metricNetworks, type ApiVersion, type ProfileNetwork } from "../catalog/networks.ts";
import { Account, profileLabels, profileRecord, users, type User } from "./account.ts";
import { lastDayOfMonths, textOf } from "./calendar.ts";
import { Failure } from "./failure.ts";
import { defaultRowStyle, metricsAnswer, type RowStyle } from "./metrics-answer.ts";
import { readMetricsRequest } from "./metrics-request.ts";
import { plausibleNumbers, type Numbers } from "./numbers.ts";
import { Quota } from "./quota.ts";

export interface SandboxOptions {
  /** Profiles on each network. */
  readonly profiles?: number;
  /** The most numbers that one answer may hold. */
  readonly complexity?: number;
  readonly limits?: Partial<Record<ApiVersion, Partial<RequestLimits>>>;
  readonly quotas?: { readonly account: number; readonly user: number };
  readonly historyMonths?: number;
  /** Milliseconds; the clock of quotas and history. */
  readonly now?: () => number;
  readonly numbers?: Numbers;
  readonly rowStyle?: Partial<RowStyle>;
}

export interface SandboxMessage {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request as it was received, and the error code it was answered with. */
export interface RecordedRequest {
  readonly operation: Operation;
  readonly version: ApiVersion;
  readonly network: ProfileNetwork | undefined;
  readonly user: string;
  readonly body: unknown;
  readonly failedWith: number | undefined;
}

interface Call {
  readonly endpoint: Endpoint;
  readonly network: ProfileNetwork | undefined;
  readonly user: User;
  readonly body: unknown;
}

export class Sandbox {
  readonly #account: Account;
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #recorded: RecordedRequest[] = [];

  constructor(readonly options: SandboxOptions = {}) {
    this.#account = new Account(options.profiles ?? 120);
    this.#now = options.now ?? Date.now;
    this.#quota = new Quota(this.#now, options.quotas);
  }

  /** What was received so far, of one operation or all. */
  requests(operation?: Operation): readonly RecordedRequest[] {
    return this.#recorded.filter((one) => operation === undefined || one.operation === operation);
  }

  handle(message: SandboxMessage): SandboxAnswer {
    try {
      return { status: 200, body: JSON.stringify(this.#answer(message)) };
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure(500);
      return { status: failure.status, body: JSON.stringify(failure.body) };
    }
  }

  #answer(message: SandboxMessage): object {
    const user = userOf(message.authorization);
    const { endpoint, network } = route(message);
    const call = { endpoint, network, user, body: parse(message.body) };
    let failedWith: number | undefined;
    try {
      this.#quota.spend(user);
      return this.#operations[endpoint.operation](call);
    } catch (error) {
      failedWith = error instanceof Failure ? error.code : 500;
      throw error;
    } finally {
      const { operation, version } = endpoint;
      const { body } = call;
      this.#recorded.push({ operation, version, network, user: user.id, body, failedWith });
    }
  }

  /** One function per operation of the endpoint table. */
  readonly #operations: Record<Operation, (call: Call) => object> = {
    profiles: ({ endpoint, network, user }) => {
      const all = [...this.#account.profiles(network ?? "facebook").values()];
      const seen = all.filter((profile) => this.#account.maySee(user, profile));
      const profiles = seen.map((profile) => profileRecord(profile, endpoint.version));
      return { success: true, profiles };
    },
    profile_labels: () => ({
      success: true,
      data: profileLabels.map((label) => ({ ...label, profiles: this.#labelled(label.id) })),
    }),
    user: ({ user }) => ({
      success: true,
      userInfo: {
        id: user.id,
        name: user.name,
        email: `${user.id}@example.invalid`,
        account: "Acme",
      },
    }),
    metrics: ({ endpoint: { version }, network, user, body }) => {
      const asked = readMetricsRequest(body, {
        account: this.#account,
        user,
        version,
        network: metricNetworks.find((name) => name === network) ?? "facebook",
        limits: { ...requestLimits[version], ...this.options.limits?.[version] },
        historyStart: lastDayOfMonths(textOf(this.#now()), -(this.options.historyMonths ?? 72)),
      });
      const style = { ...defaultRowStyle, ...this.options.rowStyle };
      const today = textOf(this.#now());
      const known = this.options.numbers ?? plausibleNumbers;
      const numbers: Numbers = (profile, metric, day, breakdown) =>
        day > today ? null : known(profile, metric, day, breakdown);
      return metricsAnswer(asked, numbers, style, this.options.complexity ?? 1_000_000);
    },
  };

  #labelled(label: string): object[] {
    const networks = endpoints.find(({ operation }) => operation === "profiles")?.networks ?? [];
    return networks.flatMap((network) =>
      [...this.#account.profiles(network).values()]
        .filter(({ labels }) => labels.some(({ id }) => id === label))
        .map(({ name }) => ({ name, platform: network })),
    );
  }
}

function userOf(authorization: string | undefined): User {
  const user = users.find(
    ({ token, secret }) =>
      authorization === `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`,
  );
  if (user === undefined) throw new Failure(401);
  return user;
}

function route({ method, path }: SandboxMessage): Pick<Call, "endpoint" | "network"> {
  const matches = endpoints.flatMap((endpoint): Pick<Call, "endpoint" | "network">[] => {
    if (endpoint.path === path) return [{ endpoint, network: undefined }];
    const network = endpoint.networks?.find(
      (name) => endpoint.path.replace("{network}", name) === path,
    );
    return network === undefined ? [] : [{ endpoint, network }];
  });
  if (matches.length === 0) throw new Failure(404);
  const match = matches.find(({ endpoint }) => endpoint.method === method);
  if (match === undefined) throw new Failure(405);
  return match;
}

function parse(body: string): unknown {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw new Failure(400);
  }
}
