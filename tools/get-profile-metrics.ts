import * as z from "zod";
import { ourLimits } from "../src/catalog/limits.ts";
import { metricNetworks } from "../src/catalog/networks.ts";
import { defineTool } from "../src/mcp/tool.ts";

export const getProfileMetrics = defineTool({
  name: "get_profile_metrics",
  title: "Get profile metrics",
  description:
    "Daily metrics of profiles, as a table with totals. Takes any number of profiles, metrics and days: larger ones are split into requests and merged exactly. What does not fit the answer is condensed; read_result gives the rest. Costs one request per 100 profiles × 25 metrics × 12 months and one for the profile list; plan_only tells.",
  input: z.strictObject({
    network: z.enum(metricNetworks),
    metrics: z.array(z.string().max(100)).min(1).max(200).describe("Names from describe_metrics."),
    date_start: z
      .string()
      .max(40)
      .describe("YYYY-MM-DD, in each profile's timezone (YouTube: UTC)."),
    date_end: z.string().max(40).describe("Included."),
    profiles: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(ourLimits.profilesPerQuery)
      .optional()
      .describe("Ids from list_profiles; left out: every profile of the network."),
    dimensions: z
      .array(z.string().max(40))
      .max(10)
      .default(["profile"])
      .describe(
        "Splits, in order: profile, profile_label, one of date.day, date.week, date.month, then one breakdown. [] is one total row.",
      ),
    max_requests: z.int().min(1).max(1000).optional().describe("Refuse to spend more than this."),
    plan_only: z.boolean().optional().describe("Only say what it would cost."),
    skip_unavailable: z
      .boolean()
      .optional()
      .describe("Leave out, and list, profiles that the API refuses."),
  }),
  async run(input, services) {
    const { answerMetrics } = await import("../src/mcp/engine.ts");
    return answerMetrics(
      {
        version: 3,
        network: input.network,
        metrics: input.metrics,
        dateStart: input.date_start,
        dateEnd: input.date_end,
        dimensions: input.dimensions,
        profiles: input.profiles,
        skipUnavailable: input.skip_unavailable ?? false,
        planOnly: input.plan_only ?? false,
        maxRequests: input.max_requests ?? services.settings.maxRequests,
      },
      services,
    );
  },
});
