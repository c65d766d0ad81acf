/** The length of a range decides nothing but the number of days. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";

/** The text with each number replaced by N, and without what differs from day to day. */
const formOf = (text: string): string =>
  text
    .replaceAll(/[\d.,]+%?/g, "N")
    .replaceAll(/result:\S+/g, "")
    .replace(/N requests? sent.*/, "");

test.each([[[]], [["profile"]], [["date.weekday"]], [["profile_label"]]])(
  "by %j, ranges of 92 and of 93 days have replies of the same form",
  async (dimensions) => {
    const { call } = await connect({
      profiles: 6,
      numbers: ({ id }, _, day) => Number(id.slice(-1)) + Number(day.slice(-1)) + 1,
    });
    const textOf = async (start: string): Promise<string> => {
      const { text } = await call("get_profile_metrics", {
        network: "facebook",
        metrics: ["insights_views", "insights_reach"],
        dimensions,
        date_start: start,
        date_end: "2026-10-31",
      });
      return formOf(text);
    };
    expect(await textOf("2026-07-31")).toBe(await textOf("2026-08-01"));
  },
);
