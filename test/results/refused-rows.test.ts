/** Pieces that the rows of a result forbid: those of a comparison, and of one profile. */
import { expect, test } from "vitest";
import { connectTo, month, moving } from "../helpers/comparison-api.ts";
import { expectRefusals, october, refusalsOf, resultOf } from "../helpers/pieces.ts";
import { idOf } from "../helpers/results.ts";

const profileAdvice = "Take ids or exact names from the result's table or from list_profiles.";

test("a comparison takes no argument that would change its rows or ranges", async () => {
  const { call, failing } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", { ...month, metrics: ["insights_views"] });
  const pieces = [
    { date_start: "2026-10-02" },
    { date_end: "2026-10-02" },
    { grain: "week" },
    { window: 7 },
  ];
  await expectRefusals(
    refusalsOf({ failing, result: idOf(text) }),
    pieces.map((piece) => {
      const [name = ""] = Object.keys(piece);
      return [
        piece,
        `${name} cannot be applied to a comparison, whose rows are those of two ranges`,
        `Ask get_profile_metrics with compare_to and the dates or dimensions that you need, or leave ${name} out.`,
      ];
    }),
  );
});

test("the only profile of a result can be named, and no other", async () => {
  const stored = await resultOf(() => 1, {
    ...october,
    profiles: ["A"],
    dimensions: ["date.month"],
  });
  expect(await stored.read({ profiles: ["A"] })).toContain("facebook, A by month");
  await expectRefusals(stored, [
    [{ profiles: ["A", "B"] }, 'the result has no profile B (there are "A")', profileAdvice],
  ]);
});

test("a chart of a comparison has the grain of its rows", async () => {
  const { call, failing } = await connectTo(moving);
  const metrics = ["insights_views", "insights_reach"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  const result = idOf(text);
  expect((await failing("chart_result", { result, grain: "week" })).text).toBe(
    "invalid_input: grain cannot be applied to a comparison, whose rows are those of two ranges\nAsk get_profile_metrics with compare_to and the dimension of time that you need, or leave grain out.",
  );
  const chart = await call("chart_result", { result, metrics: ["insights_reach"] });
  expect(chart.text).toContain("insights_reach");
  expect(chart.text).not.toContain("insights_views");
});
