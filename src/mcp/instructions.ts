/** What a model is told of the server as a whole, in under 150 words. */
export const instructions = `
Answers questions about social media profiles from the suite's reporting API.

1. describe_metrics (free) gives exact metric names, their aggregation and breakdowns; list_profiles gives profile ids.
2. get_profile_metrics answers for any number of profiles, metrics and days: splitting and adding up is done here. Ask everything in one call rather than one call per profile or month. plan_only shows the cost first: a user has 500 requests an hour.
3. read_result (free) slices, ranks or re-grains an answer by its result id; result://ID.csv holds every number.

Totals and averages in answers are exact: repeat them, do not add up rows yourself. A dash is a missing value, never 0. Repeat to the user what an answer says is missing, left out or broken.
`.trim();
