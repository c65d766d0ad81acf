/** Data of the sandbox is marked wherever a person or a model may see nothing else of it. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const marks = (text: string): number =>
  text.split("The data is made up: this is the sandbox.").length - 1;

const metrics = {
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["Acme US", "Acme UK"],
  dimensions: ["profile", "date.day"],
  period: "last_month",
};
const compared = { ...metrics, dimensions: ["profile"], compare_to: "previous_period" };
const posts = { profiles: ["Acme US"], period: "last_month" };

test.each<[string, string, Record<string, unknown>, Record<string, unknown>[]]>([
  ["metrics", "get_profile_metrics", metrics, [{ grain: "week" }, { view: "gaps" }]],
  ["a comparison", "get_profile_metrics", compared, [{ top: 1 }]],
  ["posts", "list_facebook_posts", posts, [{ top: 2 }, { group_by: "type" }]],
])(
  "%s say once that they are made up, and so does each piece",
  async (_, tool, question, pieces) => {
    const { call } = await connect({ isMadeUp: true });
    const { text } = await call(tool, question);
    expect(marks(text)).toBe(1);
    for (const piece of pieces)
      expect(marks((await call("read_result", { result: idOf(text), ...piece })).text)).toBe(1);
  },
);

test.each([
  ["metrics", metrics],
  ["a comparison", compared],
])("charts of %s say it in text and in the picture", async (_, question) => {
  const { call, client } = await connect({ isMadeUp: true });
  const { text } = await call("get_profile_metrics", question);
  const chart = await call("chart_result", { result: idOf(text) });
  expect(marks(chart.text)).toBe(1);
  const uri = /chart:\/\/\w+\.svg$/.exec(chart.text)?.[0] ?? "";
  const { contents } = await client.readResource({ uri });
  const [picture] = contents.flatMap((content) => ("text" in content ? [content.text] : []));
  expect(marks(picture?.replace(/<desc.*<\/desc>/s, "") ?? "")).toBe(1);
});

test("other data is not marked", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", metrics);
  const piece = await call("read_result", { result: idOf(text), grain: "week" });
  expect([marks(text), marks(piece.text)]).toEqual([0, 0]);
});
