/** A stored result of profiles A, B and C, whose numbers a test writes down, and functions that read its pieces. */
import { expect } from "vitest";
import { connect, type Calls, type Connected } from "./connect.ts";
import { metricsAnswer, serveFakeApi } from "./fake-api.ts";
import { idOf } from "./results.ts";

export type ValueOf = (profile: string, metric: string, day: string) => number | null;

type Reading = (piece: object) => Promise<string>;

interface Pieces extends Connected {
  readonly result: string;
  /** The reply to the question. */
  readonly text: string;
  readonly read: Reading;
  readonly refusal: Reading;
}

/** The ids of the profiles are their names. */
export async function resultOf(valueOf: ValueOf, question: object): Promise<Pieces> {
  const { baseUrl } = await serveFakeApi({
    profiles: ["A", "B", "C"].map((name) => ({ id: name, name, timezone: "UTC" })),
    metrics: ({ body }) => metricsAnswer(body, valueOf),
  });
  const connected = await connect({ baseUrl });
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    ...question,
  });
  const result = idOf(text);
  return {
    ...connected,
    result,
    text,
    read: async (piece) => (await connected.call("read_result", { result, ...piece })).text,
    ...refusalsOf({ ...connected, result }),
  };
}

export const october = {
  metrics: ["insights_views", "insights_reach", "fans_lifetime"],
  date_start: "2026-10-01",
  date_end: "2026-10-14",
};

/** The refusals of any stored result. */
export const refusalsOf = ({
  failing,
  result,
}: Pick<Calls, "failing"> & Pick<Pieces, "result">): Pick<Pieces, "refusal"> => ({
  refusal: async (piece) => (await failing("read_result", { result, ...piece })).text,
});

/** Reads each piece, and expects a refusal with the problem and the advice. */
export async function expectRefusals(
  { refusal }: Pick<Pieces, "refusal">,
  refusals: readonly (readonly [piece: object, problem: string, advice: string])[],
): Promise<void> {
  for (const [piece, problem, advice] of refusals)
    expect({ piece, refusal: await refusal(piece) }).toEqual({
      piece,
      refusal: `invalid_input: ${problem}\n${advice}`,
    });
}
