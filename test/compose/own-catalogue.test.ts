/** The file of the operator's catalogue: what is rejected, and changes while the server runs. */
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { useOwnCatalogue } from "../../src/command/compose/own-catalogue.ts";
import { noLog } from "../../src/base/log/log.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { catalogueFile, written } from "../helpers/own-catalogue.ts";
import { start, readAll } from "../helpers/process.ts";

afterEach(() => setOwnCatalogue());

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
  ...["", ', "kind": "unknown"'].map(
    (kind) =>
      [
        `{ "metrics": [\n{ "network": "tiktok", "name": "a", "aggregation": "sum"${kind} }] }`,
        'line 2: metrics[0].kind: must be one of flow, net, level, people, windowedPeople, ratio, rolling, such as "kind": "flow"',
      ] as const,
  ),
  [
    '{ "words": {\n "x": ["insights_nothing"] } }',
    "line 2: words.x: no network has a metric insights_nothing",
  ],
  ['{ "ratios": { "r": "a * b" } }', 'ratios.r: must be "a / b", "a - b" or "(a + b) / c"'],
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
    '{ "metrics": [{ "network": "facebook", "name": "a", "aggregation": "sum", "kind": "rolling" }],\n"ratios": { "r": "a / insights_views" } }',
    "line 2: ratios.r: r cannot be computed: a counts the same days several times",
  ],
  [
    '{ "metrics": [{ "network": "tiktok", "name": "a", "aggregation": "sum", "kind": "flow" },\n{ "network": "tiktok", "name": "a", "aggregation": "average", "kind": "people" }] }',
    "line 2: metrics[1]: tiktok a is there twice",
  ],
  ...["name", "profile", "coverage", "change_percent", "week"].map(
    (name) =>
      [
        `{ "metrics": [{ "network": "tiktok", "name": "${name}", "aggregation": "sum" }] }`,
        "metrics[0].name: is the name of a column",
      ] as const,
  ),
  [
    '{ "formulas": { "r": { "formula": {\n"tiktok": "insights_reach / insights_views" } } } }',
    "line 2: formulas.r.formula.tiktok: the network has no metric insights_reach, insights_views",
  ],
  [
    '{ "formulas": { "r": { "formula": "a * b" } } }',
    'formulas.r.formula: must be "a / b", "a - b" or "(a + b) / c", of metrics',
  ],
  [
    '{ "formulas": { "r": { "formula": "insights_reach" } } }',
    "formulas.r.formula: r cannot be computed: insights_reach is of the kind people",
  ],
  [
    '{ "formulas": { "r": { "formula": {} } } }',
    'formulas.r.formula: must be "a / b", "a - b" or "(a + b) / c", of metrics, or one for each network',
  ],
  [
    '{ "formulas": { "r": { "formula": "insights_views - insights_reactions" } }, "ratios": { "r": "insights_views / insights_reactions" } }',
    "formulas.r.formula: is in ratios too",
  ],
  [
    '{ "labels": {\n"insights_reactions": { "en": "Views" } } }',
    'line 2: labels.insights_reactions: "Views" is the label of insights_views of facebook',
  ],
  ['{ "labels": { "insights_reach": "A *b*" } }', "labels.insights_reach: must be up to 60"],
  ['{ "labels": { "insights_nothing": "Nothing" } }', "no network has a metric insights_nothing"],
  [
    '{ "formulas": { "r": { "formula": "insights_views / insights_reach", "label": "R" } }, "labels": { "r": "S" } }',
    "labels.r: r has another label already",
  ],
  [
    '{ "left_out": [ { "network": "myspace", "profile": "a" } ] }',
    'left_out[0]: must be the name of a page, or {"network": "facebook", "profile": "name or id"}',
  ],
  ['{ "words": { "two words": ["insights_reach"] } }', 'words["two words"]: is more than one word'],
  ['{ "wo\\u001b[31mrd": {} }', 'Unrecognized key: "wo[31mrd"'],
  ["[".repeat(200_000), "is nested too deeply"],
  [" ".repeat(2 * 1024 * 1024), "is larger than 1048576 bytes"],
];

test.each(rejected)("%s is rejected with its line and the reason", (text, problem) => {
  expect(() => useOwnCatalogue(written(text), noLog)).toThrow(problem);
});

test("each error is named, with its line, by every command and by doctor", async () => {
  const path = written(
    '{ "words": { "x": ["nothing"] },\n"labels": { "nothing": "N" },\n"ratios": { "r": "nothing / insights_reach" } }',
  );
  const stopped = await readAll(start(["doctor", "--sandbox", "--catalog", path]));
  expect([stopped.code, stopped.stdout]).toEqual([2, ""]);
  expect(stopped.stderr.match(/line \d: [\w.]+/g)).toEqual([
    "line 1: words.x",
    "line 3: ratios.r",
    "line 2: labels.nothing",
  ]);
  const good = await readAll(start(["doctor", "--sandbox", "--catalog", catalogueFile()]));
  expect(good.stdout).toContain("3 metrics, 1 formula, 0 labels, 0 pages left out");
});

test("a ratio that one network can compute is accepted, although another cannot", () => {
  const metrics = ["facebook", "instagram"].map((network) => ({
    network,
    name: "saves",
    aggregation: "sum",
    kind: network === "instagram" ? "flow" : "rolling",
  }));
  const ratios = { save_rate: "saves / insights_reach" };
  const path = written(JSON.stringify({ metrics, ratios }));
  expect(() => useOwnCatalogue(path, noLog)).not.toThrow();
});

test("formulas of different networks may have the same label", () => {
  const formulas = {
    likes_rate: { formula: { facebook: "insights_reactions / insights_views" }, label: "Rate" },
    clicks_rate: {
      formula: { linkedin: "insights_engagements / insights_impressions" },
      label: "Rate",
    },
  };
  expect(() => useOwnCatalogue(written(JSON.stringify({ formulas })), noLog)).not.toThrow();
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
  const search = async (): Promise<string> => {
    vi.advanceTimersByTime(5000);
    return (await call("describe_metrics", { network: "facebook", search: "insights_saves" })).text;
  };
  expect(await search()).toContain("No facebook metric");
  const metric =
    '{ "network": "facebook", "name": "insights_saves", "aggregation": "sum", "kind": "flow" }';
  writeFileSync(path, `{ "metrics": [${metric}] }`);
  expect(await search()).toContain("insights_saves|flow|sum");
  writeFileSync(path, "{ broken");
  expect(await search()).toContain("insights_saves|flow|sum");
  rmSync(path);
  expect(await search()).toContain("insights_saves|flow|sum");
  symlinkSync(path, path);
  expect(await search()).toContain("insights_saves|flow|sum");
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
  const taken = await readAll(start(words, { SOCIAL_ANALYTICS_CATALOG: catalogueFile() }));
  expect(taken.stdout).toContain("defined by the operator of this server");
  const broken = written("{\n[");
  const stopped = await readAll(start(["serve", "--sandbox", "--catalog", broken]));
  expect(stopped).toMatchObject({ code: 2, stdout: "" });
  expect(stopped.stderr).toBe(
    `${broken}, line 2: not valid JSON: property name expected\nhttps://github.com/social-analytics-mcp/social-analytics-mcp/blob/main/docs/operate.md#your-own-catalogue shows the form of the file.\n`,
  );
});
