/** What works in one month works in the next: the examples over 14 months of an account whose pages begin, end and pause. */
import { isQuick } from "../helpers/repetitions.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addDays, toDay, type Day } from "../../src/base/time/days.ts";
import { metricsAnswer } from "../helpers/fake-api.ts";
import { render, serveBrands } from "../helpers/reports.ts";

const folder = join(import.meta.dirname, "../../examples/reports");
const examples = readdirSync(folder).filter((name) => name.endsWith(".md"));
const events = readFileSync(join(folder, "events.csv"), "utf8");

const months = Array.from({ length: 14 }, (_, at) => {
  const [year, month] = [2025 + Math.floor((at + 7) / 12), ((at + 7) % 12) + 1];
  return `${year}-${String(month).padStart(2, "0")}`;
});

/** The days on which a page has values: some begin or end within the months, some pause, one has never begun. */
const lives: Readonly<Record<string, (day: string) => boolean>> = {
  always: () => true,
  begins: (day) => day >= "2025-12-10",
  "begins late": (day) => day >= "2026-08-20",
  ends: (day) => day < "2026-02-15",
  "ends early": (day) => day < "2025-09-05",
  pauses: (day) => day < "2025-11-20" || day > "2026-03-03",
  "pauses long": (day) => day < "2025-09-01" || day > "2026-07-31",
  never: () => false,
};
const pages = Object.keys(lives).flatMap((life, at) =>
  ["facebook", "youtube"].map((network) => ({
    id: `${network}-${at}`,
    name: `Page that ${life}`,
    network,
    insights_enabled: life !== "never",
    timezone: "UTC",
  })),
);
const label = (name: string, from: number, to: number) => ({
  id: name,
  name,
  profiles: pages
    .filter(({ id }) => Number(id.slice(-1)) >= from && Number(id.slice(-1)) < to)
    .map((page) => ({ name: page.name, platform: page.network }))
    // One of the labels has no page of youtube.
    .filter(({ platform }) => name !== "Ended" || platform === "facebook"),
});
/** Every second month has no post. */
const posts = months.flatMap((month, at) =>
  at % 2 === 0
    ? []
    : [1, 2, 3].map((day) => ({
        id: `${month}-${day}`,
        page_id: "facebook-0",
        created_time: `${month}-0${day}T10:00:00Z`,
        type: "photo",
        interactions: 10 * day,
        comments: day,
        shares: 1,
        message: "Hello",
      })),
);

const serve = () =>
  serveBrands(null, {
    otherwise: ({ operation, url }) =>
      operation === "profiles"
        ? { profiles: pages.filter(({ network }) => url.includes(network)) }
        : {},
    profile_labels: {
      data: [label("Europe", 0, 8), label("Ended", 3, 5), label("Silent", 6, 8)],
    },
    metrics: ({ body }) =>
      metricsAnswer(body, (id, metric, day) => {
        const isAlive = Object.values(lives)[Number(id.slice(-1))]?.(day) ?? false;
        return isAlive ? 100 + Number(day.slice(-2)) + (metric.length % 7) : null;
      }),
    posts: ({ body }) => ({
      data: {
        posts: posts.filter(
          ({ created_time: time }) =>
            body.profiles.includes("facebook-0") &&
            time >= String(body["date_start"]) &&
            time.slice(0, 10) <= String(body["date_end"]),
        ),
      },
    }),
  });

/** An example about the month, or about weeks that end in it. */
function exampleOf(name: string, month: string): string {
  const sunday = [20, 21, 22, 23, 24, 25, 26]
    .map((day) => toDay(`${month}-${day}`))
    .find((day) => new Date(day).getUTCDay() === 0);
  const end: Day = sunday ?? toDay(`${month}-20`);
  const since = (days: number): string => `date_start: ${addDays(end, 1 - days)}, date_end: ${end}`;
  return readFileSync(join(folder, name), "utf8")
    .replace("period: last_month", `period: ${month}`)
    .replace("period: last_13_weeks", since(91))
    .replace(/period: last_2_weeks/, since(14))
    .replace("period: last_week", since(7))
    .replace("2026-01-01, 120000", "2025-08-01, 120000");
}

test.each(examples)("%s ends with 0 or 3 in each of the months", async (name) => {
  const { environment } = await serve();
  const states = new Map<number, number>();
  for (const month of months.filter((_, at) => !isQuick || at % 4 === 0)) {
    const source = exampleOf(name, month);
    const isOfLabels = source.includes("--each label");
    const flags = isOfLabels
      ? ["--each", "label", "--out", "FOLDER/out"]
      : ["--out", "FOLDER/out.html"];
    const {
      code: ended,
      stderr,
      file,
      files,
    } = await render(source, ["--strict", ...flags], {
      environment,
      files: { "events.csv": events },
    });
    const code = ended ?? -1;
    expect([month, stderr.includes("Failed"), [0, 3].includes(code), stderr]).toEqual([
      month,
      false,
      true,
      stderr,
    ]);
    states.set(code, (states.get(code) ?? 0) + 1);
    const written = files().filter((path) => path.endsWith(".html"));
    expect(written).toHaveLength(isOfLabels ? 3 : 1);
    for (const path of written) expect(file(path)).not.toMatch(/NaN|undefined|Infinity/);
  }
  // The world has months in which nothing is missing, or months in which something is.
  expect(states.size).toBeGreaterThan(0);
});
