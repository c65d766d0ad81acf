/** Compares the API with what this server assumes of it. */
import { checkApi, type CheckResult, type Finding } from "../api-check/check.ts";
import { mostRequests } from "../api-check/asking.ts";
import { assumptions } from "../api-check/assumptions.ts";
import { questionNames, questions } from "../api-check/evidence.ts";
import { useFindings } from "../api-check/findings.ts";
import type { State } from "../api-check/judgement.ts";
import { requestLimits } from "../../catalog/limits.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { briefly } from "../../suite/connection/call-context.ts";
import { plural, some } from "../../base/text/words.ts";
import { confirmed } from "../terminal/ask.ts";
import { defineCommand } from "../terminal/command.ts";
import { integer, oneOf, optional, toggle, withDefault } from "../terminal/flags.ts";
import type { Report } from "../terminal/report.ts";
import { composeServices, logOf } from "../compose/services.ts";
import { callFlags, connectionFlags, jsonFlag } from "../terminal/shared-flags.ts";
import { readCalls, readConnection } from "../terminal/shared-flags.ts";
import { complain, painted, progressBar } from "../terminal/output.ts";
import { fitted } from "../terminal/wrap.ts";

const { labels: _labels, ...flagsOfCalls } = callFlags;

const flags = {
  network: optional(oneOf("NETWORK", metricNetworks), "network to check; the first with profiles"),
  yes: toggle("send the requests without asking"),
  seed: withDefault(integer("N"), 1, "choose other profiles and days"),
  ...connectionFlags,
  ...flagsOfCalls,
  ...jsonFlag,
};

export const command = defineCommand({
  name: "check-api",
  summary: "compare the API with what this server assumes of it",
  examples: ["", "--network linkedin --yes --json", "--sandbox --differ averages"],
  flags,
  async run(input) {
    const settings = { ...readConnection(input), ...readCalls({ ...input.values, labels: [] }) };
    const { network, seed, yes } = input.values;
    // Without a login, nothing is asked.
    const connection = await composeServices(settings).connection();
    if (!yes) {
      complain(planOf(network));
      if (!(await confirmed("Send them?", "without a terminal, check-api takes --yes")))
        return { text: "Nothing was sent.", json: { requests: 0, assumptions: [] } };
    }
    const context = { ...briefly(seconds), log: logOf(settings) };
    const onSent = (sent: number): void => progressBar(sent, mostRequests);
    const result = await checkApi(connection, context, { network, seed, onSent });
    await useFindings(connection, result);
    return reportOf(result);
  },
});

/** A slow API can need minutes for large answers. */
const seconds = 10 * 60;

function planOf(network = "{network}"): string {
  const metrics = `POST /3/${network}/metrics`;
  const lines = [
    `GET /3/${network}/profiles`,
    `${metrics}: a day of one profile, every metric, ${requestLimits[3].metrics} per request`,
    `${metrics}: up to 100 profiles and 12 months, by profile and day; less if that is rejected`,
    ...questionNames.map((name) => `${metrics}: ${questions[name].purpose}`),
    "GET /3/linkedin/profiles, POST /3/linkedin/page/posts: 10 posts, and the same on two pages",
    `${metrics}: what differs, once more`,
    `${metrics}: one day ten years ago, and others to find the first day of the history`,
    `${metrics}: a larger answer`,
  ];
  return `At most ${mostRequests} requests are sent. They only read:\n${lines.map((line) => `  ${fitted(line, process.stderr, 4)}`).join("\n")}`;
}

const words: Readonly<Record<State, string>> = {
  holds: painted("green", "holds   "),
  differs: painted("red", "differs "),
  not_seen: painted("yellow", "not seen"),
  measured: "measured",
};

/** The text beside a word of {@link words}. */
const indented = (line: string): string => fitted(line, process.stdout, 9);

function linesOf({ id, state, observation, request, metrics = [] }: Finding): string[] {
  const { expected, effect } = assumptions[id];
  const line = `${words[state]} ${indented(`${id}: ${expected}. Found: ${observation}.`)}`;
  if (state !== "differs") return [line];
  const concerned = metrics.length === 0 ? "" : ` (${some(metrics, 5)})`;
  return [
    line,
    `         ${indented(`For replies: ${effect}${concerned}.`)}`,
    ...(request === undefined ? [] : [`         ${request}`]),
  ];
}

function reportOf({ network, requests, findings, failure }: CheckResult): Report {
  const differing = findings.filter(({ state }) => state === "differs").length;
  const lines = [
    ...findings.flatMap(linesOf),
    "",
    fitted(
      `${network}: ${plural(requests, "request")} sent. ${differing === 0 && failure === undefined ? "This is the API that the server expects: " : ""}${differing} of ${plural(findings.length, "assumption")} ${differing === 1 ? "differs" : "differ"}. The findings are stored for this login, and replies heed them.`,
    ),
    ...(failure === undefined
      ? []
      : [
          fitted(
            `A request failed: ${failure.problem}. What it was to show is not seen. Run check-api again.`,
          ),
        ]),
  ];
  return {
    failed: failure !== undefined,
    text: lines.join("\n"),
    json: {
      network,
      requests,
      failure: failure?.problem ?? null,
      assumptions: findings.map(({ id, state, observation, request, metrics = [] }) => ({
        id,
        state,
        expected: assumptions[id].expected,
        // oxlint-disable-next-line id-denylist -- a name of the output
        found: observation,
        request: request ?? null,
        effect: assumptions[id].effect,
        metrics,
      })),
    },
  };
}
