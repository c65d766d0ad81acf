/** A proxy that ignores the bodies of requests answers for another year: its numbers are never taken for this one's. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";

const profiles = Array.from({ length: 3 }, (_, place) => ({
  id: String(place),
  name: `P${place}`,
}));

/** A year earlier, or the same day of the question's year. */
const earlier = (day: unknown, years: number): string =>
  String(day).replace(/^\d{4}/, (year) => String(Number(year) - years));

async function reply(years: number, dimensions: readonly string[]) {
  const { baseUrl } = await serveFakeApi({
    profiles,
    metrics: ({ body }) =>
      metricsAnswer({
        ...body,
        date_start: earlier(body["date_start"], years),
        date_end: earlier(body["date_end"], years),
      }),
  });
  const { attempt } = await connect({ baseUrl });
  const range = { date_start: "2026-01-01", date_end: "2026-10-31" };
  const question = { network: "facebook", metrics: ["fans_change"], dimensions, ...range };
  return (await attempt("get_profile_metrics", question)).text;
}

const grains = ["date.day", "date.month", "date.quarter"].map((grain) => [grain]);

test.each(grains)("by %s", async (grain) => {
  expect(await reply(1, ["profile", grain])).toMatch(
    /^upstream_failed: the API answered for a (day|year) not requested/,
  );
  expect(await reply(0, ["profile", grain])).toMatch(/^facebook, 3 profiles/);
});
