/** A network that is late by some days: a comparison has no change beyond that of the days that are delivered. */
import { expect, test } from "vitest";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { isFull } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Every page has the same numbers on every day: each change is that of days that are missing. */
const steady: Numbers = ({ index }) => 100 * (index + 1);

const periods = ["yesterday", "last_3_days", "last_week", "this_month"] as const;
const lags = isFull ? [0, 1, 2, 3, 4, 5] : [0, 2, 5];
const counts = isFull ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1, 4, 10];
const cases = metricNetworks.flatMap((network) => lags.map((lag) => ({ network, lag })));

test.each(cases)(
  "$network, $lag days late: no change",
  async ({ network, lag }) => {
    let [changes, missing] = [0, 0];
    for (const profiles of counts) {
      const connected = await connect({ profiles, numbers: steady, world: { lag } });
      for (const period of periods)
        for (const dimensions of [[], ["profile"]]) {
          const asked = {
            network,
            metrics: headlineMetrics[network].slice(0, 3),
            period,
            dimensions,
          };
          const { text } = await connected.call("get_profile_metrics", {
            ...asked,
            compare_to: "previous_period",
          });
          const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
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
