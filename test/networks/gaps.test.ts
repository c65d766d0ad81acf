/** Where values are missing, of all networks in one table: pages without current values first, each with the reason. */
import { expect, test } from "vitest";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

test("has the rows of each network, with the reason and since when", async () => {
  const connected = await connect({ profiles: 40 });
  const question = { network: "all", date_start: "2026-07-01", date_end: "2026-08-31" };
  const { text } = await connected.call("get_profile_metrics", question);
  const result = idOf(text);
  const read = (piece: string): Promise<string> =>
    readCsv(connected, `result://${result}${piece}.csv`);
  const rows = csvRows(await read("~view=gaps&top=999"));
  const numbersOf = (row: CsvRow): unknown[] => [
    row.get("profile"),
    row.get("metrics"),
    numberIn(row, "days missing"),
    numberIn(row, "of"),
  ];
  for (const network of metricNetworks) {
    const single = csvRows(await read(`~${network}~view=gaps&top=999`));
    const within = rows.filter((row) => row.get("network") === network);
    expect(new Set(within.map(numbersOf))).toEqual(new Set(single.map(numbersOf)));
  }
  const whys = rows.map((row) => row.get("why") ?? "");
  const isDead = (why: string): boolean => /^(without|ended)/.test(why);
  const dead = whys.filter(isDead);
  expect(whys.slice(0, dead.length)).toEqual(dead);
  expect(dead).toContain("without insights");
  // Pages of the sandbox that begin within the range, by their first day.
  const kinds = new Set(
    whys.map((why) => why.replaceAll(/\d\d-\d\d/g, "D").replace(/, and .* more$/, "")),
  );
  expect([...kinds].toSorted()).toEqual([
    "began D",
    "lacks D",
    "lacks D to D",
    "without insights",
    "without values",
  ]);
  const shown = await connected.call("read_result", { result, view: "gaps", top: 2, offset: 1 });
  const count = new Set(
    rows
      .filter((row) => isDead(row.get("why") ?? ""))
      .map((row) => `${row.get("network")} ${row.get("profile")}`),
  ).size;
  expect(shown.text).toContain(`. ${count} profiles without current values of some metrics. `);
  expect(shown.text).toContain(`\n${rows.length - 3} more: top and offset.\n`);
});

test("other pieces and arguments name what there is", async () => {
  const { call, failing } = await connect({ profiles: 3 });
  const { text } = await call("get_profile_metrics", { network: "all", period: "last_week" });
  const result = idOf(text);
  expect((await failing("read_result", { result, top: 3 })).text).toContain(
    "; view gaps and view shares are of all.",
  );
  const named = { result, view: "gaps", metrics: ["insights_views"] };
  expect((await failing("read_result", named)).text).toContain(
    "view gaps of several networks has no metrics",
  );
});
