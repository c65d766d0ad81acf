/** A caller that sees only the pages of some labels gets, byte for byte, what an account with only these pages would give. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foreignLabel, labelForms, type Agency } from "../helpers/agency.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { drawing, isQuick, repetitions } from "../helpers/repetitions.ts";
import { questions, callersOf } from "../helpers/scoped-callers.ts";

const clients: readonly Agency[] = labelForms.flatMap((form) => [
  { form, labels: ["Europe"] },
  { form, labels: ["pl-4", "Asia, Pacific"] },
]);

describe.each(clients.filter((_, at) => !isQuick || at % 3 === 0))(
  "pages with $labels, whose records have labels as $form",
  (agency) => {
    const labels = ["Europe", "Americas", "Brand", "Asia, Pacific", "pl-1", "pl-3", "Nowhere"];

    test("random questions have the answers of an account with only these pages", async () => {
      const { limited, reference, ask, agencyApi: account } = await callersOf(agency);
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(questions(account.clientTexts, labels), async (question) => {
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
      const { limited, reference, ask, agencyApi: account } = await callersOf(agency);
      const foreignLabels = [foreignLabel.id, foreignLabel.name];
      const hostile = questions(
        [...account.foreign, ...account.clientTexts.slice(0, 4)],
        [...foreignLabels, ...labels],
      );
      await fc.assert(
        fc.asyncProperty(hostile, async (question) => {
          const answer = await ask(limited, question);
          expect(answer).toBe(await ask(reference, question));
          const questionText = JSON.stringify(question);
          const leaked = [...account.foreign, ...foreignLabels].filter(
            (text) =>
              answer.includes(JSON.stringify(text).slice(1, -1)) && !questionText.includes(text),
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
  const { limited, reference, ask, agencyApi: account } = await callersOf(agency);
  const unlimited = await connect({ baseUrl: account.baseUrl });
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
