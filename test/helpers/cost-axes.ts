/** The axes along which a call can grow: pages, days, metrics, labels, posts, results, cached answers, minutes, reports, callers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { chooseAccount } from "../../src/server/mcp/accounts.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { LocalCalls, type Axis } from "./costs.ts";
import { temporaryFolder } from "./folders.ts";
import { sandboxApi } from "./sandbox-api.ts";
import { benchNow, type LocalApi } from "./timed-answer.ts";

const names = metricsOf("facebook", 3).map(({ name }) => name);
const last = toDay("2026-10-31");

const questionOf = (days: number, metrics: readonly string[]) => ({
  network: "facebook",
  metrics,
  date_start: addDays(last, 1 - days),
  date_end: last,
  max_requests: 1000,
});
const month = questionOf(31, ["insights_views", "insights_reach"]);

const repeated = (calls: LocalCalls, args: object, tool = "get_profile_metrics") => ({
  calls,
  ask: () => calls.call(tool, args),
});

const structured = (calls: LocalCalls, args: object) => ({
  calls,
  ask: () => calls.call("get_profile_metrics", args, true),
});

interface Page {
  readonly id: string;
  readonly name: string;
}

/** An account with labels, each of some pages. */
function labelled(pages: number, labels: number): LocalApi {
  const api = sandboxApi(pages);
  const list = (path: string): Page[] => JSON.parse(api({ method: "GET", path }).text).profiles;
  const labelOf = (place: number) => ({
    id: `l${place % labels}`,
    name: `Label ${place % labels}`,
  });
  const profiles = list("/3/facebook/profiles");
  const texts = new Map([
    [
      "/3/facebook/profiles",
      JSON.stringify({
        success: true,
        profiles: profiles.map((page, place) => ({ ...page, profile_labels: [labelOf(place).id] })),
      }),
    ],
    [
      "/3/profile/labels",
      JSON.stringify({
        success: true,
        data: Array.from({ length: labels }, (_, place) => ({
          ...labelOf(place),
          profiles: profiles
            .filter((__, at) => at % labels === place)
            .map(({ name }) => ({ name, platform: "facebook" })),
        })),
      }),
    ],
  ]);
  return (message) => {
    const text = texts.get(message.path);
    return text === undefined ? api(message) : { status: 200, headers: {}, text };
  };
}

const pageSizes = [250, 500, 1000, 2000];

export const axes: readonly Axis[] = [
  {
    name: "pages, by day",
    sizes: pageSizes,
    grows: true,
    prepare: async (size) =>
      repeated(new LocalCalls(sandboxApi(size)), { ...month, dimensions: ["profile", "day"] }),
  },
  {
    name: "pages, compared",
    sizes: pageSizes,
    grows: true,
    prepare: async (size) =>
      repeated(new LocalCalls(sandboxApi(size)), { ...month, compare_to: "previous_period" }),
  },
  {
    name: "pages, as structured content",
    sizes: pageSizes,
    grows: true,
    prepare: async (size) =>
      structured(new LocalCalls(sandboxApi(size)), { ...month, dimensions: ["profile", "day"] }),
  },
  {
    name: "days",
    sizes: [46, 92, 184, 368],
    grows: true,
    prepare: async (size) =>
      repeated(new LocalCalls(sandboxApi(300)), {
        ...questionOf(size, ["insights_views", "insights_reach"]),
        dimensions: ["profile", "day"],
      }),
  },
  {
    name: "metrics",
    sizes: [3, 6, 12, 24],
    grows: true,
    prepare: async (size) =>
      repeated(new LocalCalls(sandboxApi(300)), questionOf(31, names.slice(0, size))),
  },
  ...[{ labels: ["Label 1"] }, {}].map((chosen): Axis => ({
    name: Object.keys(chosen).length === 0 ? "labels of the account" : "labels, and one asked",
    sizes: [100, 1000, 2500, 5000],
    grows: false,
    prepare: async (size) =>
      repeated(new LocalCalls(labelled(5000, size)), {
        ...questionOf(7, ["insights_views"]),
        dimensions: [],
        ...(Object.keys(chosen).length === 0
          ? { profiles: ["Acme US", "Acme UK"] }
          : { labels: ["l1"], top: 5 }),
      }),
  })),
  {
    name: "pages, whose 25 posts are listed",
    sizes: [1000, 2000, 4000, 8000],
    grows: true,
    prepare: async (size) =>
      repeated(
        new LocalCalls(sandboxApi(size)),
        { period: "last_week", limit: 25, profiles: undefined, labels: ["Europe"] },
        "list_facebook_posts",
      ),
  },
  {
    name: "posts",
    sizes: [500, 1000, 2000, 4000],
    grows: true,
    prepare: async (size) =>
      repeated(
        new LocalCalls(sandboxApi(40)),
        { period: "last_3_months", limit: size },
        "list_facebook_posts",
      ),
  },
  {
    name: "results in the session",
    sizes: [50, 200, 500, 1000],
    grows: false,
    async prepare(size) {
      const calls = new LocalCalls(sandboxApi(20));
      for (let at = 0; at < size; at += 1)
        await calls.call("get_profile_metrics", {
          ...questionOf(1 + (at % 20), [names[at % 20] ?? ""]),
        });
      return repeated(calls, month);
    },
  },
  {
    name: "cached answers about others",
    sizes: [50, 200, 500, 1000],
    grows: false,
    async prepare(size) {
      const calls = new LocalCalls(sandboxApi(20));
      for (let at = 0; at < size; at += 1) {
        const day = addDays(toDay("2022-01-01"), at);
        const days = { date_start: day, date_end: day };
        const args = { ...month, ...days, profiles: ["Acme UK"], dimensions: ["day"] };
        await calls.call("get_profile_metrics", args);
      }
      return repeated(calls, { ...month, profiles: ["Acme US"] });
    },
  },
  {
    name: "minutes with requests",
    sizes: [5, 15, 60, 120],
    grows: false,
    async prepare(size) {
      const folder = temporaryFolder();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const present = Math.floor(benchNow / 60_000);
      for (let at = 1; at <= size; at += 1)
        writeFileSync(join(folder, `${present - at}.sent`), ".", { mode: 0o600 });
      const book = new LocalRequestBook(folder);
      const ask = async (): Promise<{ bytes: number }> => {
        for (let count = 0; count < 40; count += 1) await book.state(benchNow);
        return { bytes: 0 };
      };
      return { calls: new LocalCalls(sandboxApi(1)), ask };
    },
  },
  {
    name: "logins of a server",
    sizes: [10, 100, 1000, 10_000],
    grows: false,
    async prepare(size) {
      const calls = new LocalCalls(sandboxApi(1));
      const { services } = calls;
      const accounts = new Map(Array.from({ length: size }, (_, at) => [`login-${at}`, services]));
      const ask = async (): Promise<{ bytes: number }> => {
        for (let count = 0; count < 2000; count += 1)
          chooseAccount({ services, accounts }, { account: "login-3" });
        return { bytes: 0 };
      };
      return { calls, ask };
    },
  },
  {
    name: "callers with tokens",
    sizes: [10, 50, 200, 500],
    grows: false,
    async prepare(size) {
      const bearers = new BearerTokens(join(temporaryFolder(), "tokens"));
      let token = "";
      for (let at = 0; at < size; at += 1)
        token = (await bearers.add(`caller-${at}`, [], "2026-11-20")).reveal();
      const ask = async (): Promise<{ bytes: number }> => {
        for (let count = 0; count < 300; count += 1) await bearers.owner(token);
        return { bytes: 0 };
      };
      return { calls: new LocalCalls(sandboxApi(1)), ask };
    },
  },
];
