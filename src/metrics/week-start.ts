/** Learns on which day the API's weeks start, where a reply shows weeks that were fetched as days. */
import { toProfileId } from "../api/records.ts";
import { rowKey } from "../cells/axis.ts";
import type { Result } from "../cells/result.ts";
import { profileRows } from "../cells/select.ts";
import { WeekStartUnknown } from "../meaning/time-rows.ts";
import type { CallApi } from "../connection/connection.ts";
import type { ReplyServices } from "../replies/services.ts";
import { plural } from "../text/words.ts";
import type { Weekday } from "../time/grains.ts";
import { likelyWeekStarts, noWeekStartError, weekProbeRequest } from "./plan/week-probe.ts";
import type { Sample } from "./plan/week-probe.ts";

/** `api` counts the requests of a call that has sent some already. */
type WeekServices = ReplyServices & { readonly api?: CallApi };

/** The first day of weeks, and the cost of learning it. */
export interface LearnedWeeks {
  readonly weekStart?: Weekday;
  readonly spent?: string;
}

/** Makes a reply. If it shows weeks whose first day is unknown, asks the API for it, and makes the reply again. */
export async function withWeekStart<Made>(
  services: WeekServices,
  make: (weeks: LearnedWeeks) => Made | Promise<Made>,
): Promise<Made> {
  try {
    return await make({});
  } catch (error) {
    if (!(error instanceof WeekStartUnknown)) throw error;
    return make(await learnedWeeks(services, error.result));
  }
}

async function learnedWeeks(services: WeekServices, result: Result): Promise<LearnedWeeks> {
  const connection = await services.connection();
  const { learned, weekStarts } = connection;
  await learned.recall();
  const call = services.api ?? connection.forCall(services);
  const before = call.sent();
  const weekStart =
    learned.weekStart ??
    (await weekStarts.run("", services.signal, async (signal) => {
      const weekday = await probed(sampleOf(result), call, signal);
      learned.weekStart = weekday;
      await learned.store();
      return weekday;
    }));
  const sent = call.sent() - before;
  const spent = `${plural(sent, "request")} sent, to learn on which day the API's weeks start.`;
  return { weekStart, ...(sent > 0 && { spent }) };
}

/** Requests two days by week, as often as it takes: once where weeks start on Monday. */
async function probed(sample: Sample, { api }: CallApi, signal: AbortSignal): Promise<Weekday> {
  for (const weekday of likelyWeekStarts) {
    const { axes } = await api.metrics(weekProbeRequest(sample, weekday), signal);
    if (axes[0]?.rows.length === 2) return weekday;
  }
  throw noWeekStartError();
}

function sampleOf(result: Result): Sample {
  const { network, end, cells, names } = result;
  const rows = profileRows(result) ?? [];
  const [id = ""] = [...rows.map(rowKey), ...(names.profile?.keys() ?? [])];
  const held = cells.metrics.filter(({ isDerived }) => isDerived !== true);
  const metrics = held.slice(0, 1).map(({ name }) => name);
  return { version: 3, network, end, metrics, profiles: [toProfileId(id)] };
}
