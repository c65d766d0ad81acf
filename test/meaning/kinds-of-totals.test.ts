/** Numbers that the API sums or averages are combined by their kind, on days with gaps. */
import { describe, expect, test } from "vitest";
import { some, tables } from "../helpers/kind-tables.ts";

describe("instagram: a flow that the API averages, a rolling count", () => {
  const question = {
    network: "instagram",
    profiles: some,
    metrics: ["insights_impressions", "insights_impressions_7_days"],
  };
  test("profiles and days", async () => {
    expect(await tables(question, ["profile", "date.day"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_impressions sum|173797
      insights_impressions_7_days last|76385

      A = Acme UK; B = Acme US; C = أكمي العربية
      day|insights_impressions A|B|C|insights_impressions_7_days A|B|C
      10-03|16494|8396|6145|25833|32028|18329
      10-04|9718|6676|4016|26143|32028|18149
      10-05|15366|10931|–|25859|32187|–
      10-06|20124|11024|–|25808|32219|–
      10-07|19446|11201|–|25885|31996|–
      10-08|16545|11288|6427|26092|31964|18329"
    `);
  });
  test("profiles", async () => {
    expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_impressions sum|173797
      insights_impressions_7_days last|76385

      profile|insights_impressions|insights_impressions_7_days|covered
      Acme UK|97693|26092|
      Acme US|59516|31964|
      أكمي العربية|16588|18329|50%"
    `);
  });
  test("days of all profiles", async () => {
    expect(await tables(question, ["date.day"])).toMatchInlineSnapshot(`
      "all 3|total|change, first to last day|lowest day|highest day
      insights_impressions sum|173797||20410 on 10-04|34260 on 10-08
      insights_impressions_7_days last|76385|+0.3%|76030 on 10-07, 67% covered|76385 on 10-08

      day|insights_impressions|insights_impressions_7_days
      10-03|31035|76190
      10-04|20410|76320
      10-05|26297|76195
      10-06|31148|76176
      10-07|30647|76030
      10-08|34260|76385"
    `);
  });
});

test("tiktok: a level that the API sums is a level", async () => {
  const question = {
    network: "tiktok",
    profiles: some,
    metrics: ["insights_fans_lifetime", "insights_fans_change"],
  };
  expect(await tables(question, ["profile", "date.day"])).toMatchInlineSnapshot(`
    "all 3|total
    insights_fans_lifetime last|116385
    insights_fans_change sum|110

    A = Acme US; B = Acme UK; C = أكمي العربية
    day|insights_fans_lifetime A|B|C|insights_fans_change A|B|C
    10-03|66531|35883|13883|21|1|-2
    10-04|66529|35889|13889|-2|6|6
    10-05|66524|35882|–|-5|-7|–
    10-06|66535|35901|–|11|19|–
    10-07|66562|35895|–|27|-6|–
    10-08|66581|35909|13895|19|14|8"
  `);
  expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
    "all 3|total
    insights_fans_lifetime last|116385
    insights_fans_change sum|110

    profile|insights_fans_lifetime|insights_fans_change|covered
    Acme US|66581|71|
    Acme UK|35909|27|
    أكمي العربية|13895|12|50%"
  `);
});
