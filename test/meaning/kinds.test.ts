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
      "A = Acme US; B = Acme UK; C = أكمي العربية
      day|insights_views (sum) A|B|C|fans_change (sum) A|B|C|fans_lifetime (last) A|B|C|insights_reach (mean) A|B|C|insights_reach_7_days (last) A|B|C|insights_fans_online (mean) A|B|C
      2026-10-03|573|502|378|3|2|2|11021|4765|3536|1254|564|339|3062|3377|1472|87|98|41
      2026-10-04|466|385|323|2|0|1|11023|4765|3537|809|510|194|3068|3347|1479|96|70|37
      2026-10-05|621|591|–|-3|1|–|11020|4766|–|1265|734|–|3102|3367|–|113|87|–
      2026-10-06|810|726|–|7|0|–|11027|4766|–|1252|833|–|3071|3384|–|120|108|–
      2026-10-07|944|788|–|-2|1|–|11025|4767|–|1232|718|–|3102|3337|–|134|95|–
      2026-10-08|886|756|525|6|0|0|11031|4767|3538|1519|954|430|3080|3341|1469|133|105|72
      sum/last/mean|4300|3748|1226|13|4|3|11031|4767|3538|1221.8333|718.8333|321|3080|3341|1469|113.8333|93.8333|50"
    `);
  });
  test("days of all profiles: levels carry the last covered value", async () => {
    expect(await tables(question, ["date.day"])).toMatchInlineSnapshot(`
      "day|insights_views sum|fans_change sum|fans_lifetime last|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      2026-10-03|1453|7|19322|719|2637|75.3333
      2026-10-04|1174|3|19325|504.3333|2631.3333|67.6667
      2026-10-05|1212|-2|19323|999.5|3234.5|100
      2026-10-06|1536|7|19330|1042.5|3227.5|114
      2026-10-07|1732|-1|19329|975|3219.5|114.5
      2026-10-08|2167|6|19336|967.6667|2630|103.3333
      sum/last/mean|9274|20|19336|840.4667|2630|93.0667"
    `);
  });
  test("profiles", async () => {
    expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
      "profile|insights_views sum|fans_change sum|fans_lifetime last|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      Acme US|4300|13|11031|1221.8333|3080|113.8333
      Acme UK|3748|4|4767|718.8333|3341|93.8333
      أكمي العربية|1226|3|3538|321|1469|50
      sum/mean|9274|20|19336|840.4667|2630|93.0667"
    `);
  });
  test("one total", async () => {
    expect(await tables(question, [])).toMatchInlineSnapshot(`
      "insights_views sum|fans_change sum|fans_lifetime last|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      9274|20|19336|840.4667|2630|93.0667"
    `);
  });
  test("labels: a total counts each profile once", async () => {
    expect(await tables(question, ["profile_label"])).toMatchInlineSnapshot(`
      "profile_label|insights_views sum|fans_change sum|fans_lifetime last|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      Europe|9274|20|19336|840.4667|2630|93.0667
      Brand|4300|13|11031|1221.8333|3080|113.8333
      Asia, Pacific|3748|4|4767|718.8333|3341|93.8333
      =SUM(A1:A9)|3748|4|4767|718.8333|3341|93.8333
      Americas|1226|3|3538|321|1469|50
      sum/mean|9274|20|19336|840.4667|2630|93.0667"
    `);
  });
  test("weekdays: means per covered day", async () => {
    expect(await tables(question, ["date.weekday"])).toMatchInlineSnapshot(`
      "weekday|insights_views mean per day|fans_change mean per day|fans_lifetime mean per day|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      Monday|1212|-2|19323|999.5|3234.5|100
      Tuesday|1536|7|19330|1042.5|3227.5|114
      Wednesday|1732|-1|19329|975|3219.5|114.5
      Thursday|2167|6|19336|967.6667|2630|103.3333
      Saturday|1453|7|19322|719|2637|75.3333
      Sunday|1174|3|19325|504.3333|2631.3333|67.6667"
    `);
  });
  test("months", async () => {
    const september = { ...question, date_start: "2026-09-29" };
    expect(await tables(september, ["date.month", "profile"])).toMatchInlineSnapshot(`
      "A = Acme US; B = Acme UK; C = أكمي العربية
      month|insights_views sum A|B|C|fans_change sum A|B|C|fans_lifetime last A|B|C|insights_reach mean per profile-day A|B|C|insights_reach_7_days last, mean over profiles A|B|C|insights_fans_online mean per profile-day A|B|C
      2026-09*|1502|1396|1054|1|1|2|11013|4761|3535|1332|784|364|3056|3374|1475|136|113|58.5
      2026-10*|6004|4984|2230|18|6|2|11031|4767|3538|1322.75|742.5|366|3080|3341|1469|114.5|97.125|58
      sum/last/mean|7506|6380|3284|19|7|4|11031|4767|3538|1324.6|750.8|365.4286|3080|3341|1469|118.8|100.3|58.1429"
    `);
  });
  test("weeks are of days, whatever was asked before", async () => {
    const weeks = { ...question, date_start: "2026-09-28", date_end: "2026-10-11" };
    expect(await tables(weeks, ["date.week"])).toMatchInlineSnapshot(`
      "week|insights_views sum|fans_change sum|fans_lifetime last|insights_reach mean per profile-day|insights_reach_7_days last, mean over profiles|insights_fans_online mean per profile-day
      2026-W40|12072|24|19325|800.1429|2631.3333|88.9048
      2026-W41|11830|19|19345|750.2222|2633|119.1667
      sum/last/mean|23902|43|19345|777.1026|2633|102.8718"
    `);
  });
  test("a breakdown is never combined over its rows", async () => {
    const split = { ...question, metrics: ["insights_reactions"] };
    expect(await tables(split, ["profile", "reaction_type"])).toMatchInlineSnapshot(`
      "insights_reactions, sum
      reaction_type|Acme US|Acme UK|أكمي العربية
      anger|885|492|174
      haha|727|479|379
      like|925|524|184
      love|748|744|112
      sorry|1700|728|250
      wow|825|690|225"
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
      "A = Acme US; B = Acme UK; C = أكمي العربية
      day|insights_impressions (sum) A|B|C|insights_impressions_7_days (last) A|B|C
      2026-10-03|1059|1769|566|4040|2771|1690
      2026-10-04|841|1041|369|4040|2805|1673
      2026-10-05|1377|1648|–|4060|2774|–
      2026-10-06|1390|2158|–|4064|2769|–
      2026-10-07|1412|2086|–|4036|2777|–
      2026-10-08|1424|1774|592|4032|2799|1690
      sum/last|7503|10476|1527|4032|2799|1690"
    `);
  });
  test("profiles", async () => {
    expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
      "profile|insights_impressions sum|insights_impressions_7_days last
      Acme US|7503|4032
      Acme UK|10476|2799
      أكمي العربية|1527|1690
      sum|19506|8521"
    `);
  });
  test("days of all profiles", async () => {
    expect(await tables(question, ["date.day"])).toMatchInlineSnapshot(`
      "day|insights_impressions sum|insights_impressions_7_days last
      2026-10-03|3394|8501
      2026-10-04|2251|8518
      2026-10-05|3025|8507
      2026-10-06|3548|8506
      2026-10-07|3498|8486
      2026-10-08|3790|8521
      sum/last|19506|8521"
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
    "A = Acme US; B = Acme UK; C = أكمي العربية
    day|insights_fans_lifetime (last) A|B|C|insights_fans_change (sum) A|B|C
    2026-10-03|66531|35883|13883|21|1|-2
    2026-10-04|66529|35889|13889|-2|6|6
    2026-10-05|66524|35882|–|-5|-7|–
    2026-10-06|66535|35901|–|11|19|–
    2026-10-07|66562|35895|–|27|-6|–
    2026-10-08|66581|35909|13895|19|14|8
    last/sum|66581|35909|13895|71|27|12"
  `);
  expect(await tables(question, ["profile"])).toMatchInlineSnapshot(`
    "profile|insights_fans_lifetime last|insights_fans_change sum
    Acme US|66581|71
    Acme UK|35909|27
    أكمي العربية|13895|12
    sum|116385|110"
  `);
});
