/** Which arguments of read_result apply to which kind of result; where one does not, why, and what to do instead. */

/** The arguments that choose or make rows and numbers, as callers name them; views by their values. */
export const options = [
  "profiles",
  "metrics",
  "date_start",
  "date_end",
  "grain",
  "statistic",
  "of",
  "view outliers",
  "view gaps",
  "view shares",
  "per_profile",
  "window",
  "goal",
  "group_by",
  "sort_by",
  "order",
  "where",
  "top",
  "offset",
  "best",
  "split",
  "beside",
] as const;
export type Option = (typeof options)[number];

interface ResultKind {
  readonly what: string;
  readonly refuses: readonly Option[];
  /** Accepted without an effect. */
  readonly ignores?: readonly Option[];
  /** Follows the name of the argument. */
  readonly why: string;
  readonly advice: (option: string) => string;
}

const leaveOut = (option: string): string =>
  option === "beside"
    ? "Give the id of posts as result, and that of metrics as beside."
    : `Leave ${option} out.`;

const listedViews = ["view outliers", "view gaps"] as const;
const ofDays = {
  ignores: ["group_by", ...listedViews, "view shares"],
  advice: leaveOut,
} as const;
const whyOfDays = "whose rows are single profiles and days";
const ofGroups = ["best", "split", "beside"] as const;
/** Of metrics of one range alone. */
const ofRange = ["window", "goal"] as const;
const listed = [
  "statistic",
  "of",
  "per_profile",
  ...ofRange,
  "sort_by",
  "where",
  ...ofGroups,
] as const;
const ofPosts = {
  why: "does not apply: a posts result has one row per post",
  advice: (option: string): string =>
    `Leave ${option} out; group_by, also with view: shares, gives weekdays, hours, days and months of posts, and get_profile_metrics days of profiles.`,
};
const folded = ["grain", "statistic", "of", "per_profile", ...ofRange, ...listedViews] as const;

export const resultKinds = {
  metrics: {
    what: "metrics of one range",
    refuses: ofGroups,
    why: "is of posts, by group",
    advice: leaveOut,
  },
  comparison: {
    what: "a comparison",
    refuses: ["date_start", "date_end", "grain", ...ofRange, ...ofGroups, ...listedViews],
    why: "cannot be applied to a comparison, whose rows are those of two ranges",
    advice: (option) =>
      listedViews.some((view) => view === option)
        ? "Ask get_profile_metrics without compare_to, or take view shares."
        : `Ask get_profile_metrics with compare_to and the dates or dimensions that you need, or leave ${option} out.`,
  },
  outliers: {
    ...ofDays,
    what: "view outliers",
    refuses: listed,
    why: `cannot be combined with view outliers, ${whyOfDays}`,
  },
  gaps: {
    ...ofDays,
    what: "view gaps",
    refuses: ["grain", ...listed],
    why: `cannot be combined with view gaps, ${whyOfDays}`,
  },
  goal: {
    what: "a goal",
    refuses: [
      ...(["grain", "statistic", "of", "per_profile", "window", "view shares"] as const),
      ...(["sort_by", "order", "where", "top", "offset", "group_by"] as const),
      ...listedViews,
      ...ofGroups,
    ],
    why: "cannot be combined with goal, which is one number of all profiles",
    advice: leaveOut,
  },
  labels: {
    what: "profiles in groups by label",
    refuses: [
      ...([
        "grain",
        "view shares",
        "per_profile",
        ...ofRange,
        "sort_by",
        "order",
        "where",
        "offset",
      ] as const),
      ...ofGroups,
    ],
    ignores: listedViews,
    why: "cannot be combined with group_by profile_label",
    advice: leaveOut,
  },
  posts: { ...ofPosts, what: "posts", refuses: [...folded, "view shares", "best"] },
  groups: { ...ofPosts, what: "posts in groups", refuses: folded },
  "compared posts": {
    what: "groups of compared posts",
    refuses: [...folded, "date_start", "date_end", "top", "offset", "split", "beside"],
    why: "cannot be applied to groups of posts in two ranges",
    advice: (option) => `Leave ${option} out, or list the posts of one range.`,
  },
  "posts beside metrics": {
    what: "posts beside metrics",
    refuses: [
      ...folded,
      ...(["date_start", "date_end", "view shares", "sort_by", "order", "top", "offset"] as const),
      ...(["best", "split"] as const),
    ],
    why: "cannot be combined with beside",
    advice: leaveOut,
  },
} as const satisfies Readonly<Record<string, ResultKind>>;

export type ResultKindName = keyof typeof resultKinds;

const isResultKind = (name: string): name is ResultKindName => Object.hasOwn(resultKinds, name);
export const resultKindNames: readonly ResultKindName[] =
  Object.keys(resultKinds).filter(isResultKind);

const kindOf = (name: ResultKindName): ResultKind => resultKinds[name];

/** True for an argument that has no effect on a kind of result. */
export const isIgnored = (option: Option, kind: ResultKindName): boolean =>
  kindOf(kind).ignores?.includes(option) === true;

/** True for an argument that applies to a kind of result. */
export const applies = (option: Option, kind: ResultKindName): boolean =>
  !kindOf(kind).refuses.includes(option);
