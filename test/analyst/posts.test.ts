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

    profile+post_labels|posts|interactions mean|interactions median|interactions sum
    all posts|270|671.8|625.5|181393
    Acme US, Summer sale|12|982.8|1009|11793
    Acme US, Shared (cl-7)|11|979.4|942|10773
    Acme US, Léto 🌞|19|964.6|924|18327
    Acme US, Always on|17|933.6|1003|15871
    Acme US, Jobs|11|900.3|904|9903
    Acme US, @SUM(1+1)*cmd¦' /C calc'!A0|16|900.1|894|14401
    Acme US, (no label)|20|893|956.5|17861
    Acme US, Product news|20|889.4|856|17788
    Acme US, Shared (cl-8)|14|865.4|872|12115
    Café Žofín, @SUM(1+1)*cmd¦' /C calc'!A0|13|496.6|490|6456
    Café Žofín, Always on|12|485.3|475|5823
    Café Žofín, Shared (cl-7)|19|472.1|480|8970
    Café Žofín, Summer sale|23|467.9|480|10761
    Café Žofín, (no label)|20|458.1|467.5|9163
    Café Žofín, Léto 🌞|16|432.4|405|6918
    Café Žofín, Jobs|19|432.1|434|8209
    Café Žofín, Product news|18|426.8|420|7683
    Café Žofín, Shared (cl-8)|15|410.8|398|6162
    Acme UK, Jobs|12|760.7|793|9128
    Acme UK, @SUM(1+1)*cmd¦' /C calc'!A0|11|728.8|718|8017
    Acme UK, Summer sale|25|712.9|718|17823
    Acme UK, Léto 🌞|17|707.5|731|12028
    Acme UK, Shared (cl-7)|17|697.7|725|11861
    Acme UK, Shared (cl-8)|17|679.1|651|11544
    Acme UK, Always on|13|676.7|644|8797
    2 more groups: the CSV has all.
    A post is in the group of each of its labels.
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

    type|posts|share of these 10|posts of all|share of all 270|interactions mean|interactions median|interactions sum
    these 10 posts|10|100%|270|100%|1254|1226|12539
    photo|5|50%|53|19.6%|1230|1197|6148
    3 groups below 5 posts|5|50%|158|58.5%|1278|1307|6391

    weekday|posts|share of these 10|posts of all|share of all 270|interactions mean|interactions median|interactions sum
    these 10 posts|10|100%|270|100%|1254|1226|12539
    Wednesday|5|50%|45|16.7%|1226|1197|6131
    4 groups below 5 posts|5|50%|146|54.1%|1282|1307|6408

    post_labels|posts|share of these 10|posts of all|share of all 270|interactions mean|interactions median|interactions sum
    these 10 posts|10|100%|270|100%|1254|1226|12539
    Léto 🌞|3 (few)|30%|52|19.3%|1289|1307|3866
    Product news|3 (few)|30%|57|21.1%|1247|1217|3740
    (no label)|3 (few)|30%|52|19.3%|1232|1197|3697
    Summer sale|2 (few)|20%|60|22.2%|1263|1263|2525
    Shared (cl-8)|2 (few)|20%|46|17%|1319|1319|2638
    Always on|1 (few)|10%|42|15.6%|1367|1367|1367
    @SUM(1+1)*cmd¦' /C calc'!A0|1 (few)|10%|40|14.8%|1307|1307|1307
    Jobs|1 (few)|10%|42|15.6%|1234|1234|1234
    Ranked by interactions, highest first: 10 of 270 posts, from rank 1; totals cover only these.
    (few): fewer than 5 posts, so differences can be chance.
    A post is in the group of each of its labels.
    result://rRESULTID~metrics=interactions&group_by=type%2C%20weekday%2C%20post_labels&sort_by=interactions&top=10.csv
    "
  `);
});
