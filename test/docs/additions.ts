/** The additions that CONTRIBUTING.md lists, as rows of tables and as files. */

export interface Row {
  readonly file: string;
  /** The row is written before this text. */
  readonly before: string;
  readonly row: string;
}

export interface Addition extends Row {
  /** The title of its section. */
  readonly section: string;
  /** Its name, which messages about it contain. */
  readonly name: string;
}

/** Each begins with a row: the compiler and the linter name the other files of its list. */
export const additions: readonly Addition[] = [
  {
    section: "Add a kind",
    name: "pulse",
    file: "src/catalog/kinds.ts",
    before: "  ratio: {\n",
    row: '  pulse: { ...count, word: "pulse", meaning: "a beat", overDays: "sum" },\n',
  },
  {
    section: "Add a grain of time",
    name: "date.half",
    file: "src/catalog/grains.ts",
    before: "  year: {\n",
    row: '  half: {\n    length: { months: 6, nameOf: (year, number) => `${year}-H${number}` },\n    hasApiDimension: false,\n    plural: "half-years",\n  },\n',
  },
  {
    section: "Add a kind of chart",
    name: "area",
    file: "src/answers/replies/chart.ts",
    before: '"bar", "stacked"',
    row: '"area", ',
  },
  {
    section: "Add a network",
    name: "mastodon",
    file: "src/catalog/networks.ts",
    before: '"tiktok"] as const',
    row: '"mastodon", ',
  },
  {
    section: "Add an endpoint",
    name: "campaigns",
    file: "src/suite/api/endpoints.ts",
    before: "  ad_accounts: [",
    row: '  campaigns: [get(3, "/3/campaigns")],\n',
  },
  {
    section: "Add a credential store",
    name: "vault",
    file: "src/suite/credentials/choose-store.ts",
    before: 'redis: "redis"',
    row: 'vault: "vault", ',
  },
  {
    section: "Add an event of the log",
    name: "cache cleared",
    file: "src/base/log/log.ts",
    before: "  protocol: at<",
    row: '  "cache cleared": at<Problem>("info"),\n',
  },
];

/** The rows of all steps of some additions. */
export const rows: readonly Row[] = [
  {
    file: "src/catalog/metrics/table.ts",
    before:
      '    sum("insights_media_views", { version2: "absent" }),\n    sum("insights_negative_feedback"',
    row: '    sum("insights_leads"),\n',
  },
  {
    file: "test/catalog/spec/metrics.ts",
    before: "    insights_media_views                           | sum | version 3 only\n",
    row: "    insights_leads                                 | sum\n",
  },
  ...["en", "de"].map((language) => ({
    file: `src/writing/phrases/${language}.ts`,
    before: "    insights_media_views:",
    row: '    insights_leads: "Leads",\n    insights_visits: "Visits",\n',
  })),
  { file: "src/catalog/networks.ts", before: '"tiktok"] as const', row: '"nextdoor", ' },
  {
    file: "src/catalog/networks.ts",
    before: '  tiktok: "TikTok",\n',
    row: '  nextdoor: "Nextdoor",\n',
  },
  {
    file: "src/catalog/networks.ts",
    before: "  tiktok: { refuses",
    row: "  nextdoor: { refusesWithoutInsights: false },\n",
  },
  {
    file: "src/catalog/metrics/table.ts",
    before: "  tiktok: [\n",
    row: '  nextdoor: [net("followers_change"), level("followers_lifetime"), sum("insights_visits")],\n',
  },
  {
    file: "src/catalog/headlines.ts",
    before: '  tiktok: ["insights_video_views"',
    row: '  nextdoor: ["insights_visits", "followers_change"],\n',
  },
  {
    file: "src/catalog/headlines.ts",
    before: '  tiktok: ["insights_profile_views"',
    row: '  nextdoor: ["followers_lifetime"],\n',
  },
  {
    file: "src/catalog/headlines.ts",
    before: '  tiktok: "insights_fans_lifetime"',
    row: '  nextdoor: "followers_lifetime",\n',
  },
  {
    file: "test/catalog/spec-tables.test.ts",
    before: '  "tiktok",\n] as const',
    row: '  "nextdoor",\n',
  },
  {
    file: "test/catalog/spec/metrics.ts",
    before: "  tiktok: `",
    row: `  nextdoor: \`
    followers_change   | sum | version 3 only
    followers_lifetime | avg | version 3 only
    insights_visits    | sum | version 3 only
  \`,
`,
  },
  {
    file: "test/helpers/kinds.ts",
    before: '    tiktok: "insights_fans_change"',
    row: '    nextdoor: "followers_change",\n',
  },
  {
    file: "test/helpers/kinds.ts",
    before: '    tiktok: "insights_fans_lifetime"',
    row: '    nextdoor: "followers_lifetime",\n',
  },
  { file: "eval/templates/derived.ts", before: 'tiktok".split', row: "nextdoor " },
  { file: "test/api/wire.test.ts", before: "tiktok snapchat", row: "nextdoor " },
  {
    file: "test/api/wire.test.ts",
    before: '  tiktok: "insights_video_views"',
    row: '  nextdoor: "followers_change",\n',
  },
  { file: "src/answers/replies/chart.ts", before: '"bar", "stacked"', row: '"dots", ' },
  {
    file: "src/answers/charts/model/kinds.ts",
    before: "  bar: { title",
    row: '  dots: { title: "Dot chart", marks: "line", isStacked: false },\n',
  },
  {
    file: "src/answers/charts/svg/series.ts",
    before: "    data: Array.from(values, (value, at) => {\n      if (!isHeld",
    row: '    ...(chart.kind === "dots" && { lineStyle: { width: 0 } }),\n',
  },
  {
    file: "src/answers/charts/svg/series.ts",
    before: "isAlone || (hasSymbols",
    row: 'chart.kind === "dots" || ',
  },
  {
    file: "test/charts/gallery.test.ts",
    before: "  heatmap: [{",
    row: '  dots: [{ ...views, dimensions: ["date.day"] }, { kind: "dots" }],\n',
  },
  {
    file: "prompts/index.ts",
    before: "import { reportWithCharts }",
    row: 'import { quietPages } from "./quiet-pages.ts";\n',
  },
  { file: "prompts/index.ts", before: "  reportWithCharts,\n", row: "  quietPages,\n" },
  {
    file: "test/helpers/prompts.ts",
    before: "  account_health: [",
    row: '  quiet_pages: [{ network: "facebook" }],\n',
  },
  {
    file: "tools/index.ts",
    before: "import { describeMetrics }",
    row: 'import { countDays } from "./count-days.ts";\n',
  },
  { file: "tools/index.ts", before: "  getCurrentUser,\n  listProfilesV2", row: "  countDays,\n" },
  {
    file: "test/helpers/tool-arguments.ts",
    before: "  get_current_user: {}",
    row: '  count_days: { date_start: "2026-10-01", date_end: "2026-10-07" },\n',
  },
  { file: "test/surface.test.ts", before: "3700);", row: "200 + " },
  { file: "test/surface.test.ts", before: "4000);", row: "200 + " },
  {
    file: "src/command/commands/status.ts",
    before: "  ...jsonFlag,\n",
    row: '  brief: toggle("print only what is wrong"),\n',
  },
];

/** Their files, by path. */
export const newFiles: Readonly<Record<string, string>> = {
  "prompts/quiet-pages.ts": `import { network } from "../src/server/mcp/prompts/arguments.ts";
import { callOf, costText, definePrompt } from "../src/server/mcp/prompts/prompt.ts";
import { metricsCall, withId } from "../src/server/mcp/prompts/prompt.ts";

export const quietPages = definePrompt({
  name: "quiet_pages",
  description: "Pages without values on many days.",
  occasion: "someone asks which pages are quiet",
  needs: ["reference", "metrics"],
  arguments: { network },
  write: ({ network: name }) => ({
    task: \`Find the quiet pages of \${name}. \${costText(3, 2)}.\`,
    steps: [
      \`Call \${metricsCall(name, "last_month", {})}.\`,
      \`\${withId} \${callOf("read_result", { result: "ID", view: "gaps", top: 5 })}. This is free.\`,
      "Write the pages, the quietest first.",
    ],
  }),
});
`,
  "tools/count-days.ts": `import * as z from "zod";
import { defineTool } from "../src/server/mcp/tool.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";
import { daysBetween, toDay } from "../src/base/time/days.ts";

export const countDays = defineTool({
  name: "count_days",
  title: "Count days",
  description: "Counts the days of a range. Free: no request.",
  toolsets: ["reference"],
  local: true,
  input: () =>
    z.strictObject({
      date_start: z.string().describe("First day."),
      date_end: z.string().describe("Last day."),
    }),
  async run({ dateStart, dateEnd }) {
    const days = daysBetween(toDay(dateStart), toDay(dateEnd));
    return {
      content: { subject: \`\${days} days.\` },
      csv: () => tableCsv({ columns: ["days"], rows: [[days]] }),
    };
  },
});
`,
};
