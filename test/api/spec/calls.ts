/** One call of every tool that asks the API, with the literal requests that the specification demands. */
import {
  adAccounts,
  fansByDay,
  firstPage,
  lastPage,
  listeningQueries,
  postLabelGroups,
  postLabels,
  profileLabels,
  profiles,
  reachByAge,
  reachByDay,
  user,
} from "./answers.ts";

/** A request as `METHOD path body`, and the answer to exactly this request. */
export type Exchange = readonly [request: string, answer: object];

export interface SpecifiedCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Everything that the call sends, in order. */
  readonly exchanges: readonly Exchange[];
  /** A part of the reply, which shows that the answer was read. */
  readonly shows: string;
}

const october = { date_start: "2026-10-01", date_end: "2026-10-31" };
const firstOfOctober = { date_start: "2026-10-01", date_end: "2026-10-01" };

export const calls: readonly SpecifiedCall[] = [
  {
    tool: "list_profiles",
    args: { network: "facebook" },
    exchanges: [["GET /3/facebook/profiles", profiles]],
    shows: "p1|Acme|Europe/Prague|on|Brand",
  },
  {
    tool: "list_post_labels",
    args: {},
    exchanges: [["GET /3/post/labels", postLabels]],
    shows: "l1|Summer",
  },
  {
    tool: "list_post_label_groups",
    args: {},
    exchanges: [
      ["GET /3/post/label-groups", postLabelGroups],
      ["GET /3/post/labels", postLabels],
    ],
    shows: "g1|Seasons|Summer",
  },
  {
    tool: "list_profile_labels",
    args: {},
    exchanges: [["GET /3/profile/labels", profileLabels]],
    shows: "pl1|Brand|facebook 1",
  },
  {
    tool: "list_listening_queries",
    args: {},
    exchanges: [["GET /3/listening/queries", listeningQueries]],
    shows: "LNQ_1_a|Rockets|Regulated|active|yes",
  },
  {
    tool: "list_ad_accounts",
    args: october,
    exchanges: [
      ['POST /3/ads/accounts {"date_start":"2026-10-01","date_end":"2026-10-31"}', adAccounts],
    ],
    shows: "a1|Acme Ads",
  },
  {
    tool: "get_current_user",
    args: {},
    exchanges: [["GET /3/user/me", user]],
    shows: "name: Ada",
  },
  {
    tool: "get_profile_metrics",
    args: {
      network: "facebook",
      metrics: ["insights_reach", "insights_reach_7_days"],
      dimensions: ["profile", "date.day", "gender_age"],
      ...firstOfOctober,
    },
    exchanges: [
      ["GET /3/facebook/profiles", profiles],
      [
        'POST /3/facebook/metrics {"date_start":"2026-09-03","date_end":"2026-10-09","profiles":["p1"],"metrics":["insights_reach","insights_reach_7_days"],"dimensions":[{"type":"profile"},{"type":"date.day"}]}',
        reachByDay,
      ],
      [
        'POST /3/facebook/metrics {"date_start":"2026-09-03","date_end":"2026-10-01","profiles":["p1"],"metrics":["insights_reach","insights_reach_7_days"],"dimensions":[{"type":"profile"},{"type":"date.day"},{"type":"gender_age"}]}',
        reachByAge,
      ],
    ],
    shows: "\nF.18-24|41|43\n",
  },
  {
    tool: "list_linkedin_posts",
    args: { ...october, fields: ["attachments", "comments"], sort_by: "created_time", limit: 2 },
    exchanges: [
      ["GET /3/linkedin/profiles", profiles],
      [
        'POST /3/linkedin/page/posts {"profiles":["p1"],"date_start":"2026-10-01","date_end":"2026-10-31","fields":["id","created_time","attachments","comments"],"sort":[{"field":"created_time","order":"desc"}],"limit":100}',
        firstPage,
      ],
      ['POST /3/linkedin/page/posts {"after":"n2"}', lastPage],
    ],
    shows: "Complete: 2 posts.",
  },
  {
    tool: "list_profiles_v2",
    args: { network: "facebook" },
    exchanges: [["GET /2/facebook/profiles", profiles]],
    shows: "p1|Acme|Europe/Prague|on|Brand",
  },
  {
    tool: "list_post_labels_v2",
    args: {},
    exchanges: [["POST /2/post/labels", postLabels]],
    shows: "l1|Summer",
  },
  {
    tool: "list_profile_labels_v2",
    args: {},
    exchanges: [["POST /2/profile/labels", profileLabels]],
    shows: "pl1|Brand|facebook 1",
  },
  {
    tool: "get_profile_metrics_v2",
    args: {
      network: "facebook",
      metrics: ["fans_change"],
      dimensions: ["date.day", "profile"],
      date_start: "2026-10-31",
      date_end: "2026-10-31",
    },
    exchanges: [
      ["GET /2/facebook/profiles", profiles],
      [
        'POST /2/facebook/metrics {"date_start":"2026-10-03","date_end":"2026-11-08","profiles":["p1"],"metrics":["fans_change"],"dimensions":[{"type":"profile"},{"type":"date.day"}]}',
        fansByDay,
      ],
    ],
    shows: "\nfans_change sum|47\n",
  },
  {
    tool: "list_facebook_posts",
    args: {
      ...october,
      fields: ["message"],
      sort_by: "shares",
      filter: { field: "post_labels", value: "Summer" },
      limit: 2,
    },
    exchanges: [
      ["GET /2/facebook/profiles", profiles],
      ["GET /3/post/labels", postLabels],
      [
        'POST /2/facebook/page/posts {"profiles":["p1"],"date_start":"2026-10-01","date_end":"2026-10-31","fields":["id","created_time","page_id","message"],"sort":{"field":"shares","order":"desc"},"filter":{"field":"post_labels","value":"l1"},"limit":100}',
        firstPage,
      ],
      [
        'POST /2/facebook/page/posts {"profiles":["p1"],"date_start":"2026-10-01","date_end":"2026-10-31","fields":["id","created_time","page_id","message"],"sort":{"field":"shares","order":"desc"},"filter":{"field":"post_labels","value":"l1"},"limit":100,"after":"n2"}',
        lastPage,
      ],
    ],
    shows: "Complete: 2 posts.",
  },
  {
    tool: "get_current_user_v2",
    args: {},
    exchanges: [["GET /2/user/me", user]],
    shows: "name: Ada",
  },
];
