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
      "all 3|total
      insights_views sum|9274
      fans_change sum|20
      fans_lifetime last|19336
      insights_reach mean per profile-day|840.5
      insights_reach_7_days last, mean over profiles|2630
      insights_fans_online mean per profile-day|93.07

      A = Acme US; B = Acme UK; C = أكمي العربية
      day|insights_views A|B|C|fans_change A|B|C|fans_lifetime A|B|C|insights_reach A|B|C|insights_reach_7_days A|B|C|insights_fans_online A|B|C
      10-03|573|502|378|3|2|2|11021|4765|3536|1254|564|339|3062|3377|1472|87|98|41
      10-04|466|385|323|2|0|1|11023|4765|3537|809|510|194|3068|3347|1479|96|70|37
      10-05|621|591|–|-3|1|–|11020|4766|–|1265|734|–|3102|3367|–|113|87|–
      10-06|810|726|–|7|0|–|11027|4766|–|1252|833|–|3071|3384|–|120|108|–
      10-07|944|788|–|-2|1|–|11025|4767|–|1232|718|–|3102|3337|–|134|95|–
      10-08|886|756|525|6|0|0|11031|4767|3538|1519|954|430|3080|3341|1469|133|105|72"
    `);
  });
  test("days of all profiles: levels carry the last covered value", async () => {
    expect(await tables(question, ["date.day"])).toMatchInlineSnapshot(`
      "all 3|total|change, first to last day|lowest day|highest day
      insights_views sum|9274||1174 on 10-04|2167 on 10-08
      fans_change sum|20||-2 on 10-05, 67% covered|7 on 10-03
      fans_lifetime last|19336|+0.1%|19322 on 10-03|19336 on 10-08
      insights_reach mean per profile-day|840.5||504.3 on 10-04|1043 on 10-06, 67% covered
      insights_reach_7_days last, mean over profiles|2630|-0.3%|2630 on 10-08|2649 on 10-05, 67% covered
      insights_fans_online mean per profile-day|93.07||67.67 on 10-04|114.5 on 10-07, 67% covered

      day|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online
      10-03|1453|7|19322|719|2637|75.33
      10-04|1174|3|19325|504.3|2631|67.67
      10-05|1212|-2|19323|999.5|2649|100
      10-06|1536|7|19330|1043|2645|114
      10-07|1732|-1|19329|975|2639|114.5
      10-08|2167|6|19336|967.7|2630|103.3"
    `);
  });
  test("profiles", async () => {
    expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_views sum|9274
      fans_change sum|20
      fans_lifetime last|19336
      insights_reach mean per profile-day|840.5
      insights_reach_7_days last, mean over profiles|2630
      insights_fans_online mean per profile-day|93.07

      profile|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online|covered
      Acme US|4300|13|11031|1222|3080|113.8|
      Acme UK|3748|4|4767|718.8|3341|93.83|
      أكمي العربية|1226|3|3538|321|1469|50|50%"
    `);
  });
  test("one total", async () => {
    expect(await tables(question, [])).toMatchInlineSnapshot(`
      "all 3|total
      insights_views sum|9274
      fans_change sum|20
      fans_lifetime last|19336
      insights_reach mean per profile-day|840.5
      insights_reach_7_days last, mean over profiles|2630
      insights_fans_online mean per profile-day|93.07"
    `);
  });
  test("labels: a total counts each profile once", async () => {
    expect(await tables(question, ["profile_label"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_views sum|9274
      fans_change sum|20
      fans_lifetime last|19336
      insights_reach mean per profile-day|840.5
      insights_reach_7_days last, mean over profiles|2630
      insights_fans_online mean per profile-day|93.07

      profile_label|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online|covered
      Europe|9274|20|19336|840.5|2630|93.07|83%
      Brand|4300|13|11031|1222|3080|113.8|
      Asia, Pacific|3748|4|4767|718.8|3341|93.83|
      =SUM(A1:A9)|3748|4|4767|718.8|3341|93.83|
      Americas|1226|3|3538|321|1469|50|50%"
    `);
  });
  test("weekdays: means per covered day", async () => {
    expect(await tables(question, ["date.weekday"])).toMatchInlineSnapshot(`
      "weekday|insights_views mean per day|fans_change mean per day|fans_lifetime mean per day|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      Monday|1212|-2|19323|999.5|3235|100
      Tuesday|1536|7|19330|1043|3228|114
      Wednesday|1732|-1|19329|975|3220|114.5
      Thursday|2167|6|19336|967.7|2630|103.3
      Saturday|1453|7|19322|719|2637|75.33
      Sunday|1174|3|19325|504.3|2631|67.67"
    `);
  });
  test("months", async () => {
    const september = { ...question, date_start: "2026-09-29" };
    expect(await tables(september, ["date.month", "profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_views sum|17170
      fans_change sum|30
      fans_lifetime last|19336
      insights_reach mean per profile-day|863.4
      insights_reach_7_days last, mean over profiles|2630
      insights_fans_online mean per profile-day|96.22

      A = Acme US; B = Acme UK; C = أكمي العربية
      month|insights_views A|B|C|fans_change A|B|C|fans_lifetime A|B|C|insights_reach A|B|C|insights_reach_7_days A|B|C|insights_fans_online A|B|C
      2026-09*|1502|1396|1054|1|1|2|11013|4761|3535|1332|784|364|3056|3374|1475|136|113|58.5
      2026-10*|6004|4984|2230|18|6|2|11031|4767|3538|1323|742.5|366|3080|3341|1469|114.5|97.13|58"
    `);
  });
  test("weeks are of days, whatever was asked before", async () => {
    const weeks = { ...question, date_start: "2026-09-28", date_end: "2026-10-11" };
    expect(await tables(weeks, ["date.week"])).toMatchInlineSnapshot(`
      "all 3|total|change, first to last day|lowest week|highest week
      insights_views sum|23902||11830 in 2026-W41, 86% covered|12072 in 2026-W40
      fans_change sum|43||19 in 2026-W41, 86% covered|24 in 2026-W40
      fans_lifetime last|19345|+0.2%|19325 in 2026-W40|19345 in 2026-W41, 86% covered
      insights_reach mean per profile-day|777.1||750.2 in 2026-W41, 86% covered|800.1 in 2026-W40
      insights_reach_7_days last, mean over profiles|2633|-0.3%|2631 in 2026-W40|2633 in 2026-W41, 86% covered
      insights_fans_online mean per profile-day|102.9||88.9 in 2026-W40|119.2 in 2026-W41, 86% covered

      week|insights_views|fans_change|fans_lifetime|insights_reach|insights_reach_7_days|insights_fans_online
      2026-W40|12072|24|19325|800.1|2631|88.9
      2026-W41|11830|19|19345|750.2|2633|119.2"
    `);
  });
  test("a breakdown is never combined over its rows", async () => {
    const split = { ...question, metrics: ["insights_reactions"] };
    expect(await tables(split, ["profile", "reaction_type"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_reactions sum|9909

      profile|reaction_type|insights_reactions|covered
      Acme US|sorry|1700|
      Acme US|like|925|
      Acme US|anger|885|
      Acme US|wow|825|
      Acme US|love|748|
      Acme UK|love|744|
      Acme UK|sorry|728|
      Acme US|haha|727|
      Acme UK|wow|690|
      Acme UK|like|524|
      Acme UK|anger|492|
      Acme UK|haha|479|
      أكمي العربية|haha|379|50%
      أكمي العربية|sorry|250|50%
      أكمي العربية|wow|225|50%
      أكمي العربية|like|184|50%
      أكمي العربية|anger|174|50%
      أكمي العربية|love|112|50%"
    `);
  });
});

describe("instagram: a flow that the API averages, a rolling count", () => {
  const question = {
    network: "instagram",
    profiles: some,
    metrics: ["insights_impressions", "insights_impressions_7_days"],
  };
  test("profiles and days", async () => {
    expect(await tables(question, ["profile", "date.day"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_impressions sum|19506
      insights_impressions_7_days last|8521

      A = Acme UK; B = Acme US; C = أكمي العربية
      day|insights_impressions A|B|C|insights_impressions_7_days A|B|C
      10-03|1769|1059|566|2771|4040|1690
      10-04|1041|841|369|2805|4040|1673
      10-05|1648|1377|–|2774|4060|–
      10-06|2158|1390|–|2769|4064|–
      10-07|2086|1412|–|2777|4036|–
      10-08|1774|1424|592|2799|4032|1690"
    `);
  });
  test("profiles", async () => {
    expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
      "all 3|total
      insights_impressions sum|19506
      insights_impressions_7_days last|8521

      profile|insights_impressions|insights_impressions_7_days|covered
      Acme UK|10476|2799|
      Acme US|7503|4032|
      أكمي العربية|1527|1690|50%"
    `);
  });
  test("days of all profiles", async () => {
    expect(await tables(question, ["date.day"])).toMatchInlineSnapshot(`
      "all 3|total|change, first to last day|lowest day|highest day
      insights_impressions sum|19506||2251 on 10-04|3790 on 10-08
      insights_impressions_7_days last|8521|+0.2%|8486 on 10-07, 67% covered|8521 on 10-08

      day|insights_impressions|insights_impressions_7_days
      10-03|3394|8501
      10-04|2251|8518
      10-05|3025|8507
      10-06|3548|8506
      10-07|3498|8486
      10-08|3790|8521"
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
