/** The operator's catalogue: newer metrics, words and ratios, from a file that can change while the server runs. */
import fc from "fast-check";
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { useOwnCatalogue } from "../../src/compose/own-catalogue.ts";
import { noLog } from "../../src/log/log.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { start, readAll } from "../helpers/process.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

afterEach(() => setOwnCatalogue());

function written(text: string): string {
  const file = join(temporaryFolder(), "catalogue.json");
  writeFileSync(file, text);
  return file;
}

const file = (): string =>
  written(`{
  // The API has them since October.
  "metrics": [
    { "network": "facebook", "name": "insights_saves", "aggregation": "sum",
      "breakdowns": ["post_attribution"], "kind": "flow" },
    { "network": "facebook", "name": "insights_dwell", "aggregation": "average" },
    { "network": "facebook", "name": "insights_hides", "aggregation": "sum" },
  ],
  "words": { "Bookmark": ["insights_saves"] },
  "ratios": { "save_rate": "insights_saves / insights_reach" },
}`);

const september = { network: "facebook", date_start: "2026-09-01", date_end: "2026-09-30" };

test("a newer metric is asked, found by its words, and is marked as the operator's", async () => {
  useOwnCatalogue(file(), noLog);
  const { call } = await connect();
  const asked = { ...september, profiles: facebookIds(2), dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", {
    ...asked,
    metrics: ["insights_saves", "save_rate"],
  });
  expect(text).toMatch(/^insights_saves sum\|\d+$/m);
  expect(text).toMatch(/^save_rate insights_saves \/ insights_reach\|[\d.]+$/m);
  const split = { ...asked, metrics: ["insights_saves"], dimensions: ["post_attribution"] };
  expect((await call("get_profile_metrics", split)).text).toContain("organic|");
  const described = await call("describe_metrics", { network: "facebook", search: "bookmarks" });
  expect(described.text).toContain("insights_saves|flow|sum|post_attribution|yours");
});

test("all networks: a newer metric and a ratio by name", async () => {
  useOwnCatalogue(file(), noLog);
  const { call } = await connect({ profiles: 3 });
  const metrics = ["save_rate", "insights_saves"];
  const { text } = await call("get_profile_metrics", { ...september, network: "all", metrics });
  expect(text).toMatch(/facebook.*save_rate/s);
});

test("without the catalogue, the error says how to add a metric", async () => {
  const { failing } = await connect();
  const { text } = await failing("get_profile_metrics", {
    ...september,
    metrics: ["insights_saves"],
  });
  expect(text).toContain(
    "If the API has a newer metric, the operator of this server can add it (--catalog FILE).",
  );
});

const shapes = [
  [],
  ["profile"],
  ["date.day"],
  ["date.month"],
  ["profile", "date.week"],
  ["profile", "date.month"],
  ["profile_label"],
  ["date.quarter"],
  ["date.year", "profile"],
  ["date.weekday"],
];
/** The API has no such rows, so that several of its numbers would be combined. */
const isFolded = (types: readonly string[]): boolean =>
  types.some((type) =>
    ["profile_label", "date.quarter", "date.year", "date.weekday"].includes(type),
  );

test("numbers of a metric without a kind are the API's own, never combined", async () => {
  useOwnCatalogue(file(), noLog);
  const connected = await connect({ profiles: 140, quotas: { account: 1e9, user: 1e9 } });
  const drawn = { shown: 0, withheld: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shapes),
      fc.constantFrom(2, 5, 130),
      fc.constantFrom("2026-09-30", "2026-08-31", "2026-02-28"),
      fc.constantFrom("insights_dwell", "insights_hides"),
      async (dimensions, count, date_end, metric) => {
        const { text } = await connected.call("get_profile_metrics", {
          network: "facebook",
          metrics: [metric],
          profiles: facebookIds(count),
          dimensions,
          date_start: "2026-02-02",
          date_end,
          max_requests: 500,
        });
        const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
        const shown = rows.filter((row) => row.get(metric) !== "");
        const isCut = count > 100 && !dimensions.includes("profile");
        const isWithheld = isFolded(dimensions) || isCut;
        drawn[isWithheld ? "withheld" : "shown"] += 1;
        expect(shown.length > 0).toBe(!isWithheld);
        // A total of several rows is withheld too.
        const total = new RegExp(`^${metric} \\S.*\\|\\d`, "m");
        expect(total.test(text)).toBe(rows.length === 1 && shown.length === 1);
      },
    ),
    drawing(12, 200, 1),
  );
  expect(drawn.shown).toBeGreaterThan(0);
  expect(drawn.withheld).toBeGreaterThan(0);
});

test("a metric without a kind is no part of a ratio, and the reply says why a total is withheld", async () => {
  useOwnCatalogue(file(), noLog);
  const { call, failing } = await connect({ profiles: 3 });
  const ratio = await failing("get_profile_metrics", {
    ...september,
    metrics: ["insights_dwell / insights_reach"],
  });
  expect(ratio.text).toContain("insights_dwell has no kind");
  const { text } = await call("get_profile_metrics", {
    ...september,
    metrics: ["insights_dwell"],
    dimensions: ["profile_label"],
  });
  expect(text).toContain(
    "· is withheld, not missing. insights_dwell: its kind is not known, so its numbers are not combined.",
  );
});

const rejected: readonly (readonly [text: string, problem: string])[] = [
  ["", "line 1: not valid JSON: value expected"],
  ["[]", "line 1: Invalid input: expected object, received array"],
  ['{\n "metrics": [\n}', "line 3: not valid JSON: value expected"],
  ['{\n "metrics": [],\n "word": {}\n}', 'line 1: Unrecognized key: "word"'],
  [
    '{ "metrics": [\n { "network": "facebook", "name": "a", "aggregation": "total" } ] }',
    'line 2: metrics[0].aggregation: Invalid option: expected one of "sum"|"average"',
  ],
  [
    '{ "metrics": [{ "network": "myspace", "name": "a", "aggregation": "sum" }] }',
    "line 1: metrics[0].network: Invalid option",
  ],
  [
    '{ "metrics": [{ "network": "tiktok", "name": "a b", "aggregation": "sum" }] }',
    "metrics[0].name: must be the name of a metric",
  ],
  [
    '{ "metrics": [{ "network": "tiktok", "name": "a", "aggregation": "sum", "kind": "unknown" }] }',
    "metrics[0].kind: Invalid option",
  ],
  [
    '{ "words": {\n "x": ["insights_nothing"] } }',
    "line 2: words.x: no network has a metric insights_nothing",
  ],
  ['{ "ratios": { "r": "a + b" } }', 'ratios.r: must be "a / b"'],
  [
    '{ "ratios": { "r": "a / insights_reach" } }',
    "ratios.r: no network has both a and insights_reach",
  ],
  [
    '{ "ratios": { "insights_reach": "insights_views / insights_reach" } }',
    "ratios.insights_reach: is the name of a metric",
  ],
  [
    '{ "ratios": { "r": "insights_views / boards_lifetime" } }',
    "ratios.r: no network has both insights_views and boards_lifetime",
  ],
  [
    '{ "metrics": [{ "network": "facebook", "name": "a", "aggregation": "sum" }],\n"ratios": { "r": "a / insights_views" } }',
    "line 2: ratios.r: r cannot be computed: a has no kind",
  ],
  [
    '{ "metrics": [{ "network": "tiktok", "name": "a", "aggregation": "sum" },\n{ "network": "tiktok", "name": "a", "aggregation": "average" }] }',
    "line 2: metrics[1]: tiktok a is there twice",
  ],
  ...["name", "profile", "coverage", "change_percent", "week"].map(
    (name) =>
      [
        `{ "metrics": [{ "network": "tiktok", "name": "${name}", "aggregation": "sum" }] }`,
        "metrics[0].name: is the name of a column",
      ] as const,
  ),
  ['{ "words": { "two words": ["insights_reach"] } }', 'words["two words"]: is more than one word'],
  ['{ "wo\\u001b[31mrd": {} }', 'Unrecognized key: "wo[31mrd"'],
  ["[".repeat(200_000), "is nested too deeply"],
  [" ".repeat(2 * 1024 * 1024), "is larger than 1048576 bytes"],
];

test.each(rejected)("%s is rejected with its line and the reason", (text, problem) => {
  expect(() => useOwnCatalogue(written(text), noLog)).toThrow(problem);
});

test("a ratio that one network can compute is accepted, although another cannot", () => {
  const metrics = ["facebook", "instagram"].map((network) => ({
    network,
    name: "saves",
    aggregation: "sum",
    ...(network === "instagram" && { kind: "flow" }),
  }));
  const ratios = { save_rate: "saves / insights_reach" };
  const path = written(JSON.stringify({ metrics, ratios }));
  expect(() => useOwnCatalogue(path, noLog)).not.toThrow();
});

test("what is no file is rejected, and a byte order mark is no error", () => {
  const folder = temporaryFolder();
  expect(() => useOwnCatalogue(folder, noLog)).toThrow("is not a file");
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(() => useOwnCatalogue(pipe, noLog)).toThrow("is not a file");
  useOwnCatalogue(written("\uFEFF{}"), noLog);
});

test("a file that changes is read again; after an error the last good catalogue stays", async () => {
  const path = written("{}");
  const events: string[] = [];
  const log = ({ event, ...fields }: { readonly event: string }): void => {
    events.push(`${event} ${JSON.stringify(fields)}`);
  };
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  useOwnCatalogue(path, log);
  const { call } = await connect({ profiles: 3 });
  const found = async (): Promise<string> => {
    vi.advanceTimersByTime(5000);
    return (await call("describe_metrics", { network: "facebook", search: "insights_saves" })).text;
  };
  expect(await found()).toContain("No facebook metric");
  const metric = '{ "network": "facebook", "name": "insights_saves", "aggregation": "sum" }';
  writeFileSync(path, `{ "metrics": [${metric}] }`);
  expect(await found()).toContain("insights_saves|unknown|sum");
  writeFileSync(path, "{ broken");
  expect(await found()).toContain("insights_saves|unknown|sum");
  rmSync(path);
  expect(await found()).toContain("insights_saves|unknown|sum");
  symlinkSync(path, path);
  expect(await found()).toContain("insights_saves|unknown|sum");
  expect(events).toEqual([
    expect.stringContaining("catalogue read again"),
    expect.stringMatching(/catalogue not usable.*line 1/),
    expect.stringMatching(/catalogue not usable.*cannot be read \(ENOENT\)/),
    expect.stringMatching(/catalogue not usable.*cannot be read \(ELOOP\)/),
  ]);
});

test("the program takes it from the flag or the environment, and stops where it has an error", async () => {
  const words = [
    "call",
    "--sandbox",
    "describe_metrics",
    '{"network":"facebook","search":"saves"}',
  ];
  const taken = await readAll(start(words, { SOCIAL_ANALYTICS_CATALOG: file() }));
  expect(taken.stdout).toContain("yours");
  const broken = written("{\n[");
  const stopped = await readAll(start(["serve", "--sandbox", "--catalog", broken]));
  expect(stopped).toMatchObject({ code: 2, stdout: "" });
  expect(stopped.stderr).toBe(
    `${broken}, line 2: not valid JSON: property name expected\ndocs/operate.md shows the form of the file.\n`,
  );
});
