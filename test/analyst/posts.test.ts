/** Questions of an analyst about posts: each is answered by at most two calls, without arithmetic by the reader. */
import { expect, test } from "vitest";
import { answer, type Call } from "../helpers/analyst.ts";

const posts = (input: object): Call => [
  "list_facebook_posts",
  {
    period: "last_90_days",
    profiles: ["Acme US", "Acme UK", "Café Žofín"],
    fields: ["type", "interactions", "post_labels"],
    limit: 1000,
    ...input,
  },
];

test("the best label per profile", async () => {
  const read = { group_by: "profile+post_labels", metrics: ["interactions"] };
  expect(await answer(posts({}), read)).toMatchInlineSnapshot(`
    "
    facebook posts, 3 profiles, 2026-08-22 to 2026-11-19, profile time. 270 of 270 posts of a stored result; no request sent.

    profile+post_labels|posts|interactions sum|interactions mean|interactions median
    all posts|270|181393|671.8|625.5
    Acme US, Summer sale|12|11793|982.8|1009
    Acme US, Shared (cl-7)|11|10773|979.4|942
    Acme US, Léto 🌞|19|18327|964.6|924
    Acme US, Always on|17|15871|933.6|1003
    Acme US, Jobs|11|9903|900.3|904
    Acme US, @SUM(1+1)*cmd¦' /C calc'!A0|16|14401|900.1|894
    Acme US, (no label)|20|17861|893|956.5
    Acme US, Product news|20|17788|889.4|856
    Acme US, Shared (cl-8)|14|12115|865.4|872
    Café Žofín, @SUM(1+1)*cmd¦' /C calc'!A0|13|6456|496.6|490
    Café Žofín, Always on|12|5823|485.3|475
    Café Žofín, Shared (cl-7)|19|8970|472.1|480
    Café Žofín, Summer sale|23|10761|467.9|480
    Café Žofín, (no label)|20|9163|458.1|467.5
    Café Žofín, Léto 🌞|16|6918|432.4|405
    Café Žofín, Jobs|19|8209|432.1|434
    Café Žofín, Product news|18|7683|426.8|420
    Café Žofín, Shared (cl-8)|15|6162|410.8|398
    Acme UK, Jobs|12|9128|760.7|793
    Acme UK, @SUM(1+1)*cmd¦' /C calc'!A0|11|8017|728.8|718
    Acme UK, Summer sale|25|17823|712.9|718
    Acme UK, Léto 🌞|17|12028|707.5|731
    Acme UK, Shared (cl-7)|17|11861|697.7|725
    Acme UK, Shared (cl-8)|17|11544|679.1|651
    Acme UK, Always on|13|8797|676.7|644
    A post is in the group of each of its labels.
    2 more groups: the CSV has all.
    result://rRESULTID~metrics=interactions&group_by=profile%2Bpost_labels.csv
    "
  `);
});

test("what the ten best posts have in common, compared with all", async () => {
  const read = {
    group_by: "type, weekday, post_labels",
    sort_by: "interactions",
    top: 10,
    metrics: ["interactions"],
  };
  expect(await answer(posts({ top: 1 }), read)).toMatchInlineSnapshot(`
    "
    facebook posts, 3 profiles, 2026-08-22 to 2026-11-19, profile time. 10 of 270 posts of a stored result; no request sent.

    type|posts|share of these 10 %|posts of all|share of all 270 %|interactions sum|interactions mean|interactions median
    these 10 posts|10|100|270|100|12539|1254|1226
    photo|5|50|53|19.6|6148|1230|1197
    4 groups below 5 posts|5|50|217|80.4|6391|1278|1307

    weekday|posts|share of these 10 %|posts of all|share of all 270 %|interactions sum|interactions mean|interactions median
    these 10 posts|10|100|270|100|12539|1254|1226
    Monday|1 (few)|10|38|14.1|1367|1367|1367
    Tuesday|2 (few)|20|33|12.2|2492|1246|1246
    Wednesday|5|50|45|16.7|6131|1226|1197
    Thursday|1 (few)|10|37|13.7|1234|1234|1234
    Friday|1 (few)|10|38|14.1|1315|1315|1315
    Saturday|0|0|38|14.1|0|–|–
    Sunday|0|0|41|15.2|0|–|–

    post_labels|posts|share of these 10 %|posts of all|share of all 270 %|interactions sum|interactions mean|interactions median
    these 10 posts|10|100|270|100|12539|1254|1226
    Léto 🌞|3 (few)|30|52|19.3|3866|1289|1307
    Product news|3 (few)|30|57|21.1|3740|1247|1217
    (no label)|3 (few)|30|52|19.3|3697|1232|1197
    Summer sale|2 (few)|20|60|22.2|2525|1263|1263
    Shared (cl-8)|2 (few)|20|46|17|2638|1319|1319
    Always on|1 (few)|10|42|15.6|1367|1367|1367
    @SUM(1+1)*cmd¦' /C calc'!A0|1 (few)|10|40|14.8|1307|1307|1307
    Jobs|1 (few)|10|42|15.6|1234|1234|1234
    Shared (cl-7)|0|0|47|17.4|0|–|–
    Ranked by interactions, highest first: 10 of 270 posts, from rank 1; totals cover only these.
    A post is in the group of each of its labels.
    (few): fewer than 5 posts, so differences can be chance.
    result://rRESULTID~metrics=interactions&group_by=type%2C%20weekday%2C%20post_labels&sort_by=interactions&top=10.csv
    "
  `);
});
