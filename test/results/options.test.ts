/** Every argument of read_result with every kind of result: what the table of options says is what happens. */
import { expect, test } from "vitest";
import {
  applies,
  options,
  resultKindNames,
  resultKinds,
  type Option,
  type ResultKindName,
} from "../../src/catalog/options.ts";
import { connect } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const posts: readonly ResultKindName[] = [
  "posts",
  "groups",
  "compared posts",
  "posts beside metrics",
];

/** Arguments that make the kind of a result. */
const kindArguments: Readonly<Record<ResultKindName, object>> = {
  metrics: {},
  comparison: {},
  outliers: { view: "outliers" },
  gaps: { view: "gaps" },
  goal: { goal: "100000 by 2026-12-31" },
  labels: { group_by: "profile_label" },
  posts: {},
  groups: { group_by: "weekday" },
  "compared posts": { group_by: "type" },
  "posts beside metrics": { beside: "" },
};

/** An argument as a caller writes it. */
function argumentOf(option: Option, kind: ResultKindName): Record<string, unknown> {
  const isOfPosts = posts.includes(kind);
  const number = isOfPosts ? "interactions" : "insights_views";
  const values: Record<Option, Record<string, unknown>> = {
    profiles: { profiles: ["Acme US"] },
    metrics: { metrics: [number] },
    date_start: { date_start: "2026-10-02" },
    date_end: { date_end: "2026-10-20" },
    grain: { grain: "week" },
    statistic: { statistic: "min" },
    of: { of: "week", ...(applies("statistic", kind) && { statistic: "min" }) },
    "view outliers": { view: "outliers" },
    "view gaps": { view: "gaps" },
    "view shares": { view: "shares" },
    window: { window: 7 },
    goal: { goal: "100000 by 2026-12-31" },
    per_profile: { per_profile: true },
    group_by: { group_by: isOfPosts ? "weekday" : "profile_label" },
    sort_by: { sort_by: number },
    order: { order: "asc" },
    where: { where: [`${number} > 0`] },
    top: { top: 1 },
    offset: { offset: 0 },
    best: { best: 2 },
    split: { split: "type = photo" },
    beside: { beside: "" },
  };
  return values[option];
}

/** The rows that the argument needs: numbers per profile are of several profiles. */
const rowsFor = (option: Option, kind: ResultKindName): string[] =>
  option === "per_profile" && !posts.includes(kind)
    ? ["profile_label"]
    : ["profile", "profile_label"];

/** A view is one: a kind that is a view has no other. */
const pairs = resultKindNames.flatMap((kind) =>
  options
    .filter((option) => !("view" in kindArguments[kind] && option.startsWith("view ")))
    .map((option) => [option, kind] as const),
);

test("there are pairs that answer, and pairs that are refused", () => {
  const answered = pairs.filter(([option, kind]) => applies(option, kind)).length;
  expect([answered > 70, pairs.length - answered > 20]).toEqual([true, true]);
});

/** The other argument makes a kind of its own, which refuses goal. */
const isRefusedByOther = ([option, kind]: (typeof pairs)[number]): boolean =>
  kind === "goal" && ["view outliers", "view gaps", "group_by"].includes(option);

test.each(pairs.filter((pair) => !isRefusedByOther(pair)))("%s with %s", async (option, kind) => {
  const { call, attempt } = await connect({ profiles: 4 });
  const dates = { date_start: "2026-10-01", date_end: "2026-10-28" };
  const metrics = {
    ...dates,
    network: "facebook",
    metrics: ["insights_views", "fans_lifetime"],
  };
  const { text } = posts.includes(kind)
    ? await call("list_facebook_posts", {
        ...dates,
        profiles: ["Acme US", "Acme UK"],
        ...(kind === "compared posts" && { compare_to: "previous_period" }),
      })
    : await call("get_profile_metrics", {
        ...metrics,
        dimensions: rowsFor(option, kind),
        ...(kind === "comparison" && { compare_to: "previous_period" }),
      });
  const piece = { result: idOf(text), ...kindArguments[kind], ...argumentOf(option, kind) };
  const beside = idOf((await call("get_profile_metrics", metrics)).text);
  const args = { ...piece, ...("beside" in piece && { beside }) };
  const reply = await attempt("read_result", args);
  const { why, advice } = resultKinds[kind];
  const refusal = `invalid_input: ${option} ${why}\n${advice(option)}`;
  expect(reply).toMatchObject({ isError: !applies(option, kind) });
  expect(reply.isError ? reply.text : refusal).toBe(refusal);
});
