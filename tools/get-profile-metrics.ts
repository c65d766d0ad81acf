import * as z from "zod";
import { metricNetworksOf, type ApiVersion } from "../src/catalog/networks.ts";
import { comparisons } from "../src/time/compared-range.ts";
import { count, datesListed, metrics, order, profiles } from "../src/mcp/inputs.ts";
import { skipUnavailable, text, texts, where } from "../src/mcp/inputs.ts";
import { defineTool, twins } from "../src/mcp/tool.ts";
import { calendarOf, type ReplyServices } from "../src/replies/services.ts";

/** Every network that has profiles. */
const allNetworks = "all";

/** The values of arguments that the caller omits. */
const defaults = { planOnly: false, fresh: false, skipUnavailable: true };

const questionOf = <Asked extends { readonly profiles?: readonly string[] }>(
  asked: Asked,
  version: ApiVersion,
  isOfAll: boolean,
  { settings }: Pick<ReplyServices, "settings">,
) => ({
  ...defaults,
  dimensions: isOfAll ? [] : ["profile"],
  maxRequests: settings.maxRequests,
  ...asked,
  version,
  dates: asked,
  sorting: { ...asked, isNamed: asked.profiles !== undefined },
});

export const [getProfileMetrics, getProfileMetricsV2] = twins(
  "Daily metrics of any number of profiles, from version 2 of the API: one request per 25 profiles × 25 metrics × 3 months.",
  (version) =>
    defineTool({
      name: "get_profile_metrics",
      title: "Get profile metrics",
      description:
        "Daily metrics of profiles as a table with totals, for any number of profiles, metrics and days: split into requests and merged exactly. Large tables are condensed; read_result gives the rest. Costs one request per 100 profiles × 25 metrics × 12 months, and one for the profile list; plan_only shows the cost.",
      toolsets: ["metrics"],
      input: () =>
        z.strictObject({
          network: z.enum([...metricNetworksOf[version], allNetworks]),
          metrics: metrics().describe(
            'Names from describe_metrics (default: the main ones); ratios: "a / b" or "name = a / b".',
          ),
          ...datesListed(),
          profiles: profiles().describe(
            "Ids or exact names from list_profiles; default: all of the network.",
          ),
          labels: texts(200, 200).optional().describe("Only profiles with any of these labels."),
          labels_all: texts(200, 200).optional().describe("With every one of these."),
          labels_not: texts(200, 200).optional().describe("Without any of these."),
          profiles_not: profiles().describe("All but these."),
          dimensions: texts(10, 40, 0)
            .optional()
            .describe(
              "In order: profile (default), profile_label, one of date.day, .week, .month, .quarter, .year, .weekday, then one breakdown. []: one total row.",
            ),
          max_requests: count(1000).describe(
            "Maximum number of API requests (default 50, unless the server sets another).",
          ),
          compare_to: text(40).describe(`${comparisons.join(", ")}, a period, or a first day.`),
          sort_by: text(200).describe(
            "A metric, change, change_percent, contribution, coverage or name.",
          ),
          order: order(),
          top: count(10_000).describe("Rows shown."),
          where: where().describe(
            'Rows to show, by their totals: "fans_lifetime >= 50000", "insights_views:change_percent < 0" (:previous, :change, :coverage).',
          ),
          plan_only: z.boolean().optional().describe("Show the cost only."),
          fresh: z.boolean().optional().describe("Ignore the cache."),
          skip_unavailable: skipUnavailable().describe(
            "false: refuse rejected profiles; default: name and omit them.",
          ),
        }),
      load: () => import("../src/networks/answer.ts"),
      check({ network, ...asked }, services, { checkQuestion, checkAllNetworks }) {
        const question = questionOf(asked, version, network === allNetworks, services);
        const calendar = calendarOf(services);
        if (network === allNetworks) checkAllNetworks(question, calendar);
        else checkQuestion({ ...question, network }, calendar);
      },
      run({ network, ...asked }, services, { answerMetrics, answerAllNetworks }) {
        const question = questionOf(asked, version, network === allNetworks, services);
        return network === allNetworks
          ? answerAllNetworks(question, services)
          : answerMetrics({ ...question, network }, services);
      },
    }),
);
