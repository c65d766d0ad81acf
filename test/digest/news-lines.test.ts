/** The lines of the news: what is the same for several pages is said once, and few lines stand for many. */
import { describe, expect, test } from "vitest";
import type { News } from "../../src/writing/digest/state.ts";
import { newsLines } from "../../src/writing/digest/text.ts";

describe("the lines", () => {
  const news = (id: string, more: Partial<News> = {}): News => ({
    id,
    rule: "silent",
    state: "new",
    network: "facebook",
    subject: `Page ${id}`,
    labels: [],
    text: "no data since Nov 20, 2026",
    isPage: true,
    ...more,
  });

  test("have a page on several networks once, then the pages of one label", () => {
    const on = (page: string, ...networks: string[]): News[] =>
      networks.map((network) =>
        news(`${page} ${network}`, { subject: page, network, labels: ["EU"] }),
      );
    const list = [
      ...on("Acme", "facebook", "instagram", "twitter", "youtube"),
      ...on("Bolt", "facebook", "instagram"),
      news("c", { subject: "Cog", text: "no data since Nov 22, 2026" }),
      news("d", { subject: "Cog", network: "tiktok" }),
    ];
    expect(newsLines(list, "text", "more")).toEqual([
      "No data since Nov 20, 2026: 2 pages labelled EU: Acme (4 networks), Bolt (Facebook, Instagram)",
      "Cog (Facebook, TikTok): Facebook no data since Nov 22, 2026, TikTok no data since Nov 20, 2026",
    ]);
  });

  test("join pages of which the same is true, by label, and name at most three of them", () => {
    const pages = ["1", "2", "3", "4"].map((id) => news(id, { labels: ["Retail", `Own ${id}`] }));
    expect(newsLines([...pages, news("5")], "text", "more")).toEqual([
      "No data since Nov 20, 2026: 4 pages labelled Retail: Page 1 (Facebook), Page 2 (Facebook), Page 3 (Facebook) and 1 more",
      "Page 5 (Facebook): no data since Nov 20, 2026",
    ]);
  });

  test("are at most ten, and say how to see the others; all news have a line each", () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      news(String(at), { labels: at < 10 ? ["A"] : [], text: at < 10 ? "the same" : `no ${at}` }),
    );
    const lines = newsLines(many, "text", "digest rules.yaml --again prints all");
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe("12 more lines: digest rules.yaml --again prints all");
    expect(newsLines(many, "text", undefined)).toHaveLength(30);
  });

  test("begin with what is new, and are inert in Markdown", () => {
    const list = [
      news("1", { state: "resolved" }),
      news("2", { subject: "[x](http://evil.example) <b>*" }),
    ];
    const [first, second] = newsLines(list, "markdown", "more");
    expect(first).toContain(String.raw`\[x\](http\://evil.example) \<b\>\*`);
    expect(second).toBe("- Resolved: **Page 1 (Facebook)**: no data since Nov 20, 2026");
  });
});
