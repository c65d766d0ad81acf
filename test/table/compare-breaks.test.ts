/** Two ranges with a break in one of them, or between them. */
import { compared, lists, parts } from "../helpers/compared.ts";
import { describe, expect, test } from "vitest";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;

/** The network replaced page fans by page follows on 2025-11-15. */
describe("breaks", () => {
  const after = { from: "2025-12-01", now: [[50, 51]] };
  const across = { fromBefore: "2025-11-13", before: [[10, 11, 30, 31]] };
  const beforeIt = { fromBefore: "2025-11-01", before: [[10, 11]] };

  test("two ranges on different sides have both numbers, their parts, and no change", () => {
    const table = compared({ metric: "fans_lifetime", ...after, ...beforeIt }, []);
    expect(lists(table)).toMatchObject({
      now: [51],
      before: [11],
      change: [withheld],
      percent: [none],
    });
    expect(parts(table)).toEqual([
      ["now", [51]],
      ["before", [11]],
    ]);
  });

  test("a level of a range that crosses the break is withheld, and has the last day of each part", () => {
    const table = compared({ metric: "fans_lifetime", ...after, ...across }, []);
    expect(lists(table)).toMatchObject({ now: [51], before: [withheld], change: [withheld] });
    expect(parts(table)).toEqual([
      ["now", [51]],
      ["before", [11]],
      ["before", [31]],
    ]);
  });

  test("a sum of a range that crosses the break is withheld, and its parts are there", () => {
    const table = compared({ metric: "fans_change", ...after, ...across }, []);
    expect(lists(table)).toMatchObject({ now: [101], before: [withheld], change: [withheld] });
    expect(parts(table)).toEqual([
      ["now", [101]],
      ["before", [21]],
      // The day of the break is in neither part.
      ["before", [31]],
    ]);
    const empty = compared(
      {
        metric: "fans_change",
        ...after,
        fromBefore: "2025-11-13",
        before: [[null, null, null, null]],
      },
      [],
    );
    expect(lists(empty).before, "missing is not withheld").toEqual([none]);
  });

  test("each row of time is compared by the side that it is on", () => {
    const sides = { metric: "fans_lifetime", from: "2025-11-14", now: [[50, 51]], ...beforeIt };
    const table = compared(sides, ["date.day"]);
    expect(lists(table)).toMatchObject({ now: [50, 51], before: [10, 11], change: [40, withheld] });
    expect(parts(table)).toEqual([]);
    const profiles = {
      ...sides,
      now: [
        [50, 51],
        [60, 61],
      ],
      before: [
        [10, 11],
        [20, 21],
      ],
    };
    expect(lists(compared(profiles, ["profile", "date.day"]))).toMatchObject({
      change: [40, withheld, 40, withheld],
    });
    expect(lists(compared(profiles, ["date.day", "profile"]))).toMatchObject({
      change: [40, 40, withheld, withheld],
    });
  });

  test("a metric without a break is compared as ever", () => {
    const table = compared({ metric: "insights_reach", ...after, ...beforeIt }, []);
    expect(lists(table)).toMatchObject({ change: [50.5 - 10.5] });
    expect(parts(table)).toEqual([]);
  });
});
