/** Small answers of every kind, with the keys of the specification. */

export const profiles = {
  success: true,
  profiles: [
    {
      id: "p1",
      name: "Acme",
      profile_name: "acme",
      picture: "https://pictures.example.invalid/1.png",
      timezone: "Europe/Prague",
      profile_labels: [{ id: "pl1", name: "Brand" }],
      insights_enabled: true,
      community_enabled: false,
    },
  ],
};

export const postLabels = { success: true, data: [{ id: "l1", name: "Summer" }] };

export const postLabelGroups = {
  success: true,
  data: [{ id: "g1", name: "Seasons", label_ids: ["l1"] }],
};

export const profileLabels = {
  success: true,
  data: [{ id: "pl1", name: "Brand", profiles: [{ name: "Acme", platform: "facebook" }] }],
};

export const listeningQueries = {
  success: true,
  queries: [{ id: "LNQ_1_a", name: "Rockets", community_enabled: true, status: "Regulated" }],
};

export const adAccounts = { success: true, ad_accounts: [{ id: "a1", name: "Acme Ads" }] };

export const user = { success: true, userInfo: { name: "Ada" } };

export const reachByDay = {
  success: true,
  header: [
    { type: "profile", rows: ["p1"] },
    { type: "date.day", rows: ["2026-10-01"] },
    { type: "metric", rows: ["insights_reach", "insights_reach_7_days"] },
  ],
  data: [[[51, 53]]],
};

export const reachByAge = {
  success: true,
  header: [
    { type: "profile", rows: ["p1"] },
    { type: "date.day", rows: ["2026-10-01"] },
    { type: "gender_age", rows: ["F.18-24"] },
    { type: "metric", rows: ["insights_reach", "insights_reach_7_days"] },
  ],
  data: [[[[41, 43]]]],
};

export const fansByDay = {
  success: true,
  header: [
    { type: "profile", rows: ["p1"] },
    { type: "date.day", rows: ["2026-10-31"] },
    { type: "metric", rows: ["fans_change"] },
  ],
  data: [[[47]]],
};

/** One metric of two days, the first of which is missing. */
export const total = (metric: string): object => ({
  success: true,
  header: [
    { type: "profile", rows: ["p1"] },
    { type: "date.day", rows: ["2026-10-01", "2026-10-02"] },
    { type: "metric", rows: [metric] },
  ],
  data: [[[null], [53]]],
});

const post = (id: string): object => ({ id, page_id: "p1", created_time: "2026-10-01T10:00:00Z" });

export const firstPage = { success: true, data: { posts: [post("a")], next: "n2", remaining: 1 } };

export const lastPage = { success: true, data: { posts: [post("b")] } };
