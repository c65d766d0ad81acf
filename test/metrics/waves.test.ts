/** Independent requests go out together. */
import { expect, test } from "vitest";
import { wavesOf } from "../helpers/waves.ts";

const profile = { dimensions: ["profile"] };
const label = { dimensions: ["profile_label"] };

test.each([
  ["by profile", profile, [1, 3], [3]],
  ["by label, whose lists go out together", label, [2, 3], [3]],
  ["by week", { dimensions: ["date.week"] }, [1, 3], [3]],
  ["of two ranges near each other", { ...profile, compare_to: "previous_period" }, [1, 3], [3]],
  ["of two ranges far from each other", { ...label, compare_to: "previous_year" }, [2, 6], [6]],
])("a question %s takes two round trips at first, then one", async (_, question, first, next) => {
  expect(await wavesOf(question)).toEqual({ first, next });
});

test("a breakdown takes four at first: one answer shows its rows, another whether such a size passes", async () => {
  const question = { dimensions: ["reaction_type"], metrics: ["insights_reactions"] };
  expect(await wavesOf(question)).toEqual({ first: [1, 1, 1, 5], next: [6] });
});
