/** Weeks of an account, by the ready rules: what is planted is found, what is late or corrected is not. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { judgeRules } from "../../src/command/compose/digest-answers.ts";
import { argumentsOf } from "../../src/command/compose/report-answers.ts";
import { processServices } from "../../src/command/compose/services.ts";
import { toolCaller } from "../../src/command/compose/tool-caller.ts";
import { briefly } from "../../src/suite/connection/call-context.ts";
import { readRules } from "../../src/writing/digest/rules.ts";
import {
  advance,
  emptyState,
  printed,
  type DigestState,
  type News,
} from "../../src/writing/digest/state.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { Account } from "../../src/sandbox/account.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { plainText } from "../../src/base/text/sanitize.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { dayNumber, toDay } from "../../src/base/time/days.ts";
import { numbersOf, plant, type Planted } from "../helpers/digest-world.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { isFull } from "../helpers/repetitions.ts";

/** The digest is made on each day, or on every third. */
const [pages, dayCount, every] = isFull ? [250, 84, 1] : [10, 18, 3];

const first = dayNumber(toDay("2026-08-03"));
const day = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("planted changes are found, without false alarms, within the requests of one answer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const at = (number: number): number => number * day + 15 * 3_600_000;
  vi.setSystemTime(at(first));
  vi.spyOn(systemClock, "now").mockImplementation(() => Date.now());
  const planted = plant(first, dayCount, pages);
  const today = (): number => Math.floor(Date.now() / day);
  const served = await serveSandbox({
    profiles: pages,
    quotas: { account: 1e9, user: 1e9 },
    now: () => Date.now(),
    numbers: numbersOf(planted, today),
  });
  const environment = { ...served.environment, SOCIAL_ANALYTICS_CACHE_DIR: temporaryFolder() };
  const settings = {
    environment,
    useSandbox: false,
    baseUrl: undefined,
    account: undefined,
    sandbox: {},
    settings: { maxAnswerTokens: 6000, maxRequests: 100, weekStartsOn: 1, settledAfterDays: 7 },
    deadlineSeconds: 50,
    memoryBytes: 512 * 2 ** 20,
    logLevel: "error",
    labels: [],
  } as const;
  const rules = readRules(readFileSync("examples/digest.yaml", "utf8"), argumentsOf);
  if ("errors" in rules) throw new Error(JSON.stringify(rules.errors));
  const withoutPosts = rules.filter(({ name }) => name !== "posts");
  const shared = processServices(settings);
  const call = await toolCaller(settings, environment, shared);
  const connection = await shared.connectionOf()();
  let state: DigestState = emptyState;
  const news: { readonly on: number; readonly notice: News }[] = [];
  const most = Math.ceil(pages / 100);
  for (let number = first; number < first + dayCount; number += every) {
    vi.setSystemTime(at(number));
    const before = served.sandbox.requests("metrics").length;
    const lists = () => connection.forCall({ ...briefly(50), view: undefined }).lists;
    const run = await judgeRules({ call, lists, path: "examples/digest.yaml" }, withoutPosts);
    expect(run.failures).toEqual([]);
    state = advance(state, { ...run, rules: withoutPosts, now: Date.now() });
    news.push(...state.pending.map((notice) => ({ on: number, notice })));
    state = printed(JSON.parse(JSON.stringify(state)));
    if (number === first) continue;
    const sent = served.sandbox.requests("metrics").slice(before);
    for (const network of metricNetworks)
      expect(sent.filter((request) => request.network === network).length).toBeLessThanOrEqual(
        most,
      );
  }
  await served.close();
  const account = new Account(pages);
  const names = new Map(
    metricNetworks.map((network) => [
      network,
      [...account.profiles(network).values()].map(({ name }) => plainText(name, 200)),
    ]),
  );
  const subjectOf = ({ network, page = -1, label, metric }: Planted): string | undefined =>
    names.get(network)?.[page] ?? label ?? metric;
  /** Followers that a page loses, and a label that falls, are seen in the days of totals and labels too. */
  const explains = (event: Planted, { on, notice }: (typeof news)[number]): boolean =>
    notice.network === event.network &&
    on >= event.start &&
    on <= event.start + Math.min(event.length, 30) + 10 &&
    (notice.rule === "unusual"
      ? event.kind !== "silent"
      : notice.rule === event.kind && notice.subject === subjectOf(event));
  const alarms = news.filter(({ notice }) => notice.state === "new");
  const mustBeFound = planted.filter(({ start }) => start + 11 < first + dayCount);
  const isFound = (event: Planted): boolean =>
    alarms.some((alarm) => alarm.notice.rule === event.kind && explains(event, alarm));
  const missed = mustBeFound.filter((event) => !isFound(event));
  const falseAlarms = alarms.filter((alarm) => !planted.some((event) => explains(event, alarm)));
  expect(mustBeFound.length).toBeGreaterThanOrEqual(isFull ? 50 : 8);
  // 99 of 100 are found, and one alarm in all may be false.
  expect(missed.slice(Math.floor(mustBeFound.length / 100))).toEqual([]);
  expect(falseAlarms.slice(1)).toEqual([]);
});
