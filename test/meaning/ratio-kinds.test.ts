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
      insights_engagements sum|662
      insights_impressions sum|10720
      insights_impressions_engagement_rate % insights_engagements / insights_impressions|6.2

      A = Acme UK; B = Acme US; C = أكمي العربية
      day|insights_engagements A|B|C|insights_impressions A|B|C|insights_impressions_engagement_rate % A|B|C
      10-03|48|42|21|607|831|504|7.9|5.1|4.2
      10-04|41|37|20|479|600|403|8.6|6.2|5
      10-05|64|40|–|684|862|–|9.4|4.6|–
      10-06|57|38|–|837|1177|–|6.8|3.2|–
      10-07|56|41|–|880|840|–|6.4|4.9|–
      10-08|72|53|32|620|828|568|11.6|6.4|5.6"
    `);
  });
  test("linkedin: from the parts, where the question has them and the cells confirm them", async () => {
    expect(await tables(rates, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_engagements sum|662
      insights_impressions sum|10720
      insights_impressions_engagement_rate % insights_engagements / insights_impressions|6.2

      profile|insights_engagements|insights_impressions|insights_impressions_engagement_rate %|covered
      Acme UK|338|4107|8.2|
      Acme US|251|5138|4.9|
      أكمي العربية|73|1475|4.9|50%"
    `);
  });
  test("linkedin: a mean per profile-day without the parts", async () => {
    const alone = { ...rates, metrics: rates.metrics.slice(2) };
    expect(await tables(alone, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_impressions_engagement_rate % insights_engagements / insights_impressions|6.2

      profile|insights_impressions_engagement_rate %|covered
      Acme UK|8.2|
      أكمي العربية|4.9|50%
      Acme US|4.9|"
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
      interaction_change sum|10470

      profile|interactions_per_1k_fans|interaction_change|covered
      Acme UK|29.39|4321|
      أكمي العربية|28.02|1151|50%
      Acme US|12.52|4998|"
    `);
  });
});
