/** Replies link the CSV of a small result without making it: a bound of its bytes shows that it is one part. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/base/async/work.ts";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { csvParts } from "../../src/answers/replies/csv.ts";
import { connect } from "../helpers/connect.ts";
import { LocalCalls } from "../helpers/costs.ts";
import { drawing } from "../helpers/repetitions.ts";
import { sandboxApi } from "../helpers/sandbox-api.ts";

const question = fc
  .record({
    network: fc.constantFrom(...metricNetworks, "all" as const),
    date_start: fc.constantFrom("2026-10-01", "2025-10-20", "2026-08-15"),
    dimensions: fc.constantFrom<readonly string[]>(
      ["profile"],
      ["profile", "day"],
      ["profile_label", "week"],
      ["week"],
      ["weekday", "profile"],
      [],
    ),
    compare_to: fc.constantFrom(undefined, "previous_period", "previous_year", "usual"),
    isSplit: fc.boolean(),
  })
  .map(({ isSplit, ...args }) => {
    const { network, dimensions } = args;
    const isAll = network === "all";
    const isByPage = dimensions.includes("profile") || dimensions.includes("weekday");
    return {
      ...args,
      date_end: "2026-10-25",
      max_requests: 500,
      ...(!isAll && { metrics: headlineMetrics[network] }),
      dimensions: isAll && isByPage ? ["week"] : dimensions,
      ...(isSplit &&
        network === "facebook" && {
          metrics: ["insights_reactions"],
          dimensions: ["profile", "reaction_type"],
        }),
    };
  });

test("the bound is never less than the CSV, for every shape of a result", async () => {
  const calls = new LocalCalls(sandboxApi(9));
  let count = 0;
  await fc.assert(
    fc.asyncProperty(question, async (args) => {
      const { id } = await calls.call("get_profile_metrics", args).catch(() => ({ id: undefined }));
      const stored = id === undefined ? undefined : await calls.services.results.find(id);
      if (stored === undefined) return;
      count += 1;
      const bytes = finish(csvParts(finish(stored.csv()))).reduce(
        (sum, part) => sum + part.bytes,
        0,
      );
      expect(stored.csvBound).toBeGreaterThanOrEqual(bytes);
    }),
    drawing(60, 600, 1),
  );
  expect(count).toBeGreaterThan(30);
});

test("a small result is linked without a size, and a large one with its size", async () => {
  const { client } = await connect({ profiles: 400, settings: { maxRequests: 500 } });
  const sizes = async (args: object): Promise<unknown[]> => {
    const reply = await client.callTool({
      name: "get_profile_metrics",
      arguments: { network: "facebook", ...args },
    });
    return reply.content.flatMap((block) => (block.type === "resource_link" ? [block.size] : []));
  };
  expect(await sizes({ period: "last_week" })).toEqual([undefined]);
  const large = {
    date_start: "2025-11-01",
    date_end: "2026-10-31",
    dimensions: ["profile", "day"],
    metrics: headlineMetrics.facebook,
  };
  const parts = await sizes(large);
  expect(parts.length).toBeGreaterThan(0);
  for (const size of parts) expect(size).toBeGreaterThan(100_000);
});
