/** English. */
import type { Change, Days, Phrases } from "./phrases.ts";

const ordinals = ["first", "second", "third", "fourth"];

/** `in October 2026`, `on October 31, 2026`, `from November 16 to November 22, 2026`. */
function within({ unit, first, last }: Days): string {
  if (unit === "day") return `on ${first}`;
  if (unit === "quarter")
    return `in the ${ordinals[Number(first) - 1]} quarter${last === "" ? "" : ` of ${last}`}`;
  return unit === "range" ? `from ${first} to ${last}` : `in ${first}`;
}

const matching = (count: number | undefined): string =>
  count === undefined
    ? "the rows that meet the conditions"
    : `the ${pages(count)} that ${count === 1 ? "meets" : "meet"} the conditions`;

const pages = (count: number): string => `${count} ${count === 1 ? "page" : "pages"}`;

/** The periods in which the same pages have data. */
const both: Readonly<Record<Days["unit"], string>> = {
  day: "on both days",
  month: "in both months",
  quarter: "in both quarters",
  year: "in both years",
  range: "in both periods",
};

function comparison({ measure, direction, size, usual, before }: Change): string {
  const than = usual === undefined ? within(before) : "usual";
  const isCounted = measure === "count" || measure === "level";
  const [more, less] = isCounted ? ["more", "fewer"] : ["higher", "lower"];
  const equal = isCounted ? "as many" : "as high";
  if (direction === "same") return `${equal} as ${than}`;
  if (direction === "hardly") return `about ${equal} as ${than}`;
  return `${size} ${direction === "more" ? more : less} than ${than}`;
}

export const english: Phrases = {
  labels: {
    boards_change: "Net new boards",
    boards_lifetime: "Boards",
    fans_change: "Net new fans",
    fans_lifetime: "Fans",
    ff_ratio: "Followers per followed account",
    followers_change: "Net new followers",
    followers_lifetime: "Followers",
    following_change: "Net newly followed accounts",
    following_lifetime: "Followed accounts",
    insights_engagements: "Engagements",
    insights_fan_adds: "Fans gained",
    insights_fan_adds_unique: "People who became fans",
    insights_fan_removes: "Fans lost",
    insights_fan_removes_unique: "People who left",
    insights_fans_change: "Net new fans",
    insights_fans_lifetime: "Fans",
    insights_fans_online: "Fans online",
    insights_followers: "Followers",
    insights_follows: "Follows",
    insights_impressions: "Impressions",
    insights_impressions_28_days: "Impressions in 28 days",
    insights_impressions_7_days: "Impressions in 7 days",
    insights_impressions_engagement_rate: "Engagement rate",
    insights_impressions_paid: "Paid impressions",
    insights_media_views: "Media views",
    insights_negative_feedback: "Negative feedback",
    insights_post_clicks: "Clicks on posts",
    insights_post_clicks_unique: "People who clicked on posts",
    insights_post_impressions: "Impressions of posts",
    insights_post_reach: "Reach of posts",
    insights_post_reach_paid: "Paid reach of posts",
    insights_profile_clicks: "Clicks on the profile",
    insights_profile_views: "Views of the profile",
    insights_reach: "Reach",
    insights_reach_28_days: "Reach in 28 days",
    insights_reach_7_days: "Reach in 7 days",
    insights_reach_engagement_rate: "Engagement rate by reach",
    insights_reach_paid: "Paid reach",
    insights_reactions: "Reactions",
    insights_video_complete_views_30s: "Video views of 30 seconds",
    insights_video_complete_views_30s_repeat_views: "Repeated video views of 30 seconds",
    insights_video_complete_views_30s_unique: "People who watched 30 seconds",
    insights_video_repeat_views: "Repeated video views",
    insights_video_views: "Video views",
    insights_video_views_unique: "People who watched videos",
    insights_views: "Views",
    interaction_change: "Interactions",
    interactions_per_1k_fans: "Interactions per 1,000 fans",
    listed_change: "Net new list entries",
    listed_lifetime: "List entries",
    pins_lifetime: "Pins",
    subscribers_change: "Net new subscribers",
    subscribers_lifetime: "Subscribers",
    video_lifetime: "Videos",
    viewed_time_change: "Seconds watched",
    views_change: "Views",
  },
  heads: {
    profile: "page",
    created_local: "posted",
    profiles: "pages",
    same_profiles: "same pages",
    same_now: "now, same pages",
    same_before: "before, same pages",
    usual: "usual",
  },
  cautions: "Cautions",
  sources: "Sources",
  madeUp: "The data is made up: this is the sandbox.",
  allNetworks: "All networks",
  notAllPosts: "listed; there are more",
  partOfPosts: "Not all posts are listed: sums and averages are of those listed.",
  rest: [],
  lacking({ kind, names, count, pages: total, day }) {
    const who = names.length === 0 ? pages(count) : names.join(", ");
    const has = count === 1 ? "has" : "have";
    if (kind === "lacks")
      return `${count} of ${pages(total)} ${count === 1 ? "lacks" : "lack"} some days`;
    if (kind === "insights") return `${who} ${has} no insights`;
    if (kind === "values") return `${who} ${has} no data of some metrics`;
    return kind === "began"
      ? `${who} ${has} data from ${day} on`
      : `${who} ${has} no data after ${day}`;
  },
  nothing: "There is nothing to report: there are no pages.",
  noRows: "There are no rows.",
  more: (count) => `${count} more ${count === "1" ? "row is" : "rows are"} not shown.`,
  byAuthor: (text) => `${text}: written by the author, not from the data`,
  total: (count) => (count === undefined ? "total" : `total (${pages(count)})`),
  sameInBoth: "pages with data in both periods",
  pages,
  same: (count, of) => `${count} of ${pages(of)}: those with data in both periods`,
  matching,
  against: (range, before) => `${range} compared with ${before}`,
  covered: (percent) => `data on ${percent} % of the days`,
  fetched: (day) => `fetched ${day}`,
  points: "percentage points",
  reasons: {
    new: "the page is new",
    ended: "the page has no data any more",
    gaps: "too many days have no data",
    no_insights: "the page has no insights",
    not_delivered: "the network has not delivered the days yet",
    not_applicable: "its data starts later",
    other_profiles: "the pages are not the same",
    break: "the network changed what it counts",
    no_value: "there is no data",
    no_percent: "a change has no percentage",
    not_alike: "the periods are not alike",
    not_combined: "the values cannot be combined",
  },
  statement({ label, measure, value, when, row, pages: count, who }) {
    const name = row === undefined ? label : `${row}, ${label}`;
    const each = count !== undefined && count > 1 ? " and page" : "";
    const unit = measure === "people" ? ` people per day${each} on average` : "";
    return `${name}: ${value}${unit} ${within(when)}${who === "" ? "" : ` (${who})`}.`;
  },
  missing: ({ label, when, row }, reason) =>
    `${row === undefined ? label : `${row}, ${label}`}: no number ${within(when)} (${reason}).`,
  change(change) {
    const { measure, before, isAtEqualDays, pages: count, usual } = change;
    const start = isAtEqualDays ? "At equal days, " : "";
    const who = count === undefined ? undefined : `${pages(count)} with data ${both[before.unit]}`;
    const isCounted = measure === "count" || measure === "level";
    const subject =
      who === undefined ? "that is" : isCounted ? `the ${who} had` : `of the ${who}, it was`;
    const range =
      usual === undefined
        ? ""
        : ` (the mean of the four periods before, which ranged from ${usual[0]} to ${usual[1]})`;
    const text = `${start}${subject} ${comparison(change)}${range}.`;
    return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  },
  noChange: (before, reason) => `No comparison with the number ${within(before)}: ${reason}.`,
  pace({ projected, on, target, difference, direction, isOver }) {
    const end =
      direction === "reached"
        ? `exactly the goal of ${target}`
        : `${difference} ${direction === "short" ? "short of" : "above"} the goal of ${target}`;
    return isOver
      ? `That is ${end}.`
      : `At the pace so far, the number will be ${projected} ${within(on)}: ${end}.`;
  },
};
