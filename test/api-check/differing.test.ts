/** Whatever names the API has for its rows, and however it totals and averages, replies are the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RowStyle } from "../../src/sandbox/metrics-answer.ts";
import { connect, type Called, type Connected } from "../helpers/connect.ts";
import { gappyNumbers, profileCount, questions } from "../helpers/random-questions.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const sandbox = {
  numbers: gappyNumbers,
  quotas: { account: 1e9, user: 1e9 },
  historyMonths: 20,
  profiles: profileCount,
};

const monthNames =
  "January February March April May June July August September October November December";
const monthName = (month: string): string =>
  `${monthNames.split(" ")[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

const worlds: Readonly<Record<string, Partial<RowStyle>>> = {
  "weeks by their Sundays, months by words, labels by name, means of means": {
    firstWeekday: 0,
    week: (day) => day,
    month: monthName,
    label: ({ name }) => name,
    weighsProfiles: true,
  },
  "weeks and months as ranges, labels as objects, rows in reverse": {
    week: (day) => `${day} to the Sunday after`,
    month: (month) => ({ from: `${month}-01` }),
    label: ({ id, name }) => ({ id, name }),
    arrange: (rows) => rows.toReversed(),
  },
};

/** A reply without the id of its result, and the rows of its CSV. */
async function saidBy(connected: Connected, question: Record<string, unknown>): Promise<unknown> {
  const reply: Called = await connected.attempt("get_profile_metrics", question);
  if (reply.isError) return reply.text;
  const id = idOf(reply.text);
  const isWhole = !reply.text.includes(".part-");
  return [
    reply.text.replaceAll(id, "ID"),
    isWhole ? await readCsv(connected, `result://${id}.csv`) : undefined,
  ];
}

test.each(Object.entries(worlds))(
  "an API with %s: the same replies",
  async (_, rowStyle) => {
    const plain = await connect(sandbox);
    const variant = await connect({ ...sandbox, rowStyle });
    const drawn = { week: 0, month: 0, label: 0 };
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const fullQuestion = { ...question, skip_unavailable: true, max_requests: 500 };
        expect(await saidBy(variant, fullQuestion)).toEqual(await saidBy(plain, fullQuestion));
        for (const [what, type] of [
          ["week", "date.week"],
          ["month", "date.month"],
          ["label", "profile_label"],
        ] as const)
          if (question.dimensions.includes(type)) drawn[what] += 1;
      }),
      drawing(12, 300, 1),
    );
    for (const count of Object.values(drawn)) expect(count).toBeGreaterThanOrEqual(leastDrawn);
  },
  600_000,
);
