/** Every kind on every axis, on days with gaps, to be checked by hand against the first table of each. */
import { describe, expect, test } from "vitest";
import { some, tables } from "../helpers/kind-tables.ts";

describe("facebook: flow, net, level, people of a day and of 7 days, people that the API sums", () => {
  const question = {
    network: "facebook",
    profiles: some,
    metrics: [
      "insights_views",
      "fans_change",
      "fans_lifetime",
      "insights_reach",
      "insights_reach_7_days",
      "insights_fans_online",
    ],
  };

  test("profiles and days", async () => {
    expect(await tables(question, ["profile", "date.day"])).toMatchInlineSnapshot(`
      "all 3|total|mean
      insights_views sum|87269|
      fans_change sum|20|
      fans_lifetime last|19336|
      insights_reach people per page and day|no total|4894
      insights_reach_7_days people in the 7 days to 10-08, mean per page|no total|24794
      insights_fans_online people per page and day|no total|775

      A = Acme US; B = Acme UK; C = أكمي العربية
      day|insights_views A|B|C|fans_change A|B|C|fans_lifetime A|B|C|insights_reach A|B|C|insights_reach_7_days A|B|C|insights_fans_online A|B|C
      10-03|5351|5058|2886|3|2|2|11021|4765|3536|8271|2421|2308|33643|24155|16678|765|749|371
      10-04|4354|3878|2469|2|0|1|11023|4765|3537|5338|2189|1324|33710|23942|16760|838|534|334
      10-05|5802|5948|–|-3|1|–|11020|4766|–|8343|3151|–|34078|24084|–|991|663|–
      10-06|7564|7312|–|7|0|–|11027|4766|–|8252|3576|–|33744|24203|–|1049|824|–
      10-07|8815|7934|–|-2|1|–|11025|4767|–|8124|3083|–|34078|23870|–|1170|726|–
      10-08|8274|7608|4016|6|0|0|11031|4767|3538|10015|4096|2923|33844|23894|16645|1165|802|644"
    `);
  });
  test("days of all profiles: levels carry the last covered value", async () => {
    expect(await tables(question, ["date.day"])).toMatchInlineSnapshot(`
      "all 3|total|mean|change, first to last day|lowest day|highest day
      insights_views sum|87269|||10701 on 10-04|19898 on 10-08
      fans_change sum|20|||-2 on 10-05, 67% covered|7 on 10-03
      fans_lifetime last|19336||+0.1%|19322 on 10-03|19336 on 10-08
      insights_reach people per page and day|no total|4894||2950 on 10-04|5914 on 10-06, 67% covered
      insights_reach_7_days people in the 7 days to 10-08, mean per page|no total|24794|-0.1%|24794 on 10-08|24974 on 10-05, 67% covered
      insights_fans_online people per page and day|no total|775||568.7 on 10-04|948 on 10-07, 67% covered

      day|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online
      10-03|13295|7|19322|4333|24825|628.3
      10-04|10701|3|19325|2950|24804|568.7
      10-05|11750|-2|19323|5747|24974|827
      10-06|14876|7|19330|5914|24902|936.5
      10-07|16749|-1|19329|5604|24903|948
      10-08|19898|6|19336|5678|24794|870.3"
    `);
  });
  test("profiles", async () => {
    expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total|mean
      insights_views sum|87269|
      fans_change sum|20|
      fans_lifetime last|19336|
      insights_reach people per page and day|no total|4894
      insights_reach_7_days people in the 7 days to 10-08, mean per page|no total|24794
      insights_fans_online people per page and day|no total|775

      profile|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online|covered
      Acme US|40160|13|11031|8057|33844|996.3|
      Acme UK|37738|4|4767|3086|23894|716.3|
      أكمي العربية|9371|3|3538|2185|16645|449.7|50%"
    `);
  });
  test("one total", async () => {
    expect(await tables(question, [])).toMatchInlineSnapshot(`
      "all 3|total|mean
      insights_views sum|87269|
      fans_change sum|20|
      fans_lifetime last|19336|
      insights_reach people per page and day|no total|4894
      insights_reach_7_days people in the 7 days to 10-08, mean per page|no total|24794
      insights_fans_online people per page and day|no total|775"
    `);
  });
  test("labels: a total counts each profile once", async () => {
    expect(await tables(question, ["profile_label"])).toMatchInlineSnapshot(`
      "all 3|total|mean
      insights_views sum|87269|
      fans_change sum|20|
      fans_lifetime last|19336|
      insights_reach people per page and day|no total|4894
      insights_reach_7_days people in the 7 days to 10-08, mean per page|no total|24794
      insights_fans_online people per page and day|no total|775

      profile_label|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online|covered
      Europe|87269|20|19336|4894|24794|775|83%
      Brand|40160|13|11031|8057|33844|996.3|
      Asia, Pacific|37738|4|4767|3086|23894|716.3|
      =SUM(A1:A9)|37738|4|4767|3086|23894|716.3|
      Americas|9371|3|3538|2185|16645|449.7|50%"
    `);
  });
  test("weekdays: means per covered day", async () => {
    expect(await tables(question, ["date.weekday"])).toMatchInlineSnapshot(`
      "weekday|insights_views mean per day|fans_change mean per day|fans_lifetime mean per day|insights_reach people per page and day|insights_reach_7_days people in 7 days, mean per page|insights_fans_online people per page and day
      Monday|11750|-2|19323|5747|29081|827
      Tuesday|14876|7|19330|5914|28974|936.5
      Wednesday|16749|-1|19329|5604|28974|948
      Thursday|19898|6|19336|5678|24794|870.3
      Saturday|13295|7|19322|4333|24825|628.3
      Sunday|10701|3|19325|2950|24804|568.7"
    `);
  });
  test("months", async () => {
    const september = { ...question, date_start: "2026-09-29" };
    expect(await tables(september, ["date.month", "profile"])).toMatchInlineSnapshot(`
      "all 3|total|mean
      insights_views sum|159431|
      fans_change sum|30|
      fans_lifetime last|19336|
      insights_reach people per page and day|no total|5074
      insights_reach_7_days people in the 7 days to 10-08, mean per page|no total|24794
      insights_fans_online people per page and day|no total|803.7

      A = Acme US; B = Acme UK; C = أكمي العربية
      month|insights_views A|B|C|fans_change A|B|C|fans_lifetime A|B|C|insights_reach A|B|C|insights_reach_7_days A|B|C|insights_fans_online A|B|C
      2026-09*|14028|14055|8053|1|1|2|11013|4761|3535|8783|3367|2477|33576|24132|16711|1190|862.5|522.5
      2026-10*|56077|50175|17043|18|6|2|11031|4767|3538|8723|3188|2491|33844|23894|16645|1003|741.9|518.8"
    `);
  });
  test("weeks are of days, whatever was asked before", async () => {
    const weeks = { ...question, date_start: "2026-09-28", date_end: "2026-10-11" };
    expect(await tables(weeks, ["date.week"])).toMatchInlineSnapshot(`
      "all 3|total|mean|change, first to last day|lowest week|highest week
      insights_views sum|221247|||110445 in 2026-W40|110802 in 2026-W41, 86% covered
      fans_change sum|43|||19 in 2026-W41, 86% covered|24 in 2026-W40
      fans_lifetime last|19345||+0.2%|19325 in 2026-W40|19345 in 2026-W41, 86% covered
      insights_reach people per page and day|no total|4539||4290 in 2026-W41, 86% covered|4753 in 2026-W40
      insights_reach_7_days people in the 7 days to 10-11, mean per page|no total|24839|-0.3%|24804 in 2026-W40|24839 in 2026-W41, 86% covered
      insights_fans_online people per page and day|no total|864.9||745.5 in 2026-W40|1004 in 2026-W41, 86% covered

      week|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online
      2026-W40|110445|24|19325|4753|24804|745.5
      2026-W41|110802|19|19345|4290|24839|1004"
    `);
  });
  test("a breakdown is never combined over its rows", async () => {
    const split = { ...question, metrics: ["insights_reactions"] };
    expect(await tables(split, ["profile", "reaction_type"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_reactions sum|2168

      profile|reaction_type|insights_reactions|covered
      Acme US|sorry|439|
      Acme US|love|206|
      Acme US|wow|202|
      Acme US|haha|189|
      Acme US|anger|184|
      Acme US|like|182|
      Acme UK|love|164|
      Acme UK|anger|161|
      Acme UK|haha|154|
      Acme UK|like|138|
      Acme UK|sorry|135|
      Acme UK|wow|120|
      أكمي العربية|haha|85|50%
      أكمي العربية|sorry|47|50%
      أكمي العربية|wow|47|50%
      أكمي العربية|anger|40|50%
      أكمي العربية|like|39|50%
      أكمي العربية|love|32|50%"
    `);
  });
});
