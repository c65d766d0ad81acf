/** `--differ`: an API whose metrics are retired or end, and whose days arrive late. */
import { expect, test } from "vitest";
import { changesOf, joinWorlds, readWorld } from "../../src/sandbox/world.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

test.each([
  ["retired=insights_reach,fans_change", { retired: ["insights_reach", "fans_change"] }],
  ["lag=3", { lag: 3 }],
  ["lag-zeros=2", { lagZeros: 2 }],
  ["ended=insights_views:2026-06-15", { ended: { insights_views: "2026-06-15" } }],
  ["youtube:lag=3", { networks: { youtube: { lag: 3 } } }],
  ["myspace:lag=3", undefined],
  ["youtube:late=3", undefined],
  ["lag=", undefined],
  ["lag=-1", undefined],
  ["ended=insights_views:2026-06-31", undefined],
  ["late=3", undefined],
])("%s", (text, world) => {
  expect(readWorld(text)).toEqual(world);
});

test("several texts are one world", () => {
  const worlds = [
    "retired=a",
    "retired=b",
    "lag=2",
    "ended=c:2026-01-01",
    "ended=d:2026-01-02",
    "youtube:retired=e",
    "youtube:lag=0",
  ];
  const world = joinWorlds(worlds.flatMap((text) => readWorld(text) ?? []));
  expect(world).toEqual({
    retired: ["a", "b"],
    lag: 2,
    ended: { c: "2026-01-01", d: "2026-01-02" },
    networks: { youtube: { retired: ["e"], lag: 0, ended: {} } },
  });
  expect(changesOf(world, "youtube")).toMatchObject({ retired: ["a", "b", "e"], lag: 0 });
  expect(changesOf(world, "tiktok")).toMatchObject({ retired: ["a", "b"], lag: 2 });
});

test("one network is late, and the others are not", async () => {
  const { call } = await connect({ profiles: 6, world: { networks: { youtube: { lag: 2 } } } });
  const { text } = await call("get_profile_metrics", { network: "all", period: "last_7_days" });
  expect(text.split("\n")[0]?.match(/\w+: numbers to/g)).toEqual(["youtube: numbers to"]);
});

test.each([
  ["no values on the last days", { lag: 3 }, [true, null, null, null]],
  ["zeros on the last days", { lagZeros: 2 }, [true, true, 0, 0]],
  ["zeros from a day on", { ended: { insights_views: "2026-11-18" } }, [true, true, 0, 0]],
])("%s, up to yesterday", async (_, world, expected) => {
  const connected = await connect({ profiles: 1, world });
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-11-16",
    date_end: "2026-11-19",
    dimensions: ["date.day"],
  });
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const values = rows.map((row) => numberIn(row, "insights_views"));
  expect(values.map((value) => (value !== null && value > 0 ? true : value))).toEqual(expected);
});
