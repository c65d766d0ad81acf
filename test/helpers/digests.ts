/** Digests of an API of twelve pages whose numbers a test changes, by the built program. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, dayAt, type Day } from "../../src/base/time/days.ts";
import type { News } from "../../src/writing/digest/state.ts";
import { metricsAnswer, serveFakeApi, type FakeApi } from "./fake-api.ts";
import { temporaryFolder } from "./folders.ts";
import type { Environment, Ran } from "./process.ts";
import { run } from "./program.ts";

/** What a test changes between runs. */
interface Account {
  /** By page and metric; null is missing. */
  numberOf: (page: number, metric: string, day: Day) => number | null;
  nameOf: (page: number) => string;
  posts: readonly object[];
  rejected: string | undefined;
}

const today = (): Day => dayAt(Date.now());
/** `Nov 24, 2026`. */
export const dateText = (day: Day): string =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(day));
export const ago = (days: number): Day => addDays(today(), -days);

const pageName = (page: number): string => `Brand ${page}`;

const pages = Array.from({ length: 12 }, (_, at) => at + 1);

export interface Digests {
  readonly account: Account;
  readonly api: FakeApi;
  readonly environment: Environment;
  readonly rules: string;
  readonly folder: string;
  readonly digest: (...flags: readonly string[]) => Promise<Ran>;
  /** The news of a run, by `--json`. */
  readonly news: (...flags: readonly string[]) => Promise<readonly News[]>;
}

/** @param source the file of rules. */
export async function serveDigests(source: string): Promise<Digests> {
  const account: Account = {
    // Another day has another number, so that nothing is without any variation.
    numberOf: (page, metric, day) =>
      metric.endsWith("lifetime") ? 10_000 * page : 1000 * page + 10 * (Number(day.slice(-2)) % 7),
    nameOf: pageName,
    posts: [],
    rejected: undefined,
  };
  const labelled = pages.filter((page) => page <= 4);
  const api = await serveFakeApi({
    otherwise: ({ operation }) =>
      operation === "profiles"
        ? {
            profiles: pages.map((page) => ({
              id: `b${page}`,
              name: account.nameOf(page),
              insights_enabled: true,
              timezone: "UTC",
            })),
          }
        : {},
    profile_labels: {
      data: [
        {
          id: "l1",
          name: "Retail",
          profiles: labelled.map((page) => ({ name: pageName(page), platform: "facebook" })),
        },
      ],
    },
    metrics: ({ body }) => {
      const { rejected } = account;
      const { metrics } = body;
      if (rejected !== undefined && Array.isArray(metrics) && metrics.includes(rejected)) {
        return JSON.stringify({
          success: false,
          errors: [{ code: 3, errors: ["Invalid request", `Unknown metric ${rejected}`] }],
        });
      }
      return metricsAnswer(body, (id, metric, day) =>
        account.numberOf(Number(id.slice(1)), metric, dayAt(Date.parse(day))),
      );
    },
    posts: () => ({ data: { posts: account.posts } }),
  });
  const folder = temporaryFolder();
  const rules = join(folder, "rules.yaml");
  writeFileSync(rules, source);
  const environment = {
    HOME: temporaryFolder(),
    SOCIAL_ANALYTICS_BASE_URL: api.baseUrl,
    SOCIAL_ANALYTICS_TOKEN: "t",
    SOCIAL_ANALYTICS_SECRET: "a-secret-of-a-test",
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none",
  };
  // Cached answers of the same hour would hide what a test changes between runs.
  const digest: Digests["digest"] = (...flags) =>
    run(["digest", rules, ...flags], {
      ...environment,
      SOCIAL_ANALYTICS_CACHE_DIR: temporaryFolder(),
    });
  const news: Digests["news"] = async (...flags) => {
    const { stdout } = await digest("--json", ...flags);
    const { news: list }: { news: News[] } = JSON.parse(stdout);
    return list;
  };
  return { account, api, environment, rules, folder, digest, news };
}

/** Some pages have no values from a day on. */
export function silence({ account }: Digests, silent: readonly number[], days: number): void {
  const { numberOf } = account;
  account.numberOf = (page, metric, day) =>
    silent.includes(page) && day >= ago(days) ? null : numberOf(page, metric, day);
}
