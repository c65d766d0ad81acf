/** The wide CSV of a result by day and one other dimension. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const question = {
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["Acme US", "أكمي العربية"],
  date_start: "2026-10-05",
  date_end: "2026-10-08",
};

async function ask(more: object): Promise<Connected & { id: string }> {
  const connected = await connect({ profiles: 40 });
  const { text } = await connected.call("get_profile_metrics", { ...question, ...more });
  return { ...connected, id: idOf(text) };
}

test("a row per day and a column per profile, with gaps empty", async () => {
  const { client, id } = await ask({ dimensions: ["profile", "date.day"] });
  expect(await readCsv({ client }, `result://${id}.wide.csv`)).toBe(
    [
      "date.day,Acme US,أكمي العربية",
      "2026-10-05,5802,",
      "2026-10-06,7564,",
      "2026-10-07,8815,",
      "2026-10-08,8274,4016",
      "",
    ].join("\r\n"),
  );
});

test.each([
  [
    "two metrics",
    { metrics: ["insights_views", "fans_lifetime"], dimensions: ["date.day", "profile"] },
  ],
  [
    "labels, with the numbers of the kinds",
    { metrics: ["fans_lifetime"], dimensions: ["profile_label", "date.day"] },
  ],
  ["a breakdown", { metrics: ["insights_reactions"], dimensions: ["date.day", "reaction_type"] }],
])("every number of the CSV, of %s", async (_what, more) => {
  const { client, id } = await ask(more);
  const long = csvRows(await readCsv({ client }, `result://${id}.csv`));
  const wide = csvRows(await readCsv({ client }, `result://${id}.wide.csv`));
  const numbers = [...(long[0]?.keys() ?? [])].filter((name) => /^(insights|fans)_/.test(name));
  const cells = long.flatMap((row) =>
    numbers.map((name) => `${row.get("date.day")} ${row.get(name)}`),
  );
  const written = wide.flatMap((row) =>
    [...row].slice(1).map(([, value]) => `${row.get("date.day")} ${value}`),
  );
  expect(written.toSorted()).toEqual(cells.toSorted());
});

test("a result at other dimensions has none, and the error says what has", async () => {
  const { client, id } = await ask({});
  await expect(readCsv({ client }, `result://${id}.wide.csv`)).rejects.toThrow(
    /has no wide CSV, because it is not by day and one other dimension/,
  );
});
