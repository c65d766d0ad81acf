/** Groups of posts by one and two dimensions equal those computed apart: numbers, shares, ratios, comparisons, best of groups. */
import { expect, test } from "vitest";
import { numberIn, type CsvRow } from "../helpers/csv.ts";
import {
  columnOf,
  comparedNumbers,
  fieldOf,
  grains,
  groupedPosts,
  isGrain,
  laterName,
  metrics,
  nameIn,
  numbersOf,
  parts,
  rowDays,
  sumOf,
  wrongIn,
  type Posts,
} from "../helpers/posts-reference.ts";
import { servedPosts, world } from "../helpers/posts-world.ts";
import { isFull, isQuick } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

const pairs = parts.flatMap((left) =>
  parts.filter((part) => part !== left).map((part) => [left, part]),
);
/** Every pair in the full run. */
const groupings = [
  ...parts.map((part) => [part]),
  ...pairs.filter((_, at) => isFull || at % (isQuick ? 18 : 6) === 1),
];
const range = { start: "2026-10-19", end: "2026-11-12" };
const allPosts = { limit: 25_000 };

/** Asks for a list of posts, and for the rows of each grouping of it. @returns what is wrong, by grouping. */
async function wrongBy(
  question: object,
  piece: string,
  wrong: (rows: readonly CsvRow[], by: readonly string[]) => readonly unknown[],
  chosen: readonly (readonly string[])[] = groupings,
): Promise<unknown[]> {
  const { list, rowsOf } = await servedPosts();
  const result = idOf((await list(question)).text);
  const problems: unknown[] = [];
  for (const by of chosen) {
    const address = `group_by=${encodeURIComponent(by.join("+"))}${piece}`;
    const rows = await rowsOf(`result://${result}~${address}.csv`);
    problems.push(...wrong(rows, by).map((problem) => [by.join("+"), problem]));
  }
  return problems;
}

/** Names that only one of both lists has, and names that rows have twice. */
function differentNames(names: readonly string[], expected: Iterable<string>): string[] {
  const [nameSet, expectedSet] = [new Set(names), new Set(expected)];
  return [
    ...[...nameSet].filter((name) => !expectedSet.has(name)),
    ...[...expectedSet].filter((name) => !nameSet.has(name)),
    ...names.filter((name, at) => names.indexOf(name) !== at),
  ];
}

test("counts, sums, means, medians and ratios", async () => {
  const wrong = await wrongBy(allPosts, metrics, (rows, by) => {
    const expected = groupedPosts(world, by, range);
    const names = rows.map((row) => nameIn(row, by));
    return [
      ...differentNames(names, expected.keys()),
      ...rows.flatMap((row) => wrongIn(row, numbersOf(expected.get(nameIn(row, by)) ?? []))),
    ];
  });
  expect(wrong).toEqual([]);
});

test("shares of posts and of sums, within each row of time", async () => {
  const wrong = await wrongBy(allPosts, "&metrics=interactions&view=shares", (rows, by) => {
    const time = by.length > 1 ? by.find(isGrain) : undefined;
    const groups = groupedPosts(world, by, range);
    return rows.flatMap((row) => {
      const posts = groups.get(nameIn(row, by)) ?? [];
      const among = world.filter(
        ({ keys }) => time === undefined || keys[time]?.[0] === row.get(columnOf(time)),
      );
      const sum = sumOf(fieldOf(posts, "interactions"));
      return wrongIn(row, {
        "posts share %": (100 * posts.length) / among.length,
        "interactions sum": sum,
        "interactions share %": (100 * sum) / sumOf(fieldOf(among, "interactions")),
      });
    });
  });
  expect(wrong).toEqual([]);
});

/** Eleven days against the eleven before: weeks and months that both ranges cut, and a month that one has alone. */
const ranges = {
  now: { start: "2026-11-02", end: "2026-11-12" },
  before: { start: "2026-10-22", end: "2026-11-01" },
};
const postsIn = ({ start, end }: typeof range): Posts =>
  world.filter(({ day }) => day >= start && day <= end);

test("two ranges, at equal days", async () => {
  const { now, before } = ranges;
  const question = { date_start: now.start, date_end: now.end, compare_to: "previous_period" };
  let cut = 0;
  const wrong = await wrongBy(
    question,
    metrics,
    (rows, by) => {
      const late = groupedPosts(postsIn(now), by, now);
      const early = groupedPosts(postsIn(before), by, before);
      const paired = [...early.keys()].map((name) => laterName(ranges, by, name));
      cut += rows.filter((row) => rowDays(row, by, now, "").isCut).length;
      return [
        ...differentNames(
          rows.map((row) => nameIn(row, by)),
          [...late.keys(), ...paired],
        ),
        ...rows.flatMap((row) => {
          const posts = [
            late.get(nameIn(row, by)) ?? [],
            early.get(nameIn(row, by, ":before")) ?? [],
          ] as const;
          return wrongIn(row, comparedNumbers(row, by, ranges, posts));
        }),
      ];
    },
    // Two grains of time cannot be paired, nor days and weekdays.
    groupings.filter(
      (by) => by.filter(isGrain).length < 2 && !(by.includes("day") && by.includes("weekday")),
    ),
  );
  expect(wrong).toEqual([]);
  expect(cut).toBeGreaterThan(3);
});

test("the two best posts of each group", async () => {
  const wrong = await wrongBy(allPosts, "&best=2&sort_by=comments", (rows, by) => {
    const rowKeys = rows.map((row) =>
      JSON.stringify([row.get(by.join("+")), row.get("#"), numberIn(row, "comments")]),
    );
    const expected = [...groupedPosts(world, by, range)].flatMap(([group, posts]) =>
      posts
        .map(({ post }) => post.comments)
        .toSorted((left, right) => right - left)
        .slice(0, 2)
        .map((value, at) => JSON.stringify([starred(group, by), String(at + 1), value])),
    );
    return differentNames(rowKeys, expected);
  });
  expect(wrong).toEqual([]);
});

/** Lists have a star at weeks, months and quarters that the range cuts. */
function starred(group: string, by: readonly string[]): string {
  const cut = ["2026-W46", "2026-10", "2026-11", "2026-Q4"];
  return group
    .split(" & ")
    .map((name, at) => (grains.includes(by[at] ?? "") && cut.includes(name) ? `${name}*` : name))
    .join(", ");
}

test("the world has the hard cases: a page without posts, a type without values, labels that overlap", () => {
  expect(groupedPosts(world, ["profile"], range).get("Page 47")).toEqual([]);
  const status = groupedPosts(world, ["type"], range).get("status") ?? [];
  expect([status.length > 100, fieldOf(status, "insights_reach")]).toEqual([true, []]);
  expect(world.filter(({ keys }) => (keys["profile_label"]?.length ?? 0) > 1).length > 100).toBe(
    true,
  );
});
