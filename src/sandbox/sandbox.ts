/** The API, in memory: answers messages without a network connection. */
import { endpoints, pathOf, type Operation } from "../suite/api/endpoints.ts";
import { requestLimits, type RequestLimits } from "../catalog/limits.ts";
import { metricNetworks, type ApiVersion, type ProfileNetwork } from "../catalog/networks.ts";
import { Account, profileLabels, profileRecord, type User, users } from "./account.ts";
import { Failure, isRecord, readRange, type Access } from "./body.ts";
import { indexOf, lastDayOfMonths, textOf } from "./calendar.ts";
import { asKnown, believable } from "./hostile.ts";
import { adAccounts, listeningQueries, postLabelGroups, postLabels } from "./content.ts";
import { metricsAnswer, styleOf, type Deviation, type RowStyle } from "./metrics-answer.ts";
import { readMetricsRequest } from "./metrics-request.ts";
import { plausibleNumbers, type Numbers } from "./numbers.ts";
import { postsAnswer } from "./posts-answer.ts";
import { changesOf, inWorld, type World } from "./world.ts";
import { rowNames, withRows } from "./breakdown-rows.ts";
import { Quota } from "./quota.ts";

export interface SandboxOptions {
  /** Number of profiles on each network. */
  readonly profiles?: number | undefined;
  /** Maximum number of values in one answer. */
  readonly complexity?: number | undefined;
  /** The most profiles of a request for posts. */
  readonly postProfiles?: number;
  readonly limits?: Partial<Record<ApiVersion, Partial<RequestLimits>>>;
  readonly quotas?: { readonly account: number; readonly user: number };
  readonly historyMonths?: number | undefined;
  /** The clock for quotas and history, in milliseconds since 1970. */
  readonly now?: () => number;
  readonly numbers?: Numbers;
  readonly rowStyle?: Partial<RowStyle>;
  /** The rows of every breakdown. A page has some of them, which change from day to day. */
  readonly breakdownRows?: number | undefined;
  /** Ways in which the API differs from what the server assumes. */
  readonly differ?: readonly Deviation[];
  /** Metrics that are retired or end, and late days: none (default). */
  readonly world?: World;
  /** False disables label groups for the account. */
  readonly labelGroups?: boolean;
  /** No name or text attacks its reader. False (default). */
  readonly isBelievable?: boolean;
  /** Injected failures: an error code for each operation that must fail. */
  readonly failures?: Partial<Record<Operation, number>>;
}

export interface SandboxMessage {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** The user of the access token, if the message has one. */
  readonly bearer?: User | undefined;
  readonly body: string;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RecordedRequest {
  readonly operation: Operation;
  readonly version: ApiVersion;
  readonly network: ProfileNetwork | undefined;
  readonly user: string;
  readonly body: unknown;
  readonly failedWith: number | undefined;
}

interface Call extends ReturnType<typeof route> {
  readonly user: User;
  readonly body: unknown;
}

export class Sandbox {
  readonly #account: Account;
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #recorded: RecordedRequest[] = [];

  constructor(private readonly options: SandboxOptions = {}) {
    this.#account = new Account(options.profiles ?? 120);
    this.#now = options.now ?? Date.now;
    this.#quota = new Quota(this.#now, options.quotas);
  }

  /** Returns the requests received so far, of one operation or of all. */
  requests(operation?: Operation): readonly RecordedRequest[] {
    return this.#recorded.filter(
      (request) => operation === undefined || request.operation === operation,
    );
  }

  handle(message: SandboxMessage): SandboxAnswer {
    let [status, body] = [200, {}];
    try {
      body = this.#answer(message);
    } catch (error) {
      ({ status, body } = error instanceof Failure ? error : new Failure(500));
    }
    const { bearer } = message;
    const headers = bearer && this.#quota.headers(bearer, status === 429);
    const json = JSON.stringify(body);
    const text = this.options.isBelievable === true ? believable(json) : json;
    return { status, body: text, ...(headers && { headers }) };
  }

  #answer(message: SandboxMessage): object {
    const user = message.bearer ?? userOf(message.authorization);
    const { endpoint, network } = route(message);
    const call = {
      endpoint,
      network,
      user,
      body: parseBody(this.options.isBelievable === true ? asKnown(message.body) : message.body),
    };
    let failedWith: number | undefined;
    try {
      this.#quota.spend(user, message.bearer !== undefined);
      const code = this.options.failures?.[endpoint.operation];
      if (code !== undefined) throw new Failure(code, ["injected failure"]);
      return { success: true, ...this.#operations[endpoint.operation](call) };
    } catch (error) {
      failedWith = error instanceof Failure ? error.code : 500;
      throw error;
    } finally {
      const { operation, version } = endpoint;
      const { body } = call;
      this.#recorded.push({ operation, version, network, user: user.id, body, failedWith });
    }
  }

  /** What an answer has besides its success. */
  readonly #operations: Record<Operation, (call: Call) => object> = {
    profiles: ({ endpoint, network, user }) => {
      const networkProfiles = [...this.#account.profiles(network ?? "facebook").values()];
      const visible = networkProfiles.filter((profile) => this.#account.hasAccess(user, profile));
      const profiles = visible.map((profile) => profileRecord(profile, endpoint.version));
      return { profiles };
    },
    post_labels: () => ({ data: postLabels }),
    post_label_groups: () => {
      if (this.options.labelGroups === false)
        throw new Failure(403, ["the feature is not enabled"]);
      return { data: postLabelGroups };
    },
    listening_queries: () => ({ queries: listeningQueries }),
    ad_accounts: ({ user, body }) => {
      const { start } = readRange(isRecord(body) ? body : {});
      if (user.restricted) throw new Failure(15);
      const listed = adAccounts.filter(({ until }) => until >= start);
      return { ad_accounts: listed.map(({ id, name }) => ({ id, name })) };
    },
    profile_labels: () => ({
      data: profileLabels.map((label) => ({ ...label, profiles: this.#labelled(label.id) })),
    }),
    user: ({ user: { id, name } }) => ({
      userInfo: { id, name, email: `${id}@example.invalid`, account: "Acme" },
    }),
    metrics: (call) => {
      const { version } = call.endpoint;
      const network = metricNetworks.find((name) => name === call.network) ?? "facebook";
      const changes = changesOf(this.options.world ?? {}, network);
      const request = readMetricsRequest(call.body, {
        ...this.#accessOf(call),
        network,
        retired: changes.retired ?? [],
        limits: { ...requestLimits[version], ...this.options.limits?.[version] },
      });
      const {
        numbers: plain = plausibleNumbers,
        differ = [],
        rowStyle,
        breakdownRows,
      } = this.options;
      const names = breakdownRows === undefined ? undefined : rowNames(breakdownRows);
      const today = textOf(this.#now());
      const daysAgo = (day: string): number => indexOf(today) - indexOf(day);
      const changed = inWorld(plain, changes, daysAgo);
      const past = breakdownRows === undefined ? changed : withRows(changed, breakdownRows);
      const style = { ...styleOf(differ), breakdownRows: names, ...rowStyle };
      const numbers: Numbers = (profile, metric, day, breakdown) =>
        day > today ? null : past(profile, metric, day, breakdown);
      return metricsAnswer(request, numbers, style, this.options.complexity ?? 1_000_000);
    },
    posts: (call) =>
      postsAnswer(call.body, {
        ...this.#accessOf(call),
        now: this.#now(),
        maxProfiles: this.options.postProfiles ?? Number.POSITIVE_INFINITY,
      }),
  };

  #accessOf({ endpoint: { version }, network = "facebook", user }: Call): Access {
    const months = this.options.historyMonths ?? 72;
    const historyStart = lastDayOfMonths(textOf(this.#now()), -months);
    return { account: this.#account, user, version, network, historyStart };
  }

  #labelled(label: string): object[] {
    const networks = endpoints.find(({ operation }) => operation === "profiles")?.networks ?? [];
    return networks.flatMap((network) =>
      [...this.#account.profiles(network).values()]
        .filter(({ labels }) => labels.some(({ id }) => id === label))
        .map(({ name }) => ({ name, platform: network })),
    );
  }
}

/** Returns the user of a Basic header. @throws Failure 401 for a missing header, or an invalid token or secret. */
function userOf(authorization: string | undefined): User {
  const user = users.find(
    ({ token, secret }) =>
      authorization === `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`,
  );
  if (user === undefined) throw new Failure(401);
  return user;
}

/** Returns the endpoint and network of a request. @throws Failure 404 for an unknown path, 405 for another method. */
function route({ method, path }: SandboxMessage) {
  const matches = endpoints
    .flatMap((endpoint) =>
      (endpoint.networks ?? [undefined]).map((network) => ({ endpoint, network })),
    )
    .filter(({ endpoint, network }) => pathOf(endpoint, network) === path);
  if (matches.length === 0) throw new Failure(404);
  const match = matches.find(({ endpoint }) => endpoint.method === method);
  if (match === undefined) throw new Failure(405);
  return match;
}

/** Parses a body; undefined if it is empty. @throws Failure 400 for a body that is not JSON. */
function parseBody(body: string): unknown {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw new Failure(400);
  }
}
