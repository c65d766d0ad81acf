/** Goals: where a number will stand on its day. */
import { expect, test } from "vitest";
import { octoberFront, render, serveBrands } from "../helpers/reports.ts";

/** Without footnotes. */
const plain = (text: string): string => text.replaceAll(/\[\^\d+\]/g, "");

test("goals: where they will stand at the pace so far", async () => {
  const { environment } = await serveBrands();
  const source = `---
defaults: {network: facebook, date_start: 2026-10-01, date_end: 2026-10-31}
goals:
  views: {metric: insights_views, from: [2026-10-01, 0], to: [2026-11-30, 400000]}
questions:
  oct: {metrics: [insights_views]}
---
{{ goals.views.now }} of {{ goals.views.target }}: {{ goals.views | pace }}
`;
  const { stdout } = await render(source, [], { environment });
  // 7,800 views a day, of 31 days and of 61.
  expect(plain(stdout)).toContain(
    "241,800 of 400,000: At the pace so far, the number will be 475,800 on November 30, 2026: 75,800 above the goal of 400,000.",
  );
});

test.each([
  [
    "that is over: what it had on its last day",
    "[2026-09-01, 0]",
    "[2026-09-30, 200000]",
    "239,400 of 200,000: That is 39,400 above the goal of 200,000.",
  ],
  [
    "that has only begun",
    "[2026-10-31, 0]",
    "[2026-11-29, 234000]",
    "7,800 of 234,000: At the pace so far, the number will be 234,000 on November 29, 2026: exactly the goal of 234,000.",
  ],
  ["that has not begun", "[2027-01-01, 0]", "[2027-12-31, 5]", "– of 5: –"],
])("a goal %s", async (_, from, to, shown) => {
  const { environment } = await serveBrands();
  const source = `${octoberFront.replace("---\n", `---\ngoals: {v: {metric: insights_views, from: ${from}, to: ${to}}}\n`)}{{ goals.v.now }} of {{ goals.v.target }}: {{ goals.v | pace }}`;
  expect(plain((await render(source, [], { environment })).stdout)).toContain(shown);
});

test("a goal without a network is an error that says so", async () => {
  const { environment } = await serveBrands();
  const source = octoberFront
    .replace("network: facebook, ", "")
    .replace("metrics:", "network: facebook, metrics:")
    .replace(
      "---\n",
      "---\ngoals: {v: {metric: insights_views, from: [2026-10-01, 0], to: [2026-11-30, 5]}}\n",
    );
  const { code, stderr } = await render(source, [], { environment });
  expect([code, stderr]).toEqual([2, expect.stringContaining("the goal v names no network")]);
});
