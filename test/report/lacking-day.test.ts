/** A day that a page lacks changes the row of that page alone. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { numberIn } from "../helpers/csv.ts";
import { drawing } from "../helpers/repetitions.ts";
import { pageCount, question, ask, pageOf, nameOf } from "../helpers/routes.ts";

test("a day that a page lacks changes no other row, and the total by no more than that page", async () => {
  const day = fc.integer({ min: 1, max: 31 });
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(question, fc.nat(pageCount - 1), day, async (sample, index, date) => {
      const plain = {
        ...sample,
        where: undefined,
        range: { period: "2026-10", compare_to: "previous_period" },
      };
      const hole = { index, day: `2026-10-${String(date).padStart(2, "0")}` };
      const [routes, without] = [await ask(plain), await ask(plain, hole)];
      const [metric = ""] = sample.metrics.map(nameOf);
      let changed = 0;
      for (const [at, row] of routes.rows.entries()) {
        const counterpart = without.rows.find(
          (candidate) => candidate.get("profile") === row.get("profile"),
        );
        assert(counterpart !== undefined);
        const pair = [row, counterpart].map((side) => numberIn(side, `${metric}:change`));
        if (pair[0] !== pair[1]) changed += 1;
        compared += 1;
        assert(changed <= 1, `${at}: ${pageOf(row)} changed too`);
      }
    }),
    drawing(5, 100, 2),
  );
  expect(compared).toBeGreaterThan(0);
}, 900_000);
