/** A network that is late by some days: a comparison has no change beyond that of the days that are delivered. */
import { expect, test } from "vitest";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { isFull, isQuick } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/**
 * Every page has the same numbers on every day, so that each change is that of days that are missing: on the last days, of
 * all pages, or of three in five.
 */
const steady =
  (lag: number, areAll: boolean): Numbers =>
  ({ index }, _metric, date) =>
    date > addDays(yesterday, -lag) && (areAll || index % 5 > 1) ? null : 100 * (index + 1);
const yesterday = toDay("2026-11-19");

const periods = ["yesterday", "last_3_days", "last_week", "this_month"] as const;
const lags = isFull ? [0, 1, 2, 3, 4, 5] : isQuick ? [0, 3] : [0, 2, 5];
const counts = isFull ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : isQuick ? [5] : [1, 4, 10];
const cases = metricNetworks.flatMap((network) =>
  lags.flatMap((lag) => [true, false].map((areAll) => ({ network, lag, areAll }))),
);

test.each(cases)(
  "$network, $lag days late, all pages $areAll: no change",
  async ({ network, lag, areAll }) => {
    let [changes, missing] = [0, 0];
    for (const profiles of counts) {
      const connected = await connect({ profiles, numbers: steady(lag, areAll) });
      for (const period of periods)
        // A page that lacks days has gaps, where the network is not late.
        for (const dimensions of areAll ? [[], ["profile"]] : [[]]) {
          const question = {
            network,
            metrics: headlineMetrics[network].slice(0, 3),
            period,
            dimensions,
          };
          const { text } = await connected.call("get_profile_metrics", {
            ...question,
            compare_to: "previous_period",
          });
          const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
          // Where the network is late, both sides keep the same days of all pages.
          const isOfNetwork = areAll || profiles >= 10;
          const totals = isOfNetwork && dimensions.length === 0 ? csvRows(csv) : [];
          const sides = totals.flatMap((row) =>
            question.metrics.map((metric) => [row.get(metric), row.get(`${metric}:before`)]),
          );
          const uneven = sides.filter(([now, before]) => now !== "" && now !== before);
          expect({ profiles, period, uneven }).toEqual({ profiles, period, uneven: [] });
          const cells = csvRows(csv).flatMap((row) =>
            [...row].filter(([head]) => /:(all_)?change(_percent)?$/.test(head)),
          );
          const values = cells.map(([, value]) => value);
          missing += values.filter((value) => value === "").length;
          changes += values.filter((value) => value !== "").length;
          const wrong = cells.filter(([, value]) => value !== "" && value !== "0");
          expect({ profiles, period, wrong }).toEqual({ profiles, period, wrong: [] });
        }
    }
    expect(changes).toBeGreaterThan(0);
    expect(lag === 0 || missing > 0).toBe(true);
  },
  600_000,
);
