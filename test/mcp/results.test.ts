/** Kept results: pieces of them, and all of them as CSV. */
import { expect, test } from "vitest";
import { connect, facebookIds, withoutIds, type Connected } from "../helpers/connect.ts";
import { serveFaulty } from "../helpers/faulty-api.ts";

const asked = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(4),
  date_start: "2026-09-28",
  date_end: "2026-10-11",
  dimensions: ["profile", "date.day"],
};

const idOf = (text: string): string => /result (r\w+) ·/.exec(text)?.[1] ?? "";

async function withResult(
  overrides: Record<string, unknown> = {},
): Promise<Connected & { result: string }> {
  const connected = await connect();
  const { text } = await connected.call("get_profile_metrics", { ...asked, ...overrides });
  return { ...connected, result: idOf(text) };
}

async function readCsv({ client }: Connected, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  return content !== undefined && "text" in content ? content.text : "";
}

test("slices by profile, metric and day without a request", async () => {
  const { call, result, sandbox } = await withResult();
  const before = sandbox.requests().length;

  const { text } = await call("read_result", {
    result,
    profiles: ["Acme UK", facebookIds(1)[0]],
    metrics: ["insights_reach"],
    date_start: "2026-10-05",
    date_end: "2026-10-06",
  });

  expect(sandbox.requests()).toHaveLength(before);
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles, 2026-10-05 to 2026-10-06 by profile, day, profile time. A piece of result rRESULTID; no request sent.

    Metrics: insights_reach (average)
    day|Acme UK|Acme US
    2026-10-05|656|837
    2026-10-06|833|942
    average|744.5|889.5

    An average is the mean over profiles and days, not a total.
    result rRESULTID · result://rRESULTID.csv"
  `);
});

test("shows ISO weeks, folded from the days, with totals still over profile-days", async () => {
  const { call, result } = await withResult();

  const { text } = await call("read_result", { result, grain: "week", profiles: facebookIds(2) });

  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles, 2026-09-28 to 2026-10-11 by profile, week, profile time. A piece of result rRESULTID; no request sent.

    Metrics: fans_change (sum), insights_reach (average)
    A = Acme US; B = Acme UK
    week|fans_change A|B|insights_reach A|B
    2026-W40|153|91|816.4286|680.4286
    2026-W41|185|92|764.1429|669.8571
    sum/average|338|183|790.2857|675.1429

    An average is the mean over profiles and days, not a total.
    result rRESULTID · result://rRESULTID.csv"
  `);
});

test("ranks profiles by a metric, some of them, from an offset", async () => {
  const { call, result } = await withResult();

  const { text } = await call("read_result", {
    result,
    grain: "total",
    sort_by: "fans_change",
    top: 2,
    offset: 1,
  });

  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles, 2026-09-28 to 2026-10-11 by profile, profile time. A piece of result rRESULTID; no request sent.

    Metrics: fans_change (sum), insights_reach (average)
    profile|fans_change|insights_reach
    Acme 日本|228|754.8571
    Acme UK|183|675.1429
    sum/average|411|715

    Ranked by fans_change, highest first: 2 of 4 rows of profile, from rank 2.
    An average is the mean over profiles and days, not a total.
    result rRESULTID · result://rRESULTID.csv"
  `);
});

test("ranks from the lowest, the rows without a value last", async () => {
  const { call, result } = await withResult();

  const { text } = await call("read_result", {
    result,
    grain: "total",
    sort_by: "insights_reach",
    order: "asc",
  });

  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("Acme") || line.startsWith("Café"));
  expect(rows.map((row) => row.split("|")[0])).toEqual([
    "Acme UK",
    "Acme 日本",
    "Acme US",
    "Café Žofín",
  ]);
});

test("takes a name as a table shows it", async () => {
  const { call, result } = await withResult({ profiles: facebookIds(6) });
  const { text } = await call("read_result", { result, profiles: ["Acme ¦ Pipes and tabs"] });
  expect(text).toContain("profile: Acme ¦ Pipes and tabs");
});

test.each<[string, Record<string, unknown>, string]>([
  ["a result that is not kept", { result: "rNOTHING22" }, "not_found: no result"],
  [
    "a profile it does not have",
    { profiles: ["Acme Mars"] },
    'invalid_input: the result has no profile "Acme Mars"',
  ],
  [
    "a metric it does not have",
    { metrics: ["fans"] },
    "invalid_input: the result has no metric fans",
  ],
  [
    "days outside of it",
    { date_start: "2026-01-01", date_end: "2026-01-02" },
    "invalid_input: the result covers 2026-09-28 to 2026-10-11 only",
  ],
  ["an offset beyond its rows", { offset: 9 }, "invalid_input: offset 9 is beyond the 4 rows"],
  [
    "a metric to sort by that it does not have",
    { sort_by: "likes" },
    "invalid_input: the result has no metric likes",
  ],
])("refuses %s", async (_, wrong, expected) => {
  const { call, result } = await withResult();
  const { text, isError } = await call("read_result", { result, ...wrong });
  expect(isError).toBe(true);
  expect(text.slice(0, expected.length)).toBe(expected);
});

test("refuses days and grains of a result that holds none", async () => {
  const { call, result } = await withResult({ dimensions: ["profile"] });
  for (const wrong of [{ grain: "week" }, { grain: "day" }, { date_end: "2026-10-01" }]) {
    const { text } = await call("read_result", { result, ...wrong });
    expect(text).toMatch(/^invalid_input: the result does not hold days/);
  }
});

test("does not average what are averages already", async () => {
  const { call, result } = await withResult({ dimensions: ["date.day"] });

  const { text } = await call("read_result", { result, grain: "month" });

  expect(text).toContain(
    "Left missing by month, since days may not be put together: insights_reach.",
  );
});

test("gives all of a result as CSV: ids and names, full precision, missing as empty", async () => {
  const connected = await withResult({
    date_start: "2026-10-10",
    profiles: facebookIds(4).slice(1),
  });

  const csv = await readCsv(connected, `result://${connected.result}.csv`);

  expect(csv.split("\r\n")).toMatchInlineSnapshot(`
    [
      "profile,profile_name,date.day,fans_change,insights_reach",
      "100000000007919,Acme UK,2026-10-10,14,592",
      "100000000007919,Acme UK,2026-10-11,24,441",
      "100000000015838,Café Žofín,2026-10-10,22,",
      "100000000015838,Café Žofín,2026-10-11,21,",
      "100000000023757,Acme 日本,2026-10-10,1,595",
      "100000000023757,Acme 日本,2026-10-11,16,546",
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
    ...asked,
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
    ...asked,
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

test("the least recently used results make room for new ones", async () => {
  const { call } = await connect({ maxResultBytes: 30_000 });
  const first = idOf((await call("get_profile_metrics", asked)).text);
  for (let days = 1; days < 9; days += 1) {
    await call("get_profile_metrics", { ...asked, date_start: `2026-09-0${days}` });
  }

  const { text } = await call("read_result", { result: first });

  expect(text).toMatch(/^not_found: no result ".*" is kept here/);
});

test("refuses what cannot be kept, before a request is spent", async () => {
  const { call, sandbox } = await connect({ maxResultBytes: 10_000 });
  const { text } = await call("get_profile_metrics", { ...asked, profiles: undefined });
  expect(text).toMatch(/^limit_exceeded: \d+ numbers are more than can be kept/);
  expect(sandbox.requests("metrics")).toHaveLength(0);
});

test("guessing gives not found", async () => {
  const { client } = await connect();
  for (const uri of ["result://rabcdefgh.csv", "result://x.y.csv", "result://.csv"]) {
    await expect(client.readResource({ uri })).rejects.toThrow(/result|resource/i);
  }
});

test("profiles of one name are told apart by their ids", async () => {
  const profiles = ["a1", "a2"].map((id) => ({ id, name: "Twin" }));
  const baseUrl = await serveFaulty((request, response) => {
    const header = [
      { type: "profile", rows: ["a1", "a2"] },
      { type: "metric", rows: ["fans_change"] },
    ];
    const answer = request.url?.endsWith("/profiles") ? { profiles } : { header, data: [[1], [2]] };
    response.end(JSON.stringify({ success: true, ...answer }));
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: "2026-10-01",
    date_end: "2026-10-01",
  });
  expect(text).toContain("\nTwin (a1)|1\nTwin (a2)|2\n");

  const one = await call("read_result", { result: idOf(text), profiles: ["Twin (a2)"] });
  const neither = await call("read_result", { result: idOf(text), profiles: ["Twin"] });

  expect(one.text).toContain("profile: Twin (a2)");
  expect(neither.text).toMatch(/^invalid_input: the result has no profile "Twin"/);
});
