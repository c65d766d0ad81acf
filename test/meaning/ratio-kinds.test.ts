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
      "A = Acme US; B = Acme UK; C = أكمي العربية
      day|insights_engagements (sum) A|B|C|insights_impressions (sum) A|B|C|insights_impressions_engagement_rate (ratio) A|B|C
      2026-10-03|42|48|21|831|607|504|5.0542|7.9077|4.1667
      2026-10-04|37|41|20|600|479|403|6.1667|8.5595|4.9628
      2026-10-05|40|64|–|862|684|–|4.6404|9.3567|–
      2026-10-06|38|57|–|1177|837|–|3.2285|6.81|–
      2026-10-07|41|56|–|840|880|–|4.881|6.3636|–
      2026-10-08|53|72|32|828|620|568|6.401|11.6129|5.6338
      sum/ratio|251|338|73|5138|4107|1475|4.8852|8.2299|4.9492"
    `);
  });
  test("linkedin: from the parts, where the question has them and the cells confirm them", async () => {
    expect(await tables(rates, ["profile"])).toMatchInlineSnapshot(`
      "profile|insights_engagements sum|insights_impressions sum|insights_impressions_engagement_rate insights_engagements / insights_impressions
      Acme US|251|5138|4.8852
      Acme UK|338|4107|8.2299
      أكمي العربية|73|1475|4.9492
      sum/ratio|662|10720|6.1754"
    `);
  });
  test("linkedin: a mean per profile-day without the parts", async () => {
    const alone = { ...rates, metrics: rates.metrics.slice(2) };
    expect(await tables(alone, ["profile"])).toMatchInlineSnapshot(`
      "insights_impressions_engagement_rate, insights_engagements / insights_impressions
      Acme US|4.8852
      Acme UK|8.2299
      أكمي العربية|4.9492
      ratio|6.1754"
    `);
  });
  test("twitter: the quotient of the last days", async () => {
    const metrics = ["ff_ratio", "followers_lifetime", "following_lifetime"];
    const ff = { network: "twitter", profiles: some, metrics };
    expect(await tables(ff, ["profile"])).toMatchInlineSnapshot(`
      "profile|ff_ratio followers_lifetime / following_lifetime|followers_lifetime last|following_lifetime last
      Acme US|0.5088|33930|66686
      Acme UK|0.8068|47752|59190
      أكمي العربية|0.3463|13743|39686
      ratio/sum|0.5764|95425|165562"
    `);
  });
  test("youtube: no total", async () => {
    const metrics = ["interactions_per_1k_fans", "interaction_change"];
    const perFan = { network: "youtube", profiles: some, metrics };
    expect(await tables(perFan, ["profile"])).toMatchInlineSnapshot(`
      "profile|interactions_per_1k_fans mean per profile-day|interaction_change sum
      Acme US|12.5222|4998
      Acme UK|29.3946|4321
      أكمي العربية|28.0217|1151
      mean/sum|·|10470"
    `);
  });
});
