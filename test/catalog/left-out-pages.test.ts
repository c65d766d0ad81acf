/** Pages that the operator's catalogue leaves out are in no answer, and are named only where somebody asks for them. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { readOwnCatalogue } from "../../src/command/compose/read-own-catalogue.ts";
import { connect } from "../helpers/connect.ts";
import { drawing, repetitions } from "../helpers/repetitions.ts";
import { world, byId, teamCatalogue } from "../helpers/team-catalogue.ts";

afterEach(() => setOwnCatalogue());

const answers = repetitions(120, 1000);

test(`left-out pages are in none of ${answers} answers`, async () => {
  const { call, attempt, client } = await connect({ ...world, settings: { maxRequests: 500 } });
  const { text: facebook } = await call("list_profiles", { network: "facebook" });
  expect(facebook).toContain("Acme UK");
  setOwnCatalogue(readOwnCatalogue(teamCatalogue()));
  const network = fc.constantFrom(...metricNetworks);
  const period = fc.constantFrom("last_week", "2026-10");
  const calls = fc.oneof(
    fc.record({ tool: fc.constant("list_profiles"), args: fc.record({ network }) }),
    fc.record({
      tool: fc.constant("list_profile_labels"),
      args: fc.record({ label: fc.constantFrom("Europe", "Brand", "Americas", "Asia, Pacific") }),
    }),
    fc.record({
      tool: fc.constant("get_profile_metrics"),
      args: fc.record({
        network,
        period,
        dimensions: fc.constantFrom(["profile"], ["profile", "day"], ["profile_label"]),
      }),
    }),
    fc.record({
      tool: fc.constant("list_facebook_posts"),
      args: fc.record({ period, limit: fc.integer({ min: 5, max: 100 }) }),
    }),
  );
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(calls, async ({ tool, args }) => {
      const { text, links } = await attempt(tool, args);
      const files = await Promise.all(links.map((uri) => client.readResource({ uri })));
      hits += text.includes("Acme 日本") || files.length > 0 ? 1 : 0;
      const isFacebook =
        "network" in args ? args.network === "facebook" : tool.includes("facebook");
      const names = isFacebook ? /Acme (?:UK|US|Paris)\b|Café Žofín/i : /Acme (?:UK|US|Paris)\b/i;
      expect([tool, names.exec(text + JSON.stringify(files))?.[0]]).toEqual([tool, undefined]);
    }),
    drawing(answers, answers, 1),
  );
  expect(hits).toBeGreaterThan(answers / 4);
});

test("a left-out page is named as such where somebody asks for it, by its name, id or handle", async () => {
  setOwnCatalogue(readOwnCatalogue(teamCatalogue()));
  const { call, failing } = await connect({ ...world });
  const question = { period: "last_week", network: "facebook" };
  for (const page of ["Acme UK", "ACME PARIS", "100000000015838", "@acme.1"]) {
    const { text } = await failing("get_profile_metrics", { ...question, profiles: [page] });
    expect(text).toContain(`${page} (left out by the catalogue of this server)`);
    const some = await call("get_profile_metrics", { ...question, profiles: [page, "Acme 日本"] });
    expect(some.text).toContain(`Left out, by the catalogue of this server: ${page}.`);
    // Another network has a page with this id.
    if (page === byId.profile) continue;
    const reply = await failing("get_profile_metrics", {
      ...question,
      network: "all",
      profiles: [page],
    });
    expect(reply.text).toContain(`${page} (left out by the catalogue of this server)`);
  }
  const { text } = await call("list_profiles", { network: "facebook" });
  expect(text).toContain("4 more profiles are left out by the catalogue of this server.");
});
