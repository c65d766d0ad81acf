/** A caller that sees only the pages of some labels sees no others where the account's lists are incomplete. */
import { describe, expect, test } from "vitest";
import type { Agency } from "../helpers/agency.ts";
import { connect } from "../helpers/connect.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { callersOf } from "../helpers/scoped-callers.ts";

describe("an account in a bad state", () => {
  const label = (id: string, name: string, ...pages: readonly string[]) => ({
    id,
    name,
    profiles: pages.map((page) => ({ name: page, platform: "facebook" })),
  });

  test("a page whose record has no labels is not taken for another of its name", async () => {
    const record = { timezone: "UTC" };
    const { baseUrl } = await serveFakeApi({
      profiles: [
        { id: "b1", name: "Twin", ...record },
        { id: "b2", name: "Twin", ...record, profile_labels: [{ id: "1", name: "Ours" }] },
        { id: "b3", name: "A page", ...record, profile_labels: [{ id: "2", name: "Theirs" }] },
      ],
      profile_labels: { data: [label("1", "Ours", "Twin"), label("2", "Theirs", "A page")] },
    });
    const { failing } = await connect({ baseUrl, labels: ["Ours"] });
    const { text } = await failing("list_profiles", { network: "facebook" });
    expect(text).toContain('two profiles are named "Twin"');
    const stranger = await connect({ baseUrl, labels: ["Theirs"] });
    const { text: listed } = await stranger.call("list_profiles", { network: "facebook" });
    expect(listed).toContain("A page");
    expect(listed).not.toContain("Twin");
  });

  test("a network whose list fails is named, and labels of the others are answered; all are once it does not", async () => {
    let isDown = true;
    const { baseUrl } = await serveFakeApi({
      otherwise({ url }, response) {
        if (!isDown || !url.includes("whatsapp"))
          return { profiles: [{ id: "b1", name: "A page" }] };
        response.statusCode = 403;
        return failure(403);
      },
      profile_labels: {
        data: [
          {
            ...label("1", "Ours", "A page"),
            profiles: [
              { name: "A page", platform: "facebook" },
              { name: "A page", platform: "whatsapp" },
            ],
          },
        ],
      },
    });
    const { call } = await connect({ baseUrl, labels: ["Ours"] });
    const { text } = await call("list_profile_labels", {});
    expect(text).toContain("1|Ours|facebook 1");
    expect(text).toContain(
      "The profiles of whatsapp could not be listed: labels are shown without them.",
    );
    isDown = false;
    const { text: later } = await call("list_profile_labels", {});
    expect(later).toContain("1|Ours|facebook 1, whatsapp 1");
  });

  test("fresh costs as much for a page of others as for one that nobody has", async () => {
    const agency: Agency = { form: "objects", labels: ["Europe"] };
    const { limited, agencyApi: account } = await callersOf(agency);
    const question = {
      network: "facebook",
      period: "last_week",
      metrics: ["fans_change"],
      fresh: true,
    };
    const costOf = async (page = ""): Promise<string | undefined> => {
      const profiles = [...account.clientTexts.filter((name) => name === "Acme UK"), page];
      const { text } = await limited.call("get_profile_metrics", { ...question, profiles });
      return /\d+ requests? sent/.exec(text)?.[0];
    };
    await costOf("nobody");
    const handle = account.foreign.find((text) => text.startsWith("acme."));
    expect(await costOf(handle)).toBe(await costOf("acme.999"));
  });
});
