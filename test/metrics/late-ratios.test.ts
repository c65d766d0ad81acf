/** A ratio takes the days of both of its parts, whichever of them is late or has ended. */
import { describe, expect, test } from "vitest";
import { plausibleNumbers, type Numbers } from "../../src/sandbox/numbers.ts";
import type { World } from "../../src/sandbox/world.ts";
import { connect } from "../helpers/connect.ts";
import { ask } from "../helpers/late-networks.ts";

describe("a ratio takes the days of both of its parts", () => {
  const rate = "rate = insights_reactions / fans_lifetime";
  const compared = {
    metrics: ["insights_reactions", rate],
    compare_to: "previous_period",
    dimensions: [],
  };
  const rateIn = (text: string): string | undefined => /\nrate[^|]*\|(.*)/.exec(text)?.[1];

  test.each<[string, World]>([
    ["missing", { lag: 3 }],
    ["zeros", { lagZeros: 3 }],
  ])("days that are late as %s", async (_, world) => {
    const connected = await connect({ profiles: 10, world });
    const punctual = await connect({ profiles: 10 });
    const days = {
      period: undefined,
      date_start: "2026-11-13",
      date_end: "2026-11-16",
      compare_to: "2026-11-06",
    };
    const expected = rateIn(await ask(punctual, { ...compared, ...days }));
    expect(expected).toBeDefined();
    expect(rateIn(await ask(connected, compared))).toBe(expected);
  });

  test("a part that is late, and is not shown", async () => {
    const numbers: Numbers = (profile, metric, date, breakdown) =>
      metric === "fans_lifetime" && date >= "2026-11-17"
        ? 0
        : plausibleNumbers(profile, metric, date, breakdown);
    const text = await ask(await connect({ profiles: 10, numbers }), {
      ...compared,
      metrics: [rate],
    });
    expect(text.split("\n")[0]).toContain(
      "facebook: numbers to 11-16; later days are not delivered.",
    );
  });

  test("a part that ended", async () => {
    const connected = await connect({
      profiles: 10,
      world: { ended: { insights_reactions: "2026-10-11" } },
    });
    const october = { ...compared, metrics: [rate], period: "2026-10" };
    const text = await ask(connected, october);
    expect(text).toContain("insights_reactions: no values above 0 from 2026-10-11 on");
    expect(text).not.toContain("rate: numbers to");
    expect(text).toContain("Both ranges count their first 10 days.");
  });
});
