import * as z from "zod";
import { metricNetworksOf, type ApiVersion } from "../src/catalog/networks.ts";
import { comparisons } from "../src/base/time/compared-range.ts";
import { count, datesListed, metrics, order, profiles } from "../src/server/mcp/inputs.ts";
import { skipUnavailable, text, texts, where } from "../src/server/mcp/inputs.ts";
import { defineTool, twins } from "../src/server/mcp/tool.ts";
import { calendarOf, type ReplyServices } from "../src/answers/replies/services.ts";

/** Every network that has profiles. */
const allNetworks = "all";

/** The values of arguments that the caller omits. */
const defaults = { planOnly: false, fresh: false, skipUnavailable: true };

const questionOf = <Asked extends { readonly profiles?: readonly string[] }>(
  args: Asked,
  version: ApiVersion,
  allowsAll: boolean,
  { settings }: Pick<ReplyServices, "settings">,
) => ({
  ...defaults,
  dimensions: allowsAll ? [] : ["profile"],
  maxRequests: settings.maxRequests,
  ...args,
  version,
  dates: args,
  sorting: { ...args, isNamed: args.profiles !== undefined },
});

export const [getProfileMetrics, getProfileMetricsV2] = twins(
  "Daily metrics of any number of profiles, from version 2 of the API: one request per 25 profiles × 25 metrics × 3 months.",
  (version) =>
    defineTool({
      name: "get_profile_metrics",
      title: "Get profile metrics",
      searchHint: "social media analytics followers reach engagement report",
      description:
        "Social media performance analytics and report data by page, channel or brand: daily followers, fans, subscribers, reach, impressions, views, likes, reactions, clicks and engagement (KPIs, page insights) of your Facebook, Instagram, X (Twitter, tweets), YouTube, LinkedIn, Pinterest and TikTok profiles. Totals, growth, trends, history and time series over time, comparison of periods (month over month), benchmarks across channels, audience by age, gender, country. Any number of profiles, metrics and days, merged exactly. One request per 100 profiles × 25 metrics × 12 months.",
      toolsets: ["metrics"],
      input: () => inputOf(version),
      load: () => import("../src/questions/networks/answer.ts"),
      check({ network, ...args }, services, { checkQuestion, checkAllNetworks }) {
        const question = questionOf(args, version, network === allNetworks, services);
        const calendar = calendarOf(services);
        if (network === allNetworks) checkAllNetworks(question, calendar);
        else checkQuestion({ ...question, network }, calendar);
      },
      run({ network, ...args }, services, { answerMetrics, answerAllNetworks }) {
        const question = questionOf(args, version, network === allNetworks, services);
        return network === allNetworks
          ? answerAllNetworks(question, services)
          : answerMetrics({ ...question, network }, services);
      },
    }),
);

const inputOf = (version: ApiVersion) =>
  z.strictObject({
    network: z
      .enum([...metricNetworksOf[version], allNetworks])
      .describe("One social network, or all."),
    metrics: metrics().describe(
      'Names from describe_metrics (default: the main ones); "name = a / b", "name = a - b".',
    ),
    ...datesListed(),
    profiles: profiles().describe("Ids or names; default: all of the network."),
    labels: texts(200, 200).optional().describe("Profiles with any of these."),
    labels_all: texts(200, 200).optional().describe("With all of these."),
    labels_not: texts(200, 200).optional().describe("Without these."),
    profiles_not: profiles().describe("All but these."),
    dimensions: texts(10, 40, 0)
      .optional()
      .describe(
        "In order: profile (default), profile_label, one of date.day, .week, .month, .quarter, .year, .weekday, then one breakdown. []: totals only.",
      ),
    max_requests: count(1000).describe("Maximum number of API requests."),
    compare_to: text(40).describe(
      `previous_period (just before, as long), previous_year (same dates), ${comparisons[2]}, usual (mean of the 4 ranges before), a period, or a first day.`,
    ),
    goal: text(60).describe(
      'Of the first metric: "100000 by 2026-12-31", "+10 % by 2026-12-31" (on the year before).',
    ),
    sort_by: text(200).describe("A metric, change, change_percent, coverage or name."),
    order: order(),
    top: count(10_000).describe("Rows shown."),
    where: where().describe(
      'Rows to show: "fans_lifetime >= 50000", "insights_views:change_percent < 0".',
    ),
    plan_only: z.boolean().optional().describe("Show the cost."),
    fresh: z.boolean().optional().describe("Ignore the cache."),
    skip_unavailable: skipUnavailable(),
  });
