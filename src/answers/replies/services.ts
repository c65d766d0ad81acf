/** The services that make a reply. */
import type { CallContext } from "../../suite/connection/call-context.ts";
import type { Connection } from "../../suite/connection/connection.ts";
import type { View } from "../../suite/connection/lists.ts";
import type { TimeSlice } from "../../base/async/time-slice.ts";
import type { Weekday } from "../../base/time/grains.ts";
import type { Calendar } from "../../base/time/resolve.ts";
import { plural } from "../../base/text/words.ts";
import type { ResultStore } from "./result-store.ts";

export interface Settings {
  /** The budget of one reply in o200k_base tokens. */
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
  /** The first day of weeks. */
  readonly weekStartsOn: Weekday;
  /** The zone in which periods such as last_month are named; that of each question's profiles (default). */
  readonly timeZone?: string | undefined;
  /** The numbers of a day no longer change after this many days. */
  readonly settledAfterDays: number;
}

export const calendarOf = ({
  now,
  settings,
}: Pick<ReplyServices, "now" | "settings">): Calendar => ({
  now: now(),
  weekStart: settings.weekStartsOn,
  zone: settings.timeZone,
});

export interface ReplyServices extends CallContext {
  readonly settings: Settings;
  /** The lists that the call sees; undefined: all of them. */
  readonly view: View | undefined;
  /** Does the long work of the call. */
  readonly slice: TimeSlice;
  readonly results: ResultStore;
  /** @throws ToolError `not_logged_in` without a credential. */
  readonly connection: () => Promise<Connection>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onProgress: (done: number, total: number) => void;
  /** Whether the client has declared that it shows pages; undefined where there is no client. */
  readonly showsPages?: boolean | undefined;
  /** The arguments of the call that were given empty, and count as absent; none (default). */
  readonly emptied?: readonly string[] | undefined;
}

/** The arguments that choose profiles. */
export const choosing = ["profiles", "profiles_not", "labels", "labels_all", "labels_not"];

/** Says that all profiles are meant, where an argument that chooses some was given empty. */
export function emptiedText(
  { emptied = [] }: Pick<ReplyServices, "emptied">,
  count: number,
): string | undefined {
  const names = choosing.filter((name) => emptied.includes(name));
  const verb = names.length === 1 ? "is" : "are";
  return names.length === 0
    ? undefined
    : `${names.join(" and ")} ${verb} empty: all ${plural(count, "profile")}.`;
}
