/** The team's words: formulas of the operator's catalogue by network, with their labels. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { readOwnCatalogue } from "../../src/command/compose/read-own-catalogue.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { readAll, start } from "../helpers/process.ts";
import { written } from "../helpers/own-catalogue.ts";
import { drawing } from "../helpers/repetitions.ts";
import { world, definitions, byId, teamCatalogue } from "../helpers/team-catalogue.ts";

afterEach(() => setOwnCatalogue());

/** The same pages as a question names them. */
const named = (network: string): string[] => [
  "Acme UK",
  "Acme Paris",
  "Acme US",
  ...(network === "facebook" ? [byId.profile] : []),
];

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
  .map(({ places, ...base }) => {
    const { network } = base;
    const has = (place: number): boolean =>
      network === "all" || definitions[place]?.[1][network] !== undefined;
    return { base, chosen: places.filter(has) };
  })
  .filter(({ chosen }) => chosen.length > 0);

test("random questions equal those that are written out in full, without the left-out pages", async () => {
  const catalogue = readOwnCatalogue(teamCatalogue());
  const connected = await connect({
    ...world,
    structured: true,
    settings: { maxRequests: 500 },
  });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(question, async ({ base, chosen }) => {
      // All networks are asked for a formula only by its name: each network has its own.
      const { network } = base;
      const names = chosen.map((place) => `own_${place}`);
      const full = chosen.map((place) => {
        const [name, formulas = {}] = definitions[place] ?? [];
        return network === "all" ? `own_${place}` : `${name} = ${formulas[network]}`;
      });
      setOwnCatalogue(catalogue);
      const ours = await numbersOf(connected, { ...base, metrics: names });
      setOwnCatalogue(
        network === "all"
          ? { ...catalogue, leftOut: [byId] }
          : { ...catalogue, leftOut: [], formulas: new Map() },
      );
      const theirs = await numbersOf(connected, {
        ...base,
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

test("a formula that a network lacks is refused there, and words give way to formulas", async () => {
  const formula = { facebook: "insights_reactions + insights_follows" };
  setOwnCatalogue(
    readOwnCatalogue(
      written(JSON.stringify({ formulas: { engagement: { formula }, allActions: { formula } } })),
    ),
  );
  const { call, failing } = await connect({ profiles: 3 });
  const input = { period: "last_week", metrics: ["Engagement"] };
  const { text } = await call("get_profile_metrics", { ...input, network: "facebook" });
  expect(text).toMatch(/^engagement sum\|\d+$/m);
  expect(text).toContain("engagement: defined by the operator of this server.");
  const inLowerCase = { ...input, network: "facebook", metrics: ["allactions"] };
  expect((await call("get_profile_metrics", inLowerCase)).text).toMatch(/^allActions sum\|\d+$/m);
  const refused = await failing("get_profile_metrics", { ...input, network: "tiktok" });
  expect(refused.text).toContain("engagement is defined for facebook, and not for tiktok");
  const reply = await call("get_profile_metrics", { ...input, network: "all" });
  expect(reply.text).toMatch(/^1 network,/);
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
