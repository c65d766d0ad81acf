/** All of a kept result, as a client reads it. */
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { dailyQuestion, idOf, readCsv, withResult } from "../helpers/results.ts";

test("gives all of a result as CSV: ids and names, full precision, missing as empty", async () => {
  const connected = await withResult({
    date_start: "2026-10-10",
    profiles: facebookIds(4).slice(1),
  });

  const csv = await readCsv(connected, `result://${connected.result}.csv`);

  expect(csv.split("\r\n")).toMatchInlineSnapshot(`
    [
      "profile,profile_name,date.day,fans_change,insights_reach",
      "100000000007919,Acme UK,2026-10-10,1,2990",
      "100000000007919,Acme UK,2026-10-11,1,2310",
      "100000000015838,Café Žofín,2026-10-10,3,",
      "100000000015838,Café Žofín,2026-10-11,-1,",
      "100000000023757,Acme 日本,2026-10-10,8,2902",
      "100000000023757,Acme 日本,2026-10-11,-2,2732",
      "",
    ]
  `);
});

test("makes text cells inert that a spreadsheet would run", async () => {
  const connected = await withResult({
    profiles: facebookIds(8).slice(6),
    dimensions: ["profile"],
  });

  const csv = await readCsv(connected, `result://${connected.result}.csv`);

  expect(csv).toContain(',"Acme ""quoted"", Inc.",');
  expect(csv).toContain(`,"'=HYPERLINK(""http://example.invalid"")",`);
});

test("writes object rows as their minified JSON", async () => {
  const connected = await connect({ rowStyle: { breakdown: (_, text) => ({ code: text }) } });
  const { text } = await connected.call("get_profile_metrics", {
    ...dailyQuestion,
    metrics: ["insights_reactions"],
    dimensions: ["reaction_type"],
  });

  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);

  expect(csv).toMatch(/^reaction_type,insights_reactions\r\n"{""code"":""anger""}",\d+\r\n/);
});

test("offers a result above 8 MiB in parts of whole rows, each with the header", async () => {
  const connected = await connect({
    profiles: 100,
    complexity: 1e9,
    numbers: (profile, _, day) => profile.index + Number(day.replaceAll("-", "")) / 7,
  });
  const { text, links } = await connected.call("get_profile_metrics", {
    ...dailyQuestion,
    metrics: [
      "fans_change",
      "fans_lifetime",
      "insights_reach",
      "insights_views",
      "insights_follows",
    ],
    profiles: undefined,
    date_start: "2025-01-01",
    date_end: "2026-10-31",
  });
  const id = idOf(text);

  expect(links.length).toBeGreaterThan(1);
  const parts = await Promise.all(links.map((uri) => readCsv(connected, uri)));
  const header =
    "profile,profile_name,date.day,fans_change,fans_lifetime,insights_reach,insights_views,insights_follows\r\n";
  const rows = parts.flatMap((part) => {
    expect(part.startsWith(header)).toBe(true);
    expect(part.endsWith("\r\n")).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(10 * 1024 * 1024);
    return part.slice(header.length).split("\r\n").slice(0, -1);
  });
  expect(rows).toHaveLength(100 * 669);
  const keys = rows.map((row) => row.replace(/^(\d+),.*,(\d{4}-\d{2}-\d{2}),.*$/, "$1 $2"));
  expect(new Set(keys).size).toBe(rows.length);

  await expect(readCsv(connected, `result://${id}.csv`)).rejects.toThrow(
    `result://${id}.part-1.csv`,
  );
  await expect(readCsv(connected, `result://${id}.part-99.csv`)).rejects.toThrow("parts");
});

test("guessing gives not found", async () => {
  const { client } = await connect();
  for (const uri of ["result://rabcdefgh.csv", "result://x.y.csv", "result://.csv"]) {
    await expect(client.readResource({ uri })).rejects.toThrow(/result|resource/i);
  }
});
