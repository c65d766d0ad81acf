/** Ways in which an API can differ from what the server assumes. */
import { dimensionsOf, type CheckOptions, type Seen, type Tamper } from "./checked.ts";

/** Adds 1 to every number of an answer. */
const increased = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(increased) : typeof value === "number" ? value + 1 : value;

const increase =
  (isMet: (seen: Seen) => boolean): Tamper =>
  (seen, record) => {
    if (isMet(seen)) Object(record).data = increased(Object(record).data);
  };

const isMetrics = ({ path }: Seen): boolean => path.endsWith("/metrics");
export const isSample = (seen: Seen): boolean =>
  isMetrics(seen) && seen.body.profiles?.length === 3;

const isPosts = ({ path }: Seen): boolean => path.endsWith("/posts");

/** A way in which an API can differ, and the assumptions that it concerns. */
export interface ApiDifference {
  readonly what: string;
  readonly options: CheckOptions;
  readonly ids: readonly string[];
  /** A part of what the check finds for the first of them. */
  readonly text?: string;
}

const rows: readonly (readonly [string, CheckOptions, readonly string[], string?])[] = [
  [
    "rows of days as numbers",
    {
      tamper(seen, record) {
        if (dimensionsOf(seen) !== "profile date.day") return;
        const days = Object(record).header?.[1]?.rows ?? [];
        for (const [place, day] of days.entries()) days[place] = Number(day.replaceAll("-", ""));
      },
    },
    ["rows"],
    "the API answered for a day not requested",
  ],
  [
    "the same question",
    {
      tamper: increase(
        (seen) => isSample(seen) && dimensionsOf(seen) === "profile date.day" && seen.before > 0,
      ),
    },
    ["repeat"],
  ],
  [
    "retired metrics",
    { world: { retired: ["insights_reach", "insights_views", "fans_change"] } },
    ["metrics"],
    "rejected: fans_change, insights_reach, insights_views",
  ],
  [
    "posts without their profile",
    {
      tamper(seen, record) {
        if (isPosts(seen)) for (const post of Object(record).data.posts) delete post.author_id;
      },
    },
    ["post_profile_field"],
  ],
  [
    "a post that the second page has again",
    {
      tamper(seen, record) {
        if (seen.body.after !== undefined) Object(record).data.posts[0] = { id: "other" };
      },
    },
    ["post_order"],
  ],
  [
    "posts in another order",
    {
      tamper(seen, record) {
        if (isPosts(seen))
          for (const [place, post] of Object(record).data.posts.entries())
            post.created_time = `2026-01-0${place + 1}`;
      },
    },
    ["post_order"],
  ],
  [
    "headers",
    { tamper: (_, __, headers) => (headers["x-ratelimit-limit"] = "500") },
    ["headers"],
    "1 of 3 can be read",
  ],
  [
    "the clock",
    { tamper: (_, __, headers) => (headers["date"] = "Fri, 20 Nov 2026 11:55:00 GMT") },
    ["clock"],
    "300 s ahead of the API's",
  ],
  [
    "error codes",
    {
      tamper(seen, record) {
        if (seen.body.metrics?.[0] === "no_such_metric") Object(record).errors[0].code = 99;
      },
    },
    ["error_codes"],
    "profile: 5; metric: 99",
  ],
];

export const apiDifferences: readonly ApiDifference[] = rows.map(
  ([what, options, ids, text = ""]) => ({
    what,
    options,
    ids,
    text,
  }),
);
