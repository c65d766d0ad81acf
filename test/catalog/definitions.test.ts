/** The team's words: formulas of the operator's catalogue by network, and pages that are left out of every answer. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import {
  metricNetworks,
  profileNetworksOf,
  type MetricNetwork,
} from "../../src/catalog/networks.ts";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { readOwnCatalogue } from "../../src/compose/read-own-catalogue.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { readAll, start } from "../helpers/process.ts";
import { written } from "../helpers/own-catalogue.ts";
import { drawing, repetitions } from "../helpers/repetitions.ts";

afterEach(() => setOwnCatalogue());

const world = { profiles: 14, isBelievable: true };

/** 20 definitions: ratios, sums and differences, each on some networks. */
const definitions: readonly (readonly [string, Partial<Record<MetricNetwork, string>>])[] =
  Array.from({ length: 20 }, (_, at) => {
    const texts = metricNetworks.flatMap((network, place) => {
      const flows = metricsOf(network, 3).filter(({ kind }) => kind.word === "flow");
      const [first, second = first, third = second] = [0, 1, 2].map(
        (more) => flows[(at + more) % Math.max(1, flows.length)]?.name,
      );
      const isDefined = (at + place) % 3 !== 0 && first !== undefined && first !== second;
      const forms = [
        `${first} / ${second}`,
        `${first} + ${second}`,
        `(${first} + ${second}) / ${third}`,
      ];
      return isDefined ? [[network, forms[at % 3]] as const] : [];
    });
    return [`own_${at}`, Object.fromEntries(texts)] as const;
  });

/** Pages of other networks have the same id. */
const byId = { network: "facebook", profile: "100000000015838" } as const;
const leftOut = [
  "Acme UK",
  "acme  paris",
  ...profileNetworksOf[3].map((network) => ({ network, profile: "Acme US" })),
  byId,
];
/** The same pages as a question names them. */
const named = (network: string): string[] => [
  "Acme UK",
  "Acme Paris",
  "Acme US",
  ...(network === "facebook" ? [byId.profile] : []),
];

const file = (): string =>
  written(
    JSON.stringify({
      formulas: Object.fromEntries(
        definitions.map(([name, formula]) => [name, { formula, owner: "Brand team" }]),
      ),
      left_out: leftOut,
    }),
  );

/** The numbers of an answer: its rows, totals and CSV. */
async function numbersOf({ client }: Connected, args: Record<string, unknown>) {
  const reply = await client.callTool({ name: "get_profile_metrics", arguments: args });
  const { summary, cautions, result, csv, fetched, ...numbers } = Object(reply.structuredContent);
  const text = JSON.stringify(reply);
  const [, uri] = /"(result:\/\/r\w{8}\.csv)"/.exec(text) ?? [];
  const contents = uri === undefined ? undefined : await client.readResource({ uri });
  return {
    summary: String(summary),
    cautions: String(cautions),
    isAnswered: [result, csv, fetched].every((part) => part !== undefined),
    numbers,
    text: JSON.stringify(contents?.contents.map((part) => "text" in part && part.text)),
  };
}

const question = fc
  .record({
    network: fc.constantFrom(...metricNetworks, "all" as const),
    places: fc.uniqueArray(fc.nat(19), { minLength: 2, maxLength: 3 }),
    period: fc.constantFrom("2026-10", "last_week"),
    dimensions: fc.constantFrom(undefined, ["week"], ["profile_label"]),
    compare_to: fc.constantFrom(undefined, "previous_period"),
    labels: fc.constantFrom(undefined, undefined, ["Europe", "Brand"]),
  })
  .map(({ places, ...asked }) => {
    const { network } = asked;
    const has = (place: number): boolean =>
      network === "all" || definitions[place]?.[1][network] !== undefined;
    return { asked, chosen: places.filter(has) };
  })
  .filter(({ chosen }) => chosen.length > 0);

test("random questions equal those that are written out in full, without the left-out pages", async () => {
  const catalogue = readOwnCatalogue(file());
  const connected = await connect({
    ...world,
    structured: true,
    settings: { maxRequests: 500 },
  });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(question, async ({ asked, chosen }) => {
      // All networks are asked for a formula only by its name: each network has its own.
      const { network } = asked;
      const names = chosen.map((place) => `own_${place}`);
      const full = chosen.map((place) => {
        const [name, formulas = {}] = definitions[place] ?? [];
        return network === "all" ? `own_${place}` : `${name} = ${formulas[network]}`;
      });
      setOwnCatalogue(catalogue);
      const ours = await numbersOf(connected, { ...asked, metrics: names });
      setOwnCatalogue(
        network === "all"
          ? { ...catalogue, leftOut: [byId] }
          : { ...catalogue, leftOut: [], formulas: new Map() },
      );
      const theirs = await numbersOf(connected, {
        ...asked,
        metrics: full,
        profiles_not: named(network),
      });
      expect(ours.numbers).toEqual(theirs.numbers);
      expect(ours.text).toBe(theirs.text);
      if (!ours.isAnswered) return;
      answered += 1;
      expect(ours.cautions).toContain("defined by Brand team");
    }),
    drawing(40, 100, 1),
  );
  expect(answered).toBeGreaterThan(20);
});

const answers = repetitions(120, 1000);

test(`left-out pages are in none of ${answers} answers`, async () => {
  const { call, attempt, client } = await connect({ ...world, settings: { maxRequests: 500 } });
  const { text: facebook } = await call("list_profiles", { network: "facebook" });
  expect(facebook).toContain("Acme UK");
  setOwnCatalogue(readOwnCatalogue(file()));
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
  let found = 0;
  await fc.assert(
    fc.asyncProperty(calls, async ({ tool, args }) => {
      const { text, links } = await attempt(tool, args);
      const files = await Promise.all(links.map((uri) => client.readResource({ uri })));
      found += text.includes("Acme 日本") || files.length > 0 ? 1 : 0;
      const isFacebook =
        "network" in args ? args.network === "facebook" : tool.includes("facebook");
      const names = isFacebook ? /Acme (?:UK|US|Paris)\b|Café Žofín/i : /Acme (?:UK|US|Paris)\b/i;
      expect([tool, names.exec(text + JSON.stringify(files))?.[0]]).toEqual([tool, undefined]);
    }),
    drawing(answers, answers, 1),
  );
  expect(found).toBeGreaterThan(answers / 4);
});

test("a left-out page is named as such where somebody asks for it, by its name, id or handle", async () => {
  setOwnCatalogue(readOwnCatalogue(file()));
  const { call, failing } = await connect({ ...world });
  const asked = { period: "last_week", network: "facebook" };
  for (const page of ["Acme UK", "ACME PARIS", "100000000015838", "@acme.1"]) {
    const { text } = await failing("get_profile_metrics", { ...asked, profiles: [page] });
    expect(text).toContain(`${page} (left out by the catalogue of this server)`);
    const some = await call("get_profile_metrics", { ...asked, profiles: [page, "Acme 日本"] });
    expect(some.text).toContain(`Left out, by the catalogue of this server: ${page}.`);
    // Another network has a page with this id.
    if (page === byId.profile) continue;
    const all = await failing("get_profile_metrics", {
      ...asked,
      network: "all",
      profiles: [page],
    });
    expect(all.text).toContain(`${page} (left out by the catalogue of this server)`);
  }
  const { text } = await call("list_profiles", { network: "facebook" });
  expect(text).toContain("4 more profiles are left out by the catalogue of this server.");
});

test("a formula that a network lacks is refused there, and words give way to formulas", async () => {
  const formula = { facebook: "insights_reactions + insights_follows" };
  setOwnCatalogue(
    readOwnCatalogue(
      written(JSON.stringify({ formulas: { engagement: { formula }, allActions: { formula } } })),
    ),
  );
  const { call, failing } = await connect({ profiles: 3 });
  const asked = { period: "last_week", metrics: ["Engagement"] };
  const { text } = await call("get_profile_metrics", { ...asked, network: "facebook" });
  expect(text).toMatch(/^engagement sum\|\d+$/m);
  expect(text).toContain("engagement: defined by the operator of this server.");
  const inLowerCase = { ...asked, network: "facebook", metrics: ["allactions"] };
  expect((await call("get_profile_metrics", inLowerCase)).text).toMatch(/^allActions sum\|\d+$/m);
  const refused = await failing("get_profile_metrics", { ...asked, network: "tiktok" });
  expect(refused.text).toContain("engagement is defined for facebook, and not for tiktok");
  const all = await call("get_profile_metrics", { ...asked, network: "all" });
  expect(all.text).toMatch(/^1 network,/);
});

test.each([
  ["en", "| Page views | Save rate |"],
  ["de", "| Aufrufe | Speicherrate |"],
])(
  "documents in %s write the labels of the file, else the name with blanks",
  async (language, heads) => {
    const catalogue = written(
      JSON.stringify({
        formulas: {
          save_rate: {
            formula: "insights_follows / insights_reach",
            label: { en: "Save rate", de: "Speicherrate" },
          },
          both_of_them: { formula: "insights_follows + insights_reactions" },
        },
        labels: { insights_views: { en: "Page views" } },
      }),
    );
    const report = join(dirname(catalogue), "report.md");
    writeFileSync(
      report,
      `---
questions:
  month: {network: facebook, metrics: [insights_views, save_rate, both_of_them], period: 2026-10, top: 1}
---
{{ month | table }}
`,
    );
    // A process of its own: the catalogue is that of the process.
    const flags = ["--sandbox", "--catalog", catalogue, "--language", language];
    const { stdout } = await readAll(start(["report", report, ...flags]));
    expect(stdout).toContain(heads.slice(0, -1));
    expect(stdout).toContain("| Both of them |");
  },
);
