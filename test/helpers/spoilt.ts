/** The tool calls that show the answers of each operation of the API, which a test corrupts. */
import type { Operation } from "../../src/suite/api/endpoints.ts";
import { facebookPostFields } from "../../src/catalog/post-fields.ts";
import { basicHeader } from "../../src/suite/api/authorization.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { users } from "../../src/sandbox/account.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, facebookIds, type Connected, type ConnectOptions } from "./connect.ts";
import { serveFakeApi } from "./fake-api.ts";
import { testNow } from "./in-memory.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";
import { idOf, readCsv } from "./results.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-03" };
const ofTwo = { profiles: facebookIds(2), ...october };
const fields = facebookPostFields.map(({ name }) => name);

/** The tool calls that show the answers of each operation. */
export const calls: Record<Operation, [string, Record<string, unknown>][]> = {
  profiles: [
    ["list_profiles", { network: "facebook" }],
    ["get_profile_metrics", { network: "facebook", metrics: ["insights_reach"], ...october }],
    [
      "get_profile_metrics",
      { network: "facebook", metrics: ["fans_change"], profiles: ["Acme"], ...october },
    ],
    ["list_profiles_v2", { network: "facebook" }],
  ],
  post_labels: [
    ["list_post_labels", {}],
    ["list_post_labels_v2", {}],
    ["list_post_label_groups", {}],
    ["list_facebook_posts", { ...ofTwo, filter: { field: "post_labels", value: "Shared" } }],
    ["list_facebook_posts", { ...ofTwo, filter: { field: "post_labels", value: "None" } }],
  ],
  post_label_groups: [["list_post_label_groups", {}]],
  profile_labels: [
    ["list_profile_labels", {}],
    ["list_profile_labels_v2", {}],
    [
      "get_profile_metrics",
      { network: "facebook", metrics: ["fans_change"], dimensions: ["profile_label"], ...ofTwo },
    ],
  ],
  listening_queries: [["list_listening_queries", {}]],
  ad_accounts: [["list_ad_accounts", {}]],
  user: [
    ["get_current_user", {}],
    ["get_current_user_v2", {}],
  ],
  metrics: [
    [
      "get_profile_metrics",
      {
        network: "facebook",
        metrics: ["insights_reach"],
        dimensions: ["profile", "date.day", "gender_age"],
        ...ofTwo,
      },
    ],
    [
      "get_profile_metrics_v2",
      { network: "facebook", metrics: ["insights_reach"], dimensions: ["gender_age"], ...ofTwo },
    ],
  ],
  posts: [
    ["list_facebook_posts", { ...ofTwo, fields, limit: 4 }],
    ["list_linkedin_posts", { ...october, limit: 4 }],
    ["list_linkedin_posts", { ...october, limit: 100 }],
  ],
};

interface Spoiling {
  readonly operation: Operation;
  /** Corrupts an answer of the operation. */
  readonly spoil: (answer: unknown) => unknown;
}

/** Serves the sandbox with the answers of one operation corrupted. `seen` collects the original answers. */
export async function spoilt(
  { operation, spoil }: Spoiling,
  { seen = [], ...options }: ConnectOptions & { readonly seen?: unknown[] } = {},
): Promise<Connected> {
  const [user] = users;
  const authorization = basicHeader(user?.token ?? "", new Secret(user?.secret ?? "")).reveal();
  const sandbox = new Sandbox({ now: () => testNow, numbers: rememberedNumbers, profiles: 6 });
  const { baseUrl } = await serveFakeApi({
    otherwise: ({ method, url: path, text: body }, response) => {
      const answer = sandbox.handle({ method, path, authorization, body });
      response.statusCode = answer.status;
      if (sandbox.requests().at(-1)?.operation !== operation) return answer.body;
      const genuine: unknown = JSON.parse(answer.body);
      seen.push(genuine);
      return JSON.stringify(spoil(genuine));
    },
  });
  const toolsets = ["reference", "metrics", "posts", "v2"] as const;
  return connect({ baseUrl, toolsets, structured: true, ...options });
}

/** Returns everything that a client can read of a call: text, structured content, CSV, a piece of the result. */
export async function readAll(connected: Connected, tool: string, args: object): Promise<string[]> {
  const answer = await connected.client.callTool({ name: tool, arguments: { ...args } });
  const texts = answer.content.map((block) =>
    block.type === "text" ? block.text : JSON.stringify(block),
  );
  const id = idOf(texts[0] ?? "");
  const { columns = [], rows = [] } = Object(answer.structuredContent ?? {});
  const cells = [...columns, ...rows.flat()].map(String);
  if (id === "") return [...texts, ...cells];
  const csv = await readCsv(connected, `result://${id}.csv`);
  const piece = await connected.call("read_result", { result: id, top: 1 });
  return [...texts, ...cells, csv, piece.text];
}
