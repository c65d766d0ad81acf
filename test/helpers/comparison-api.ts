/** An API whose numbers differ before and from 2026-10-01, and a comparison of both. */
import { connect, type Connected } from "./connect.ts";
import { metricsAnswer, serveFakeApi } from "./fake-api.ts";

export const october = { date_start: "2026-10-01", date_end: "2026-10-28" };
export const month = { network: "facebook", ...october, compare_to: "previous_period" };

type ValueOf = (profile: string, metric: string, day: string) => number | null;

/** A server for an API with profiles A to E, whose ids are their names. */
export async function connectTo(
  valueOf: ValueOf,
  options: Parameters<typeof connect>[0] = {},
): Promise<Connected & { bodies: object[] }> {
  const bodies: object[] = [];
  const { baseUrl } = await serveFakeApi({
    profiles: ["A", "B", "C", "D", "E"].map((name) => ({ id: name, name, timezone: "UTC" })),
    metrics: ({ body }) => {
      bodies.push(body);
      return metricsAnswer(body, valueOf);
    },
  });
  return { ...(await connect({ baseUrl, ...options })), bodies };
}

export const isNow = (day: string): boolean => day >= "2026-10-01";

/** Views a day now and before. E has none before. */
const views: Readonly<Record<string, readonly [number, number | null]>> = {
  A: [50, 40],
  B: [10, 30],
  C: [20, 20],
  D: [31, 30],
  E: [7, null],
};

export const moving: ValueOf = (profile, _metric, day) =>
  (views[profile] ?? [0, 0])[isNow(day) ? 0 : 1];
