/** Reports from a file, by the built program. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { metricsAnswer, serveFakeApi, type FakeApi } from "./fake-api.ts";
import { temporaryFolder } from "./folders.ts";
import type { Environment, Ran } from "./process.ts";
import { run } from "./program.ts";

export interface Rendered extends Ran {
  readonly folder: string;
  /** The text of a file that was written; empty for none. */
  readonly file: (name: string) => string;
  readonly files: () => readonly string[];
}

/** @param files beside the report, by name. */
export async function render(
  source: string,
  flags: readonly string[] = ["--sandbox"],
  {
    files = {},
    environment,
    folder = temporaryFolder(),
  }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly environment?: Environment | undefined;
    readonly folder?: string;
  } = {},
): Promise<Rendered> {
  const at = (name: string): string => join(folder, name);
  for (const [name, content] of Object.entries({ "report.md": source, ...files }))
    writeFileSync(at(name), content);
  const placed = flags.map((flag) => flag.replace("FOLDER", folder));
  const ran = await run(["report", at("report.md"), ...placed], environment);
  const list = (): string[] => readdirSync(folder, { recursive: true }).map(String);
  return {
    ...ran,
    folder,
    files: list,
    file: (name) => (list().includes(name) ? readFileSync(at(name), "utf8") : ""),
  };
}

export const brands = Array.from({ length: 12 }, (_, at) => ({
  id: `b${at + 1}`,
  name: `Brand ${at + 1}`,
}));

/** Each brand has its number of views a day in October, and another in September; reactions are a tenth. */
const viewsOf = (id: string, day: string): number => {
  const number = Number(id.slice(1));
  return day >= "2026-10" ? 100 * number : 100 * number + (number % 2 === 0 ? 40 : -10);
};

/** An API of twelve brands. @param profiles null: the test answers for them. */
export async function serveBrands(
  profiles: readonly { id: string; name: string }[] | null = brands,
  more: Parameters<typeof serveFakeApi>[0] = {},
): Promise<FakeApi & { readonly environment: Environment }> {
  const api = await serveFakeApi({
    ...(profiles && {
      profiles: profiles.map((profile) => ({
        ...profile,
        insights_enabled: true,
        timezone: "UTC",
      })),
    }),
    metrics: ({ body }) =>
      metricsAnswer(body, (id, metric, day) =>
        Math.round(viewsOf(id, day) / (metric === "insights_reactions" ? 10 : 1)),
      ),
    ...more,
  });
  const environment = {
    HOME: temporaryFolder(),
    SOCIAL_ANALYTICS_BASE_URL: api.baseUrl,
    SOCIAL_ANALYTICS_TOKEN: "t",
    SOCIAL_ANALYTICS_SECRET: "a-secret-of-a-test",
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none",
  };
  return { ...api, environment };
}

export const octoberFront = `---
defaults: {network: facebook, date_start: 2026-10-01, date_end: 2026-10-31}
questions:
  oct: {metrics: [insights_views, insights_reactions], compare_to: previous_period}
---
`;
