/** The cost of a call grows with its output at most, and not with what is beside it. `npm run bench` prints the table. */
import { expect, test } from "vitest";
import { axes } from "../helpers/cost-axes.ts";
import { documentAxes } from "../helpers/document-axes.ts";
import { costsOf, exponentOf } from "../helpers/costs.ts";

test.each([...axes, ...documentAxes])("$name", async (axis) => {
  const costs = await costsOf(axis);
  const exponent = exponentOf(costs);
  const texts = costs.map(
    ({ size, milliseconds, bytes }) => `${size}: ${milliseconds.toFixed(1)} ms, ${bytes} bytes`,
  );
  console.log(`${axis.name}: ${texts.join("; ")}; exponent ${exponent.toFixed(2)}`);
  expect(exponent).toBeLessThan(axis.grows ? 1.1 : 0.2);
});
