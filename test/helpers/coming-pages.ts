/** Comparisons of an account whose pages come and go: 25 began in 2025-09, 5 in 2026-08, and 3 ended in July. */
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, type Connected, withoutIds } from "./connect.ts";
import { assertLines } from "./line-checks.ts";
import { readReply, type TextTable } from "./reply-tables.ts";
import { idOf } from "./results.ts";

const began = (index: number): string =>
  index < 25 ? "2025-09-01" : index < 30 ? "2026-08-17" : "";

const ended = (index: number): string => (index >= 30 && index < 33 ? "2026-07-31" : "9999");

/** Weekdays of 80 to 140, a sixth more in 2026; pages that began late grow faster, and a page has an outage. */
export const world: Numbers = ({ index }, metric, day) => {
  if (!metric.startsWith("insights_views")) return 7;
  if (day < began(index) || day > ended(index)) return null;
  if (index === 40 && day >= "2026-10-01" && day <= "2026-10-03") return null;
  const weekday = 80 + 10 * new Date(day).getUTCDay();
  const year = day >= "2026-01-01" ? 1.16 + 0.0001 * (index % 7) : 1;
  return Math.round((weekday + (index % 40)) * year * (index < 25 ? 3 : 1));
};

export const views = { network: "facebook", metrics: ["insights_views"] };

export const year = {
  ...views,
  date_start: "2026-01-01",
  date_end: "2026-10-31",
  compare_to: "previous_year",
};

export const october = { ...views, period: "2026-10", compare_to: "previous_period" };

interface Answer {
  readonly connected: Connected;
  readonly text: string;
  readonly tables: TextTable[];
  readonly id: string;
}

export async function ask(question: Record<string, unknown>, numbers = world): Promise<Answer> {
  const connected = await connect({ profiles: 250, numbers });
  const { text } = await connected.call("get_profile_metrics", question);
  assertLines(text);
  return { connected, text: withoutIds(text), tables: readReply(text).tables, id: idOf(text) };
}

export const column = ({ header, rows }: TextTable, title: string | RegExp): string[] => {
  const at = header.findIndex((name) =>
    typeof title === "string" ? name === title : title.test(name),
  );
  return rows.map((cells) => cells[at] ?? "");
};
