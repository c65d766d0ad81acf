/** Pieces that a result cannot give: each refusal names the reason, and what to ask instead. */
import { expect, test } from "vitest";
import { expectRefusals, october, resultOf } from "../helpers/pieces.ts";

const ones = (): number => 1;
const daily = { ...october, dimensions: ["profile", "date.day"] };
const statisticAdvice =
  "Choose from sum, mean, median, p90, min, max, first, last; several with commas.";

test("arguments that need others, or exclude them", async () => {
  await expectRefusals(await resultOf(ones, daily), [
    [
      { of: "week" },
      "of week is for a statistic, and none is named",
      "Name a statistic, such as min.",
    ],
    [
      { of: "week", statistic: "max", grain: "month" },
      "of week is for rows of the whole range, and these are by month",
      "Leave grain out.",
    ],
    [
      { per_profile: true },
      "per_profile divides rows of several profiles, and these rows are single profiles",
      "Ask get_profile_metrics without profile among the dimensions.",
    ],
    [{ statistic: "average" }, '"average" is not a statistic (write mean)', statisticAdvice],
    [{ statistic: "x".repeat(41) }, `"${"x".repeat(40)}" is not a statistic`, statisticAdvice],
    [
      { group_by: "type" },
      "a result of metrics is grouped by profile_label alone",
      "Write group_by profile_label, or ask get_profile_metrics for other dimensions.",
    ],
  ]);
});

test("only one form of the numbers", async () => {
  const advice = "Give one of them.";
  await expectRefusals(await resultOf(ones, { ...october, dimensions: ["date.day"] }), [
    [{ statistic: "max", view: "shares" }, "statistic and view shares cannot be combined", advice],
    [
      { statistic: "max", per_profile: true },
      "statistic and per_profile cannot be combined",
      advice,
    ],
    [
      { view: "shares", per_profile: true },
      "view shares and per_profile cannot be combined",
      advice,
    ],
    [
      { per_profile: true, grain: "weekday" },
      "per_profile divides sums and levels, and weekdays are means",
      "Choose another grain, such as day.",
    ],
  ]);
});

test("lists of gaps and outliers take no argument that makes other rows", async () => {
  const stored = await resultOf(ones, daily);
  const pieces = [
    { statistic: "min" },
    { of: "week" },
    { sort_by: "insights_views" },
    { where: ["insights_views > 1"] },
    { per_profile: true },
  ];
  const refused = ["gaps", "outliers"].flatMap((view) =>
    [...pieces, ...(view === "gaps" ? [{ grain: "week" }] : [])].map((piece) => {
      const [name = ""] = Object.keys(piece);
      return [
        { view, ...piece },
        `${name} cannot be combined with view ${view}, whose rows are single profiles and days`,
        `Leave ${name} out.`,
      ] as const;
    }),
  );
  await expectRefusals(stored, refused);
  const advice = "Choose one of day, week, month, quarter, year.";
  await expectRefusals(stored, [
    [{ view: "outliers", grain: "weekday" }, "view outliers has no grain weekday", advice],
    [{ view: "outliers", grain: "total" }, "view outliers has no grain total", advice],
  ]);
  // These are the defaults.
  expect(await stored.read({ view: "gaps", per_profile: false })).toContain("None: every");
});

test("metrics, profiles and days that are not in the result", async () => {
  const profileAdvice = "Take ids or exact names from the result's table or from list_profiles.";
  await expectRefusals(await resultOf(ones, daily), [
    [
      { metrics: ["insights_views", "fans"] },
      "the result has no metric fans",
      "It has insights_views, insights_reach, fans_lifetime.",
    ],
    [
      { profiles: ["A", "D"] },
      'the result has no profile D (there are "A", "B", "C")',
      profileAdvice,
    ],
    [
      { profiles: ["x".repeat(81)] },
      `the result has no profile ${"x".repeat(79)}… (there are "A", "B", "C")`,
      profileAdvice,
    ],
    ...[{ date_start: "2026-10-15" }, { date_end: "2026-09-30" }].map(
      (dates) =>
        [
          dates,
          "the result covers 2026-10-01 to 2026-10-14 only",
          "Choose days within it.",
        ] as const,
    ),
  ]);
});

test("statistics that a kind forbids", async () => {
  const stored = await resultOf(ones, {
    ...daily,
    metrics: [...october.metrics, "insights_reach_7_days"],
  });
  const advice = "Choose another statistic for it, or other metrics.";
  await expectRefusals(stored, [
    [
      { statistic: "min,sum", metrics: ["insights_reach_7_days"] },
      "insights_reach_7_days has no sum here: each day counts the days before it too, so days cannot be added",
      advice,
    ],
    [
      { statistic: "sum", metrics: ["fans_lifetime"] },
      "fans_lifetime has no sum here: a level stands at the end of each day, so its days cannot be added",
      advice,
    ],
    [
      { statistic: "mean" },
      "insights_reach_7_days has no mean here: each day counts the days before it too, so a mean would count days several times",
      advice,
    ],
    [
      { statistic: "mean", metrics: ["r = insights_views / insights_reach"] },
      "r has no mean here: a mean of daily ratios is not the ratio; without statistic it is the sum over the sum",
      advice,
    ],
  ]);
});
