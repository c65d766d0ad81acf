/** The words that people use: each stands for one thing, and what an error proposes is accepted. */
import { expect, test } from "vitest";
import { tools } from "../../tools/index.ts";
import { dimensionOf } from "../../src/catalog/dimensions.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { facebookPostFields } from "../../src/catalog/post-fields.ts";
import * as ofMetrics from "../../src/catalog/people-words.ts";
import * as words from "../../src/catalog/words.ts";
import { metricHint } from "../../src/questions/metrics/question/metric-hint.ts";
import { validate } from "../../src/questions/metrics/question/validate.ts";
import { findPeriod } from "../../src/base/time/periods.ts";

const tables = [...Object.entries(words), ...Object.entries(ofMetrics)].filter(
  (entry): entry is [string, typeof words.networkRows] => entry[0].endsWith("Rows"),
);

test.each(tables)("%s: no word stands for two", (_, rows) => {
  const vocabulary = rows.flatMap(([texts]) => texts.split(" "));
  expect(vocabulary.filter((word, at) => vocabulary.indexOf(word) !== at)).toEqual([]);
  expect(vocabulary.every((word) => word === word.toLowerCase())).toBe(true);
});

test("no word is the name of what there is", () => {
  const wordsOf = (rows: typeof words.networkRows): string[] =>
    rows.flatMap(([texts]) => texts.split(" "));
  const networks: readonly string[] = [...metricNetworks, "all"];
  expect(wordsOf(words.networkRows).filter((word) => networks.includes(word))).toEqual([]);
  expect(wordsOf(words.dimensionRows).filter((word) => dimensionOf(word) !== undefined)).toEqual(
    [],
  );
  for (const [texts] of words.periodRows)
    for (const word of texts.split(" "))
      expect([word, findPeriod(word)]).toEqual([word, undefined]);
});

test("what the tables propose exists", () => {
  const argumentNames = new Set(tools.flatMap((tool) => Object.keys(tool.input().shape)));
  for (const [, named] of words.argumentRows)
    for (const name of named.split(" ")) expect([...argumentNames]).toContain(name);
  for (const [, period] of words.periodRows)
    expect([period, findPeriod(period)]).not.toEqual([period, undefined]);
  const fields = facebookPostFields.map(({ name }) => name);
  for (const [, field] of words.postFieldRows) expect(fields).toContain(field);
  for (const [, name] of words.networkRows)
    expect(metricNetworks.some((network) => network === name) || / |^all$/.test(name)).toBe(true);
  for (const [, name] of words.dimensionRows)
    expect([name, dimensionOf(name) !== undefined || name.includes(" ")]).toEqual([name, true]);
});

test("each ratio that is proposed is accepted, on its network", () => {
  let proposed = 0;
  for (const [texts] of ofMetrics.ratioRows)
    for (const word of texts.split(" "))
      for (const network of metricNetworks) {
        const ratio = ofMetrics.ratioSaid(word, network);
        if (ratio === undefined) continue;
        proposed += 1;
        const { shown = [] } = validate({ version: 3, network, metrics: [ratio], dimensions: [] });
        expect(shown.map(({ name }) => name)).toEqual([ratio.split(" = ")[0]]);
      }
  expect(proposed).toBeGreaterThan(20);
});

/** What people ask for by words that are no metrics. */
const searchWords =
  "followers fans subscribers likes reach impressions views engagement interactions clicks video_views follower_count followers_count new_followers page_views unique_users people growth";

test.each(metricNetworks)(
  "names that %s lacks: each metric that a hint names is accepted",
  (network) => {
    const known = metricsOf(network, 3).map(({ name }) => name);
    let hints = 0;
    for (const word of searchWords.split(" ")) {
      if (known.includes(word)) continue;
      const [, named = ""] = / \((?:nearest:|such as) (.*)\)/.exec(metricHint(word, network)) ?? [];
      for (const name of named.split(", ").filter(Boolean)) {
        hints += 1;
        expect(known).toContain(name);
      }
    }
    expect(hints).toBeGreaterThan(Math.min(5, known.length));
  },
);
