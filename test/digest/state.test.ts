/** What is news, what is resolved, and under which id: by the state between runs alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding, Judgement } from "../../src/writing/digest/findings.ts";
import {
  advance,
  emptyState,
  printed,
  type DigestState,
  type News,
} from "../../src/writing/digest/state.ts";
import { readRules, type Rule } from "../../src/writing/digest/rules.ts";
import { newsLines } from "../../src/writing/digest/text.ts";
import { toDay } from "../../src/base/time/days.ts";
import { required } from "../../src/base/errors/tool-error.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";

const day = 86_400_000;

const firstDay = Date.parse("2026-11-02T08:00:00Z");

function ruleOf(text: string): Rule {
  const rules = readRules(`rules:\n  silent: {network: facebook, view: gaps${text}}\n`, () => []);
  if ("errors" in rules) throw new Error(JSON.stringify(rules.errors));
  return required(rules[0], "a rule");
}

const finding = (key: string, more: Partial<Finding> = {}): Finding => ({
  key,
  network: "facebook",
  subject: `Page ${key}`,
  isPage: true,
  text: "no values",
  size: 1,
  ...more,
});

const labelsOf = (): readonly string[] => [];

const hasPage = (): boolean => true;

/** A run in which some keys are found, some are over, and the others are unknown. */
function run(
  state: DigestState,
  rule: Rule,
  findings: readonly Finding[],
  judged: readonly string[],
  now: number,
): readonly [state: DigestState, news: readonly News[]] {
  const judgement: Judgement = {
    findings,
    judged: new Map(judged.map((key) => [key, undefined])),
  };
  const judgements = new Map([[rule.name, judgement]]);
  const next = advance(state, { rules: [rule], judgements, labelsOf, hasPage, now });
  return [printed(next), next.pending];
}

/** @param days by day, what is found: `true`, `false` where it is over, undefined where nothing is known. */
function newsOf(rule: Rule, days: readonly (boolean | undefined)[]): string[] {
  let state = emptyState;
  return days.map((isFound, at) => {
    const judged = isFound === undefined ? [] : ["a"];
    const [next, news] = run(
      state,
      rule,
      isFound === true ? [finding("a")] : [],
      judged,
      firstDay + at * day,
    );
    state = next;
    return news.map((notice) => notice.state).join(" ");
  });
}

describe("a finding", () => {
  test("is news once, and resolved once", () => {
    expect(newsOf(ruleOf(""), [false, true, true, false, false])).toEqual([
      "",
      "new",
      "",
      "resolved",
      "",
    ]);
  });

  test("is not resolved while its numbers are missing", () => {
    expect(newsOf(ruleOf(""), [true, undefined, undefined, true, false])).toEqual([
      "new",
      "",
      "",
      "",
      "resolved",
    ]);
  });

  test("is news after as many runs as the rule says, one after the other", () => {
    expect(
      newsOf(ruleOf(", for: 3"), [true, true, false, true, true, undefined, true, true]),
    ).toEqual(["", "", "", "", "", "", "new", ""]);
  });

  test("that returns within the quiet days is news when they are over", () => {
    expect(newsOf(ruleOf(", quiet: 3"), [true, false, true, true, true, true])).toEqual([
      "new",
      "resolved",
      "",
      "",
      "new",
      "",
    ]);
  });

  test("that begins on another day is another one", () => {
    const rule = ruleOf("");
    const since = (text: string) => [finding("a", { since: toDay(text) })];
    const [before, [first]] = run(emptyState, rule, since("2026-11-01"), ["a"], firstDay);
    const [, [second]] = run(before, rule, since("2026-11-05"), ["a"], firstDay + 5 * day);
    expect(first?.id).not.toBe(second?.id);
  });

  test("has the same id without the state of the day before, and another one when it returns", () => {
    const rule = ruleOf("");
    const [state, [first]] = run(emptyState, rule, [finding("a")], ["a"], firstDay);
    const [, [lost]] = run(emptyState, rule, [finding("a")], ["a"], firstDay + day);
    expect(lost?.id).toBe(first?.id);
    const [over] = run(state, rule, [], ["a"], firstDay + day);
    const [, [again]] = run(over, rule, [finding("a")], ["a"], firstDay + 2 * day);
    expect(again?.id).toBe(`${first?.id}.2`);
  });

  test("of a rule that was changed is not news again, and not resolved by the change", () => {
    const [state] = run(
      emptyState,
      ruleOf(", min: 3"),
      [finding("a"), finding("b")],
      ["a", "b"],
      firstDay,
    );
    const [after, news] = run(
      state,
      ruleOf(", min: 5"),
      [finding("a")],
      ["a", "b"],
      firstDay + day,
    );
    expect(news).toEqual([]);
    const [, later] = run(after, ruleOf(", min: 5"), [], ["a", "b"], firstDay + 2 * day);
    expect(later.map((notice) => `${notice.subject} ${notice.state}`)).toEqual(["Page a resolved"]);
  });

  test("of a rule with another name, or of another rule that asks the same, is the same", () => {
    const rules = readRules(
      `rules:
  renamed: {network: facebook, view: gaps, min: 9}
  other: {network: all, view: gaps}
  weekly: {network: facebook, view: gaps, period: last_week}
`,
      () => ["period"],
    );
    if ("errors" in rules) throw new Error(JSON.stringify(rules.errors));
    const [before] = run(emptyState, ruleOf(""), [finding("a")], ["a"], firstDay);
    const judgement = { findings: [finding("a")], judged: new Map([["a", undefined]]) };
    const judgements = new Map(rules.map(({ name }) => [name, judgement]));
    const now = firstDay + day;
    const next = advance(before, { rules, judgements, labelsOf, hasPage, now });
    expect(next.pending.map(({ rule }) => rule)).toEqual(["weekly"]);
  });

  test("of a page that has left the account is resolved as that; of one that is listed it stays", () => {
    const rule = ruleOf("");
    const [state] = run(emptyState, rule, [finding("a"), finding("b")], ["a", "b"], firstDay);
    const left = {
      rules: [rule],
      judgements: new Map([[rule.name, { findings: [], judged: new Map() }]]),
      labelsOf,
      hasPage: (_: string, page: string) => page !== "Page a",
      now: firstDay + day,
    };
    const { pending } = advance(state, left);
    expect(pending.map(({ subject, state: is }) => `${subject} ${is}`)).toEqual([
      "Page a resolved",
    ]);
    expect(newsLines(pending, "text", "more")).toEqual([
      "Resolved: Page a (Facebook): has left the account",
    ]);
  });

  test("stays pending until it is printed", () => {
    const rule = ruleOf("");
    const judgements = new Map([
      [rule.name, { findings: [finding("a")], judged: new Map([["a", undefined]]) }],
    ]);
    const killed = advance(emptyState, {
      rules: [rule],
      judgements,
      labelsOf,
      hasPage,
      now: firstDay,
    });
    const [state, news] = run(killed, rule, [], ["a"], firstDay + day);
    expect(news.map((notice) => notice.state)).toEqual(["new", "resolved"]);
    expect(news[0]?.id).toBe(killed.pending[0]?.id);
    expect(state.pending).toEqual([]);
    expect(state.last).toEqual(news);
  });

  test("is news exactly once for each time that it begins, in any order of runs", () => {
    const drawn = { unknown: 0, returned: 0 };
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(true, true, false, undefined), { maxLength: 30 }),
        (days) => {
          const known = days.filter((isFound) => isFound !== undefined);
          const begins = known.filter((isFound, at) => isFound && known[at - 1] !== true).length;
          const ends = known.filter((isFound, at) => !isFound && known[at - 1] === true).length;
          drawn.unknown += days.length > known.length ? 1 : 0;
          drawn.returned += begins > 1 ? 1 : 0;
          const news = newsOf(ruleOf(""), days);
          expect(news.filter((states) => states === "new")).toHaveLength(begins);
          expect(news.filter((states) => states === "resolved")).toHaveLength(ends);
        },
      ),
      drawing(50, 2000, 1),
    );
    expect(Math.min(...Object.values(drawn))).toBeGreaterThanOrEqual(leastDrawn);
  });
});
