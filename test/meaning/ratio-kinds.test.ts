/** Ratios of the API on every axis: from their parts where the cells confirm them, else as means. */
import { describe, expect, test } from "vitest";
import { some, tables } from "../helpers/kind-tables.ts";

describe("ratios", () => {
  const rates = {
    network: "linkedin",
    profiles: some,
    metrics: [
      "insights_engagements",
      "insights_impressions",
      "insights_impressions_engagement_rate",
    ],
  };
  test("linkedin: profiles and days", async () => {
    expect(await tables(rates, ["profile", "date.day"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_engagements sum|2887
      insights_impressions sum|74807
      insights_impressions_engagement_rate % insights_engagements / insights_impressions|3.9

      A = Acme US; B = Acme UK; C = أكمي العربية
      day|insights_engagements A|B|C|insights_impressions A|B|C|insights_impressions_engagement_rate % A|B|C
      10-03|219|181|88|5938|4326|3013|3.7|4.2|2.9
      10-04|192|155|84|4291|3415|2406|4.5|4.5|3.5
      10-05|208|242|–|6163|4875|–|3.4|5|–
      10-06|197|218|–|8412|5965|–|2.3|3.7|–
      10-07|210|214|–|6001|6270|–|3.5|3.4|–
      10-08|274|273|132|5921|4414|3397|4.6|6.2|3.9"
    `);
  });
  test("linkedin: from the parts, where the question has them and the cells confirm them", async () => {
    expect(await tables(rates, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_engagements sum|2887
      insights_impressions sum|74807
      insights_impressions_engagement_rate % insights_engagements / insights_impressions|3.9

      profile|insights_engagements|insights_impressions|insights_impressions_engagement_rate %|covered
      Acme US|1300|36726|3.5|
      Acme UK|1283|29265|4.4|
      أكمي العربية|304|8816|3.4|50%"
    `);
  });
  test("linkedin: a mean per profile-day without the parts", async () => {
    const alone = { ...rates, metrics: rates.metrics.slice(2) };
    expect(await tables(alone, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_impressions_engagement_rate % insights_engagements / insights_impressions|3.9

      profile|insights_impressions_engagement_rate %|covered
      Acme UK|4.4|
      Acme US|3.5|
      أكمي العربية|3.4|50%"
    `);
  });
  test("twitter: the quotient of the last days", async () => {
    const metrics = ["ff_ratio", "followers_lifetime", "following_lifetime"];
    const ff = { network: "twitter", profiles: some, metrics };
    expect(await tables(ff, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      ff_ratio followers_lifetime / following_lifetime|0.5764
      followers_lifetime last|95425
      following_lifetime last|165562

      profile|ff_ratio|followers_lifetime|following_lifetime|covered
      Acme UK|0.8068|47752|59190|
      Acme US|0.5088|33930|66686|
      أكمي العربية|0.3463|13743|39686|50%"
    `);
  });
  test("youtube: no total", async () => {
    const metrics = ["interactions_per_1k_fans", "interaction_change"];
    const perFan = { network: "youtube", profiles: some, metrics };
    expect(await tables(perFan, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      interactions_per_1k_fans mean per profile-day|·
      interaction_change sum|2044

      profile|interactions_per_1k_fans|interaction_change|covered
      أكمي العربية|5.916|243|50%
      Acme UK|5.728|842|
      Acme US|2.403|959|"
    `);
  });
});
