/** Random questions, and two callers that ask them: one whose pages are limited, one whose account has no others. */
import fc from "fast-check";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks, profileNetworksOf } from "../../src/catalog/networks.ts";
import { serveAgency, type Agency, type Served } from "./agency.ts";
import { connect, type Connected } from "./connect.ts";

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

const sometimes = <One>(arbitrary: fc.Arbitrary<One>): fc.Arbitrary<One | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 1 });

/** Questions that name pages and labels. */
export function questions(
  pages: readonly string[],
  labels: readonly string[],
): fc.Arbitrary<Question> {
  const named = sometimes(fc.subarray([...pages], { minLength: 1, maxLength: 3 }));
  const labelled = sometimes(fc.subarray([...labels], { minLength: 1, maxLength: 2 }));
  const scope = { profiles: named, profiles_not: named, labels: labelled, labels_not: labelled };
  const of = (tool: string, args: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(args).map((values) => ({
      tool,
      args: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
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
    network.chain((metricNetwork) =>
      of("get_profile_metrics", {
        network: fc.constantFrom(metricNetwork, metricNetwork, metricNetwork, "all"),
        metrics: fc.constant(headlineMetrics[metricNetwork]),
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

interface ScopedCallers {
  readonly limited: Connected;
  readonly reference: Connected;
  /** What a caller is answered, without what depends on earlier calls. */
  readonly ask: (caller: Connected, question: Question) => Promise<string>;
  /** The API with all pages. */
  readonly agencyApi: Served;
}

/** Two callers that ask the same: one whose pages are limited, one whose account has no others. */
export async function callersOf(agency: Agency): Promise<ScopedCallers> {
  const [agencyApi, alone] = [await serveAgency(agency, false), await serveAgency(agency, true)];
  const options = { structured: true, settings: { maxRequests: 500 } };
  const limited = await connect({ ...options, baseUrl: agencyApi.baseUrl, labels: agency.labels });
  const reference = await connect({ ...options, baseUrl: alone.baseUrl });
  const last = new Map<Connected, string>();
  const ask = async (caller: Connected, { tool, args }: Question): Promise<string> => {
    const named = last.get(caller) ?? "rNone";
    const input = args["result"] === "LAST" ? { ...args, result: named } : args;
    const reply = await caller.client.callTool({ name: tool, arguments: input });
    const text = JSON.stringify(reply);
    const [, id] = /result:\/\/(r[2-9A-Za-z]{8})\.csv/.exec(text) ?? [];
    if (id !== undefined) last.set(caller, id);
    const csv =
      id === undefined
        ? undefined
        : await caller.client.readResource({ uri: `result://${id}.csv` }).catch(String);
    return shown([reply, csv]).replaceAll(named, "ID");
  };
  return { limited, reference, ask, agencyApi };
}
