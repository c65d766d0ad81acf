/** Prints the user, the source of the credentials, when they expire, and the quota that is left. */
import { ToolError, toolErrorOf } from "../../base/errors/tool-error.ts";
import type { Found } from "../../suite/credentials/find.ts";
import { endOf, problemsOf, type Login } from "../../suite/credentials/login.ts";
import { loggedHash } from "../../suite/api/authorization.ts";
import { surprises } from "../../suite/api/metrics-answer.ts";
import type { CheckedNetwork } from "../../suite/connection/checked.ts";
import type { Restatement } from "../../numbers/cells/fetched.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { dayAt } from "../../base/time/days.ts";
import { plural } from "../../base/text/words.ts";
import { credentialsOf, sourceOf } from "../compose/credentials.ts";
import { defineCommand } from "../terminal/command.ts";
import type { QuotaLeft } from "../../suite/quota/gate.ts";
import { timeOfDay } from "../../base/time/clock.ts";
import { inspect, type Inspected } from "../compose/connection.ts";
import { toggle } from "../terminal/flags.ts";
import { failureText, shownError, type Report } from "../terminal/report.ts";
import { accountsFlag, connectionFlags, jsonFlag, readAccounts } from "../terminal/shared-flags.ts";
import type { ConnectionSettings } from "../terminal/shared-flags.ts";

const flags = {
  ...connectionFlags,
  account: accountsFlag,
  "forget-quota": toggle("clear the record of this hour's requests, which opens a closed gate"),
  ...jsonFlag,
};

export const command = defineCommand({
  name: "status",
  summary: "show the user, the credentials and the quota",
  examples: ["", "--json", "--account acme --account globex"],
  flags,
  async run(input) {
    const forgetsQuota = input.values["forget-quota"];
    const { accounts, ...settings } = readAccounts(input);
    if (accounts.length < 2) return statusOf(settings, forgetsQuota);
    const reports = await Promise.all(
      accounts.map((account) =>
        statusOf({ ...settings, account }, forgetsQuota).catch((error: unknown) =>
          failureOf(account, toolErrorOf(error)),
        ),
      ),
    );
    return {
      failed: reports.some(({ failed }) => failed === true),
      text: reports.map(({ text }) => text).join("\n\n"),
      json: { accounts: reports.map(({ json }) => json) },
    };
  },
});

async function statusOf(settings: ConnectionSettings, forgetsQuota: boolean): Promise<Report> {
  const credentials = await credentialsOf(settings);
  const report = reportOf(
    credentials,
    await inspect(credentials, settings.environment, forgetsQuota),
  );
  if (!forgetsQuota) return report;
  return { ...report, text: `The record of this hour's requests was cleared.\n${report.text}` };
}

/** One of several accounts that has no credentials. */
function failureOf(account: string, failure: ToolError): Report {
  const error = shownError(failure);
  const text = `Login ${account}: ${failureText(error)}`;
  return { failed: true, text, json: { account, error } };
}

function reportOf(credentials: Found, inspected: Inspected): Report {
  const { baseUrl, origin, stored } = credentials;
  const { user, quota } = inspected;
  // The request may have renewed the tokens, so their lifetimes are read after it.
  const login = user instanceof ToolError ? undefined : stored?.login();
  const tokens = tokensOf(login);
  const hash = loggedHash(credentials.authorization.identity);
  const source = `Credentials: ${sourceOf(credentials)} (${hash} in metrics and logs)`;
  const json = {
    base_url: baseUrl.href,
    origin,
    account: stored?.account ?? null,
    credential: hash,
    ...tokens,
    quota_opens: isoOf(quota.closed?.until),
    ...learnedJson(inspected),
  };
  if (user instanceof ToolError) {
    const error = shownError(user);
    const lines = [
      failureText(error),
      `Base URL: ${baseUrl.href}`,
      source,
      ...(quota.closed === undefined ? [] : [quotaLine(quota)]),
    ];
    const failure = { user: null, requests_left: null, error };
    return { failed: true, text: lines.join("\n"), json: { ...json, ...failure } };
  }
  const lines = [
    `Logged in to ${baseUrl.href} as ${user}.`,
    source,
    ...tokenLines(tokens),
    ...(login === undefined ? [] : problemsOf(login)),
    quotaLine(quota),
    ...learnedLines(inspected),
  ];
  return { text: lines.join("\n"), json: { ...json, user, requests_left: quota.requests } };
}

/** When the tokens of a login through a browser expire, and whether they are renewed. */
function tokensOf(login: Login | undefined) {
  const isOAuth = login?.scheme === "oauth";
  return {
    access_token_ends: isOAuth ? isoOf(login.accessTokenUntil) : null,
    login_ends: isOAuth ? isoOf(endOf(login)) : null,
    renewable: isOAuth ? login.refreshToken !== undefined : null,
    scope: isOAuth ? (login.scope ?? null) : null,
  };
}

const tokenLines = (tokens: ReturnType<typeof tokensOf>): string[] =>
  tokens.renewable === false
    ? []
    : [
        ...timeLine("Access token: renewed automatically before", tokens.access_token_ends),
        ...timeLine("Login: expires", tokens.login_ends),
      ];

/** Facts about the API that this machine has learned, as JSON. */
const learnedJson = ({ surprises: counted, unaccepted, restated, checked }: Inspected): object => ({
  surprising_answers: Object.fromEntries(counted),
  unaccepted_metrics: unaccepted,
  restated: restated.map(({ network, day, values, since }) => ({
    network,
    date: day,
    values,
    since: isoOf(since),
  })),
  checked: checked.map(({ network, day, differences }) => ({
    network,
    day,
    differences: differences.map(({ id }) => id),
  })),
});

const learnedLines = ({
  surprises: counted,
  unaccepted,
  restated,
  checked,
}: Inspected): string[] => [
  ...Array.from(
    counted,
    ([surprise, count]) => `${plural(count, "answer")} of the API rejected: ${surprises[surprise]}`,
  ),
  ...(unaccepted.length === 0
    ? []
    : [`Not accepted by the API, tried again after a day: ${unaccepted.join(", ")}`]),
  ...restatedLines(restated),
  ...checked.map((network) => `API: ${checkedLine(network)}`),
];

function quotaLine({ requests, isReported, closed }: QuotaLeft): string {
  if (closed === undefined)
    return `Quota: ${isReported ? "" : "at most "}${plural(requests, "request")} left this hour`;
  const opens = timeOfDay(closed.until, Date.now());
  return `Quota: no request can be sent before ${opens} (${closed.code}); if that is wrong, status --forget-quota clears the record`;
}

/** What `check-api` has found of a network. */
export const checkedLine = ({ network, day, differences }: CheckedNetwork): string =>
  `checked on ${day} for ${network}: ${differences.length === 0 ? "no difference" : `differs in ${differences.map(({ id }) => id).join(", ")}`}`;

/** The corrections of each network: `facebook: 12 values of 2026-11-20 to 2026-11-22 were corrected since 2026-11-25`. */
const restatedLines = (restated: readonly Restatement[]): string[] =>
  groupBy(restated, ({ network }) => network).map((days) => {
    const values = days.reduce((sum, day) => sum + day.values, 0);
    const since = Math.min(...days.map((day) => day.since));
    const [first, last] = [days[0].day, days.at(-1)?.day];
    const range = first === last ? first : `${first} to ${last}`;
    const corrected = `${plural(values, "value")} of ${range} ${values === 1 ? "was" : "were"} corrected`;
    return `${days[0].network}: ${corrected} since ${dayAt(since)}`;
  });

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const timeLine = (what: string, iso: string | null): string[] =>
  iso === null ? [] : [`${what} ${iso.slice(0, 16).replace("T", " ")} UTC`];
