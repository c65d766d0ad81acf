/** Synonyms of networks, arguments, dimensions, periods, choices and fields. Each word is in one row only, so it has one meaning. */

export type Rows<Value> = readonly (readonly [words: string, means: Value])[];

export const finding = <Value>(rows: Rows<Value>): ((word: string) => Value | undefined) => {
  const byWord = new Map(
    rows.flatMap(([words, means]) => words.split(" ").map((word) => [word, means] as const)),
  );
  return (word) => byWord.get(wordOf(word));
};

/** `Engagement Rate` is `engagement_rate`. */
export const wordOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

const oneOfBoth = "facebook or instagram (one call each, or network all)";
export const absent = "it is not in this API";

/** Networks by other names. */
export const networkRows: Rows<string> = [
  ["x x.com tweets twitter/x", "twitter"],
  ["fb facebook_pages", "facebook"],
  ["ig insta instagram_business", "instagram"],
  ["yt google you_tube", "youtube"],
  ["li linked_in", "linkedin"],
  ["tt tik_tok", "tiktok"],
  ["pin pins", "pinterest"],
  ["meta", oneOfBoth],
  ["every any both * networks everything", "all"],
  ["threads snapchat reddit bluesky mastodon whatsapp telegram twitch", absent],
];
export const networkSaid = finding(networkRows);

/** Arguments by other names; of several, the first that a tool has is meant. */
export const argumentRows: Rows<string> = [
  ["page_size per_page max_results", "limit top"],
  ["limit rows n size max_rows first", "top limit"],
  ["count", "limit top"],
  ["search find", "name_contains"],
  ["sort order_by sorting sortby ranking rank_by", "sort_by"],
  ["sort_order direction sort_direction", "order"],
  ["start since from start_date startdate date_from begin datestart", "date_start"],
  ["end until to end_date enddate date_to dateend", "date_end"],
  [
    "range date_range date_preset days time_range timeframe time_period timespan dates date when",
    "period",
  ],
  ["metric measures measure kpis kpi numbers", "metrics"],
  [
    "profile page pages channel channels profile_ids profile_id page_ids page_id account_id ids names",
    "profiles",
  ],
  ["exclude exclude_profiles except without", "profiles_not"],
  ["label tag tags profile_labels brand market", "labels filter"],
  ["dimension by breakdown breakdowns granularity interval split segment", "dimensions"],
  ["group groupby", "group_by dimensions"],
  ["group_by", "dimensions"],
  ["filters filter_by condition conditions having", "where filter"],
  ["filter", "where"],
  ["post_type content_type media_type format", "filter"],
  ["compare comparison compare_with compared_to versus vs previous", "compare_to"],
  ["platform source social_network networks channel_type", "network"],
  ["dry_run explain preview estimate", "plan_only"],
  ["no_cache refresh force", "fresh"],
  ["id result_id uri", "result"],
  ["query keyword keywords text q", "search"],
  ["name contains name_filter", "name_contains"],
  ["stat aggregate aggregation", "statistic"],
  ["chart_type type", "kind filter"],
  ["skip start_at", "offset"],
  ["columns", "fields metrics"],
  ["fields", "metrics"],
];
const argumentsSaid = finding(argumentRows);

/** The argument that a word means, and those of the tools that lack it. @param names of the tool's arguments. */
export function argumentSaid(word: string, names: readonly string[]): string | undefined {
  const meant = argumentsSaid(word)?.split(" ") ?? [];
  return meant.find((name) => names.includes(name)) ?? meant[0];
}

/** The tools of arguments that a tool does not have. */
const argumentsElsewhere: Rows<string> = [
  [
    "grain statistic of view per_profile group_by offset best",
    "read_result (with the id of a reply)",
  ],
  ["labels labels_all labels_not profiles_not compare_to dimensions", "get_profile_metrics"],
  ["kind", "chart_result"],
  ["name_contains", "list_profiles"],
  ["fields filter cursor", "list_facebook_posts"],
];
export const argumentElsewhere = finding(argumentsElsewhere);

/** Dimensions by other names; the short ones are read as they are (`dimensionOf`). */
export const dimensionRows: Rows<string> = [
  ["date daily days time", "date.day"],
  ["weekly weeks", "date.week"],
  ["monthly months", "date.month"],
  ["quarterly quarters", "date.quarter"],
  ["yearly years annual", "date.year"],
  ["day_of_week dayofweek weekdays", "date.weekday"],
  ["page pages channel profiles profile_name profile_id name", "profile"],
  ["labels tag tags brand market region_label", "profile_label"],
  ["age gender demographics age_gender gender_and_age", "gender_age"],
  ["hour hours hourly time_of_day", "hour_of_day"],
  ["countries geo geography location", "country"],
  ["cities", "city"],
  ["language languages", "locale"],
  ["reactions reaction reactions_by_type", "reaction_type"],
  ["paid organic", "post_attribution"],
  ["total totals none", "[] (an empty list: totals only)"],
  ["network platform", "network all, in the argument network"],
];
export const dimensionSaid = finding(dimensionRows);

/** Choices of arguments by other names. */
export const choiceRows: Rows<string> = [
  ["anomalies anomaly spikes spike", "outliers"],
  ["missing holes", "gaps"],
  ["share percent percentages", "shares"],
  ["average avg", "mean"],
  ["minimum lowest", "min"],
  ["maximum highest", "max"],
  ["column columns histogram", "bar"],
  ["area areas stack", "stacked"],
  ["daily days", "day"],
  ["weekly weeks", "week"],
  ["monthly months", "month"],
  ["quarterly quarters", "quarter"],
  ["yearly years annual", "year"],
];
export const choiceSaid = finding(choiceRows);

/** Periods by other names. */
export const periodRows: Rows<string> = [
  ["mtd month_to_date", "this_month"],
  ["wtd week_to_date", "this_week"],
  ["qtd quarter_to_date", "this_quarter"],
  ["year_to_date", "ytd"],
  ["past_week previous_week prior_week", "last_week"],
  ["past_month previous_month prior_month", "last_month"],
  ["past_quarter previous_quarter", "last_quarter"],
  ["past_year previous_year prior_year", "last_year"],
  ["7d last7days", "last_7_days"],
  ["28d", "last_28_days"],
  ["30d last30days", "last_30_days"],
  ["90d", "last_90_days"],
  ["current_week", "this_week"],
  ["current_month", "this_month"],
  ["current_year", "ytd"],
];
export const periodSaid = finding(periodRows);

/** Comparisons by other names; a unit is the range before one of its length. */
export const comparisonRows: Rows<
  "previous_year" | "previous_period" | "usual" | "week" | "month" | "quarter"
> = [
  ["average typical normal baseline", "usual"],
  ["yoy year_over_year last_year_same_period same_period_last_year prior_year", "previous_year"],
  ["prior_period last_period", "previous_period"],
  ["wow previous_week", "week"],
  ["mom previous_month", "month"],
  ["qoq previous_quarter", "quarter"],
];
export const comparisonSaid = finding(comparisonRows);

/** Fields of posts by other names. */
export const postFieldRows: Rows<string> = [
  ["engagement engagements engaged", "interactions"],
  ["likes like", "reactions"],
  ["date published published_at created timestamp time", "created_time"],
  ["text caption content body", "message"],
  ["link permalink permalink_url", "url"],
  ["reach", "insights_reach"],
  ["impressions", "insights_impressions"],
  ["views video_views", "insights_video_views"],
  ["clicks", "insights_post_clicks"],
  ["labels label tags", "post_labels"],
  ["media_type format", "type"],
];
export const postFieldSaid = finding(postFieldRows);
