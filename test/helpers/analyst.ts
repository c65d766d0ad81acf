/** Asks as an analyst does: one question, and at most one piece of its result. */
import { expect } from "vitest";
import { connect, withoutIds } from "./connect.ts";
import { idOf } from "./results.ts";

export type Call = readonly [tool: string, input: Record<string, unknown>];

/** The last reply: to the call, or to the piece of its result. */
export async function answer(first: Call, second?: Record<string, unknown>): Promise<string> {
  const { call } = await connect({ profiles: 12 });
  const reply = await call(...first);
  const last =
    second === undefined
      ? reply
      : await call("read_result", { result: idOf(reply.text), ...second });
  expect({ text: last.text, isError: last.isError }).toMatchObject({ isError: false });
  return `\n${withoutIds(last.text)}\n`;
}
