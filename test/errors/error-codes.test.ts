/** Each code of the error table, provoked in the sandbox, becomes its tool error with a next step. */
import { apiErrorOf } from "../../src/catalog/error-codes.ts";
import { expect, test } from "vitest";
import { operations, type Operation } from "../../src/suite/api/endpoints.ts";
import { errorCodes } from "../catalog/spec/error-codes.ts";
import { connect, type ConnectOptions } from "../helpers/connect.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-02" };
const metrics = {
  network: "facebook",
  metrics: ["fans_change"],
  profiles: ["Acme US"],
  ...october,
};

/** Errors that the sandbox returns without an injected failure. */
test.each<[number, ConnectOptions, string, Record<string, unknown>]>([
  [4, { complexity: 0 }, "get_profile_metrics", { ...metrics, dimensions: [] }],
  [6, {}, "list_facebook_posts", { date_start: "2001-01-01", date_end: "2001-01-02" }],
  [10, { quotas: { account: 0, user: 500 } }, "get_current_user", {}],
  [11, { quotas: { account: 1000, user: 0 } }, "get_current_user", {}],
  [403, { labelGroups: false }, "list_post_label_groups", {}],
])(
  "the sandbox returns code %i, which becomes its tool error",
  async (code, options, tool, args) => {
    const { failing, sandbox } = await connect(options);
    const { text, isError } = await failing(tool, args);
    const row = errorCodes.find((error) => error.code === code);
    expect(isError).toBe(true);
    expect(text).toMatch(new RegExp(`^${row?.toolError}: [^\n]+\n.+`));
    expect(sandbox.requests().at(-1)?.failedWith).toBe(code);
  },
);

/** For each operation, a tool and arguments that call it. */
const tools: Record<Operation, [string, Record<string, unknown>]> = {
  profiles: ["list_profiles", { network: "facebook" }],
  post_labels: ["list_post_labels", {}],
  post_label_groups: ["list_post_label_groups", {}],
  profile_labels: ["list_profile_labels", {}],
  listening_queries: ["list_listening_queries", {}],
  ad_accounts: ["list_ad_accounts", {}],
  user: ["get_current_user", {}],
  metrics: ["get_profile_metrics", metrics],
  posts: ["list_linkedin_posts", { ...october, profiles: ["Acme US"] }],
};

const codes = errorCodes.map(({ code, toolError }) => [code, toolError] as const);

test.each(codes)("code %i becomes %s for every operation", async (code, toolError) => {
  for (const operation of operations) {
    const { failing } = await connect({ failures: { [operation]: code } });
    const [tool, args] = tools[operation];
    const { text, isError } = await failing(tool, args);
    expect([tool, isError]).toEqual([tool, true]);
    const [problem = "", next = ""] = text.split("\n");
    expect(problem.startsWith(`${toolError}: `)).toBe(true);
    expect(problem).toContain(apiErrorOf(code).meaning);
    expect(problem).toContain('"injected failure"');
    expect(next).toMatch(/^[A-Z].*\.$/);
  }
});

test.each([502, 418])(
  "status %i, which the table does not list, becomes upstream_failed",
  async (status) => {
    const { baseUrl } = await serveFakeApi({
      post_labels: (_request, response) => void response.writeHead(status).end("<html>"),
    });
    const { failing } = await connect({ baseUrl });
    const { text } = await failing("list_post_labels");
    expect(text).toMatch(new RegExp(`^upstream_failed: the API answered with status ${status}\n`));
  },
);
