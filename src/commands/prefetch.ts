/** Fills the cache ahead of questions, within a share of the quota. */
import { TimeSlice } from "../async/time-slice.ts";
import { metricNetworks, type MetricNetwork } from "../catalog/networks.ts";
import { prefetch, type Prefetched, type Watching } from "../metrics/prefetch.ts";
import type { ReplyServices } from "../replies/services.ts";
import { plural } from "../text/words.ts";
import { defineCommand, type Arguments } from "../terminal/command.ts";
import { integer, kindOf, oneOf, optional, repeatable, text } from "../terminal/flags.ts";
import { UsageError } from "../terminal/flags.ts";
import { inputError, toolErrorOf } from "../errors/tool-error.ts";
import { folderProblem } from "../files/own-file.ts";
import { isTemporary } from "../replies/unfinished.ts";
import { cacheFolder } from "../compose/folders.ts";
import { shownError, type Report } from "../terminal/report.ts";
import { composeServices, logOf } from "../compose/services.ts";
import { callFlags, connectionFlags, jsonFlag } from "../terminal/shared-flags.ts";
import { readCalls, readConnection } from "../terminal/shared-flags.ts";
import { takeSignals } from "../terminal/signals.ts";
import { complain, progressBar } from "../terminal/output.ts";

const names = kindOf("A,B", "names of metrics, with commas", (given) => {
  const list = given.split(",").map((name) => name.trim());
  return list.includes("") ? undefined : list;
});

const flags = {
  network: repeatable(oneOf("NETWORK", metricNetworks), "network whose numbers to fetch"),
  metrics: optional(names, "metrics to fetch; all that the API supports (default)"),
  period: optional(text("PERIOD"), "days to fetch, such as last_year or last_90_days"),
  start: optional(text("DAY"), "first day, with --end instead of --period"),
  end: optional(text("DAY"), "last day"),
  quota: optional(integer("N", 1), "most requests to send; half of those left (default)"),
  ...connectionFlags,
  ...callFlags,
  ...jsonFlag,
};

export const command = defineCommand({
  name: "prefetch",
  summary: "fetch numbers ahead of questions, which then cost no request",
  examples: ["--network facebook --period last_year --quota 200"],
  flags,
  async run(input) {
    const settings = { ...readConnection(input), ...readCalls(input.values) };
    if (!settings.useSandbox) await checkFolder(cacheFolder(input.environment));
    const shared = composeServices(settings);
    const stop = new AbortController();
    // It does not wait for the next hour.
    const context = { signal: stop.signal, deadline: 0, onWait: () => {}, log: logOf(settings) };
    const slice = new TimeSlice(stop.signal);
    const services = { ...shared, ...context, slice, onProgress: () => {} };
    const watching = stoppedBySignal(stop);
    return reportOf(await prefetchAll(input, services, watching), watching.isStopped());
  },
});

/** @throws ToolError for a folder in which nothing can be stored. */
async function checkFolder(folder: string): Promise<void> {
  const problem = await folderProblem(folder);
  if (problem === undefined) return;
  throw inputError(
    `nothing can be stored: ${problem}`,
    "Make it a folder that this user can write, or name another in SOCIAL_ANALYTICS_CACHE_DIR.",
  );
}

/** The outcome for one network, or the error alone that prevented it; neither where it was not begun. */
type Ended = { readonly network: MetricNetwork } & Partial<Prefetched>;

async function prefetchAll(
  { values }: Arguments<typeof flags>,
  services: ReplyServices,
  watching: Watching,
): Promise<Ended[]> {
  const { network: networks, metrics, period, start, end, quota } = values;
  if (networks.length === 0) throw new UsageError("prefetch takes --network");
  const dates = { period, dateStart: start, dateEnd: end };
  const { gate } = await services.connection();
  let left = quota ?? Math.floor((await gate.left()).requests / 2);
  const ended: Ended[] = [];
  for (const network of new Set(networks)) {
    const hasFailed = ended.some(({ failure }) => failure !== undefined);
    if (hasFailed || left === 0 || watching.isStopped()) {
      ended.push({ network });
      continue;
    }
    const input = { network, metrics, dates, quota: left };
    const one: Partial<Prefetched> = await prefetch(input, services, watching).catch(
      (error: unknown) => ({ failure: toolErrorOf(error) }),
    );
    ended.push({ network, ...one });
    left = Math.max(0, left - (one.sent ?? 0));
  }
  return ended;
}

/** The first signal waits for the requests under way, because they are paid for; the second does not. */
function stoppedBySignal(stop: AbortController): Watching {
  let isStopped = false;
  const onSignal = (): void => {
    if (isStopped) return stop.abort();
    isStopped = true;
    // As a shell expects of a command that Ctrl+C has stopped.
    process.exitCode = 130;
    complain("Stopping when the requests under way are answered; Ctrl+C again does not wait.");
  };
  takeSignals();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  return { isStopped: () => isStopped, onProgress: progressBar };
}

function reportOf(ended: readonly Ended[], isStopped: boolean): Report {
  const failed = ended.some(({ failure }) => failure !== undefined);
  const isComplete = ended.every(({ left }) => left === 0);
  const lines = ended.map(lineOf);
  const isUnfinished =
    !isComplete && ended.every(({ failure }) => failure === undefined || isTemporary(failure));
  const next = `${isStopped ? "Stopped" : "Not complete"}: the same command continues from here, without a request for what is cached.`;
  return {
    failed,
    text: [...lines, ...(isUnfinished ? [next] : [])].join("\n"),
    json: { ok: !failed, complete: isComplete, networks: ended.map(jsonOf) },
  };
}

function lineOf({ network, question, cut, sent = 0, left = 0, ...ended }: Ended): string {
  const failure = ended.failure && shownError(ended.failure);
  const why =
    failure === undefined ? "" : ` ${failure.code}: ${failure.message}. ${failure.advice}`;
  if (question === undefined) return `${network}:${why || " not begun."}`;
  const { start, end, profiles, metrics } = question;
  const what = `${plural(profiles.length, "profile")}, ${plural(metrics.length, "metric")}, ${start} to ${end}`;
  const state =
    left === 0 ? "all cached" : `${plural(left, "request")} left, as far as sizes are known`;
  return `${network}: ${what}: ${plural(sent, "request")} sent, ${state}.${cut === undefined ? "" : ` ${cut}`}${why}`;
}

const jsonOf = ({ network, question, sent, left, failure }: Ended): Record<string, unknown> => {
  const error = failure && shownError(failure);
  return { network, from: question?.start, to: question?.end, sent, left, error };
};
