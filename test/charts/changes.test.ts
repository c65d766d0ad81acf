/** Charts of comparisons: changes to both sides of zero, with their numbers; ranges by the names that people use. */
import { describe, expect, test } from "vitest";
import { rangeTitle } from "../../src/answers/charts/model/dates.ts";
import { fallShade, seriesShades } from "../../src/answers/charts/svg/style.ts";
import { toDay } from "../../src/base/time/days.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { pictureOf, resultOf } from "../helpers/charts.ts";
import { boxesOf, labelsOf } from "../helpers/svg.ts";

test.each([
  ["2026-10-01", "2026-10-31", "Oct 2026"],
  ["2026-07-01", "2026-09-30", "Q3 2026"],
  ["2026-01-01", "2026-12-31", "2026"],
  ["2026-10-01", "2026-10-22", "1 to 22 Oct 2026"],
  ["2026-09-28", "2026-10-04", "28 Sep to 4 Oct 2026"],
  ["2025-12-28", "2026-01-03", "28 Dec 2025 to 3 Jan 2026"],
  ["2026-10-05", "2026-10-05", "5 Oct 2026"],
])("%s to %s is %s", (start, end, title) => {
  expect(rangeTitle({ start: toDay(start), end: toDay(end) })).toBe(title);
});

const textsOf = (svg: string): string[] => labelsOf(svg).map(({ text }) => text);

describe("changes of rows", () => {
  const draw = async (more: object = {}) => {
    const connected = await connect({ profiles: 60 });
    const result = await resultOf(connected, {
      profiles: facebookIds(60),
      metrics: ["insights_views"],
      dimensions: ["profile"],
      compare_to: "previous_period",
      ...more,
    });
    const { text } = await connected.call("chart_result", { result });
    const { text: rows } = await connected.call("read_result", { result, top: 20 });
    return { text, rows, svg: await pictureOf(connected, text) };
  };

  test("are bars with the numbers of the reply, in two colours by their sign", async () => {
    const { text, rows, svg } = await draw();
    expect(text).toMatch(
      /^The 20 of 60 profiles with the largest changes in views, Oct 2026 against Sep 2026: /,
    );
    const texts = textsOf(svg);
    const changes = texts.filter((label) => /^[+-][\d,]+ \(/.test(label));
    expect(changes).toHaveLength(20);
    for (const change of changes) {
      const [, number = "", percent = ""] = /^(\S+) \((\S+) %\)$/.exec(change) ?? [];
      const plain = number.replaceAll(",", "");
      expect(
        rows.split("\n").some((row) => row.includes(`|${plain}|`) && row.includes(`|${percent}`)),
      ).toBe(true);
    }
    const fills = boxesOf(svg).map(({ fill }) => fill);
    const falls = changes.filter((change) => change.startsWith("-")).length;
    expect(fills.filter((fill) => fill === fallShade.light).length).toBe(falls);
    expect(fills.filter((fill) => fill === seriesShades[0]?.light).length).toBe(20 - falls);
    expect(texts).toContain("31 against 30 days: changes are at equal days.");
  });

  test("have those that are not compared below a line, with the reason", async () => {
    const { text, svg } = await draw();
    expect(text).toContain("Below the line: not compared, with the reason.");
    expect(textsOf(svg)).toEqual(expect.arrayContaining(["gaps", "no values"]));
    expect(svg).toContain('stroke-dasharray="2 3"');
  });
});
