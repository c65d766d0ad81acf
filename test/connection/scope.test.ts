/** A caller that sees only the pages of some labels gets, byte for byte, what an account with only these pages would give. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks, profileNetworksOf } from "../../src/catalog/networks.ts";
import { foreignLabel, labelForms, serveAgency, type Agency } from "../helpers/agency.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { drawing, isQuick, repetitions } from "../helpers/repetitions.ts";

const clients: readonly Agency[] = labelForms.flatMap((form) => [
  { form, labels: ["Europe"] },
  { form, labels: ["pl-4", "Asia, Pacific"] },
]);

interface Question {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** Without what depends on earlier calls: the cost, and ids, which are random. */
function shown(value: unknown): string {
  const text = JSON.stringify(value)
    .replaceAll(/\d+ requests? sent, [\w ]*\d+ left this hour\./g, "COST")
    .replaceAll(/"requests":\{[^}]*\}/g, "COST");
  const ids = new Set(Array.from(text.matchAll(/:\/\/([rc]\w{8})\b/g), ([, id = ""]) => id));
  return [...ids].reduce((rest, id) => rest.replaceAll(id, "ID"), text);
}

const sometimes = <One>(one: fc.Arbitrary<One>) => fc.option(one, { nil: undefined, freq: 1 });

/** Questions that name pages and labels. */
function questions(pages: readonly string[], labels: readonly string[]): fc.Arbitrary<Question> {
  const named = sometimes(fc.subarray([...pages], { minLength: 1, maxLength: 3 }));
  const labelled = sometimes(fc.subarray([...labels], { minLength: 1, maxLength: 2 }));
  const scope = { profiles: named, profiles_not: named, labels: labelled, labels_not: labelled };
  const of = (tool: string, args: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(args).map((given) => ({
      tool,
      args: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    }));
  const network = fc.constantFrom(...metricNetworks);
  return fc.oneof(
    of("list_profiles", {
      network: fc.constantFrom(...profileNetworksOf[3]),
      name_contains: sometimes(fc.constantFrom("Acme", "Twin", ...pages)),
      details: fc.boolean(),
    }),
    of("list_profile_labels", {
      label: sometimes(fc.constantFrom(...labels)),
      network: sometimes(network),
    }),
    network.chain((asked) =>
      of("get_profile_metrics", {
        network: fc.constantFrom(asked, asked, asked, "all"),
        metrics: fc.constant(headlineMetrics[asked]),
        period: fc.constantFrom("last_week", "2026-10"),
        dimensions: sometimes(
          fc.constantFrom(["profile"], ["profile_label"], ["week", "profile_label"], []),
        ),
        compare_to: sometimes(fc.constant("previous_period")),
        skip_unavailable: sometimes(fc.boolean()),
        ...scope,
      }),
    ),
    of("list_facebook_posts", {
      period: fc.constantFrom("last_week", "last_month"),
      fields: fc.constant(["interactions", "post_labels"]),
      limit: fc.integer({ min: 1, max: 40 }),
      ...scope,
    }),
    of("read_result", {
      result: fc.constant("LAST"),
      profiles: named,
      labels: labelled,
      view: sometimes(fc.constantFrom("gaps", "outliers")),
    }),
    of("chart_result", { result: fc.constant("LAST"), profiles: named }),
    of("get_current_user", {}),
  );
}

/** Two callers that ask the same: one whose pages are limited, one whose account has no others. */
async function callersOf(agency: Agency) {
  const [whole, alone] = [await serveAgency(agency, false), await serveAgency(agency, true)];
  const options = { structured: true, settings: { maxRequests: 500 } };
  const limited = await connect({ ...options, baseUrl: whole.baseUrl, labels: agency.labels });
  const reference = await connect({ ...options, baseUrl: alone.baseUrl });
  const last = new Map<Connected, string>();
  const ask = async (caller: Connected, { tool, args }: Question): Promise<string> => {
    const named = last.get(caller) ?? "rNone";
    const given = args["result"] === "LAST" ? { ...args, result: named } : args;
    const reply = await caller.client.callTool({ name: tool, arguments: given });
    const text = JSON.stringify(reply);
    const [, id] = /result:\/\/(r[2-9A-Za-z]{8})\.csv/.exec(text) ?? [];
    if (id !== undefined) last.set(caller, id);
    const csv =
      id === undefined
        ? undefined
        : await caller.client.readResource({ uri: `result://${id}.csv` }).catch(String);
    return shown([reply, csv]).replaceAll(named, "ID");
  };
  return { limited, reference, ask, whole };
}

describe.each(clients.filter((_, at) => !isQuick || at % 3 === 0))(
  "pages with $labels, whose records have labels as $form",
  (agency) => {
    const labels = ["Europe", "Americas", "Brand", "Asia, Pacific", "pl-1", "pl-3", "Nowhere"];

    test("random questions have the answers of an account with only these pages", async () => {
      const { limited, reference, ask, whole } = await callersOf(agency);
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(questions(whole.own, labels), async (question) => {
          const answer = await ask(limited, question);
          expect(answer).toBe(await ask(reference, question));
          answered += answer.includes("result://") ? 1 : 0;
        }),
        drawing(40, 63, 1),
      );
      // Of metrics, posts, and pieces of their results.
      expect(answered).toBeGreaterThan(8);
    });

    test("questions about the pages and labels of others have the answers of such an account too", async () => {
      const { limited, reference, ask, whole } = await callersOf(agency);
      const others = [foreignLabel.id, foreignLabel.name];
      const hostile = questions(
        [...whole.foreign, ...whole.own.slice(0, 4)],
        [...others, ...labels],
      );
      await fc.assert(
        fc.asyncProperty(hostile, async (question) => {
          const answer = await ask(limited, question);
          expect(answer).toBe(await ask(reference, question));
          const asked = JSON.stringify(question);
          const leaked = [...whole.foreign, ...others].filter(
            (text) => answer.includes(JSON.stringify(text).slice(1, -1)) && !asked.includes(text),
          );
          expect(leaked).toEqual([]);
        }),
        { numRuns: repetitions(25, 50) },
      );
    });
  },
);

test("lists, completions, results and cursors of others are those of such an account", async () => {
  const agency: Agency = { form: "objects", labels: ["Europe"] };
  const { limited, reference, ask, whole } = await callersOf(agency);
  const unlimited = await connect({ baseUrl: whole.baseUrl });
  const posts = { period: "last_month", limit: 3, fields: ["interactions"] };
  const { text } = await unlimited.call("list_facebook_posts", posts);
  const [, cursor] = /and cursor (\S+)/.exec(text) ?? [];
  const [, id = ""] = /result:\/\/(r\w{8})/.exec(text) ?? [];
  expect(cursor).toBeDefined();
  for (const question of [
    { tool: "list_facebook_posts", args: { ...posts, cursor } },
    { tool: "read_result", args: { result: id } },
    { tool: "read_result", args: { results: [id] } },
    { tool: "chart_result", args: { result: id } },
  ]) {
    const answer = await ask(limited, question);
    expect(answer).toContain('"isError":true');
    expect(answer).toBe(await ask(reference, question));
  }
  const offered = async ({ client }: Connected) => {
    const [tools, prompts] = [await client.listTools(), await client.listPrompts()];
    const lists = [tools.tools.map(({ name }) => name), prompts.prompts.map(({ name }) => name)];
    return lists.flat().toSorted();
  };
  const hidden =
    "account_health campaign_recap list_ad_accounts list_listening_queries list_post_label_groups list_post_labels";
  const left = await offered(limited);
  expect((await offered(reference)).filter((name) => !left.includes(name))).toEqual(
    hidden.split(" "),
  );
  const completed = ({ client }: Connected, network: string) =>
    client.complete({
      ref: { type: "ref/prompt", name: "compare_periods" },
      argument: { name: "profile", value: "" },
      context: { arguments: { network } },
    });
  for (const network of ["facebook", "pinterest"]) {
    const values = await completed(limited, network);
    expect(values.completion.values.length).toBeGreaterThan(1);
    expect(values).toEqual(await completed(reference, network));
  }
  const filter = { field: "post_labels", value: "Summer sale" };
  const filtered = { tool: "list_facebook_posts", args: { ...posts, filter } };
  expect(await ask(limited, filtered)).toBe(await ask(reference, filtered));
});

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
    const others = await connect({ baseUrl, labels: ["Theirs"] });
    const { text: listed } = await others.call("list_profiles", { network: "facebook" });
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
    const { limited, whole } = await callersOf(agency);
    const asked = {
      network: "facebook",
      period: "last_week",
      metrics: ["fans_change"],
      fresh: true,
    };
    const costOf = async (page = ""): Promise<string | undefined> => {
      const profiles = [...whole.own.filter((name) => name === "Acme UK"), page];
      const { text } = await limited.call("get_profile_metrics", { ...asked, profiles });
      return /\d+ requests? sent/.exec(text)?.[0];
    };
    await costOf("nobody");
    const handle = whole.foreign.find((text) => text.startsWith("acme."));
    expect(await costOf(handle)).toBe(await costOf("acme.999"));
  });
});
