/** Posts of pages in six zones over two changes of clocks, and an API that sorts, filters by day and divides them. */
import { connect, type Connected, type ConnectOptions } from "./connect.ts";
import { csvRows, type CsvRow } from "./csv.ts";
import { failure, serveFakeApi } from "./fake-api.ts";
import { isFull } from "./repetitions.ts";
import { readCsv } from "./results.ts";

const hour = 3_600_000;
/** The hours that a zone is ahead of UTC, before and after its clocks change. */
const zones = [
  { timezone: "Pacific/Pago_Pago", before: -11, after: -11, change: 0 },
  { timezone: "America/New_York", before: -4, after: -5, change: Date.UTC(2026, 10, 1, 6) },
  { timezone: "UTC", before: 0, after: 0, change: 0 },
  { timezone: "Europe/Prague", before: 2, after: 1, change: Date.UTC(2026, 9, 25, 1) },
  { timezone: "Asia/Kathmandu", before: 5.75, after: 5.75, change: 0 },
  { timezone: "Pacific/Kiritimati", before: 14, after: 14, change: 0 },
] as const;
/** Labels overlap, and some pages have none. */
const pageLabels = (at: number): { readonly id: string; readonly name: string }[] => [
  ...(at % 2 === 0 ? [{ id: "even", name: "Even" }] : []),
  ...(at % 3 === 0 ? [{ id: "third", name: "Third" }] : []),
];
export const profiles = Array.from({ length: 48 }, (_, at) => ({
  id: `page-${at}`,
  name: `Page ${at}`,
  timezone: zones[at % zones.length]?.timezone,
  profile_labels: pageLabels(at),
}));
const labels = ["Sale", "News", "People"].map((name) => ({ id: name.toLowerCase(), name }));
const types = ["photo", "video", "link", "status"];
export const sorts = ["interactions", "comments", "shares"] as const;

/** A number that no other post has in the same field. */
const numberOf = (at: number, factor: number): number => (at * factor) % 100_003;

export interface WorldPost {
  readonly post: Readonly<Record<string, unknown>> &
    Readonly<Record<(typeof sorts)[number], number>> & { readonly insights_reach: number | null };
  readonly page: string;
  /** The local day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

export const count = isFull ? 8132 : 3000;
const minutesBetween = Math.floor(30_000 / count);

/** The week of a day, whose Thursday decides the year (ISO 8601). */
function isoWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * 24 * hour);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * 24 * hour)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const known = new Map<string, Readonly<Record<string, string>>>();

/** The names of a day at each grain. */
export function dayKeys(day: string): Readonly<Record<string, string>> {
  const keys = known.get(day) ?? {
    day,
    week: isoWeek(day),
    month: day.slice(0, 7),
    quarter: `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
    weekday: weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "",
  };
  known.set(day, keys);
  return keys;
}

/** Posts of three weeks, a few minutes apart. Some have no reach; no `status` has one. The last two pages have no posts. */
export const world = Array.from({ length: count }, (_, at): WorldPost => {
  const time = Date.UTC(2026, 9, 19, 12) + (at * minutesBetween + (at % 7)) * 60_000;
  const page = (at * 5) % (profiles.length - 2);
  const { before, after, change } = zones[page % zones.length] ?? zones[2];
  const local = new Date(time + (time < change ? before : after) * hour).toISOString();
  const postLabels = labels.filter((_label, place) => at % (place + 2) === 0);
  const type = types[(at * 11) % 4 === 0 ? 1 : at % 4] ?? "photo";
  const hasReach = type !== "status" && at % 9 !== 4;
  const named = pageLabels(page).map(({ name }) => name);
  return {
    post: {
      id: `post-${at}`,
      page_id: `page-${page}`,
      created_time: new Date(time).toISOString(),
      type,
      post_labels: postLabels,
      interactions: numberOf(at + 1, 7919),
      comments: numberOf(at + 1, 104_729),
      shares: numberOf(at + 1, 1_299_709),
      insights_reach: hasReach ? 1 + numberOf(at + 1, 31) : null,
    },
    page: `page-${page}`,
    day: local.slice(0, 10),
    keys: {
      type: [type],
      profile: [`Page ${page}`],
      profile_label: named.length === 0 ? ["(no label)"] : named,
      hour: [`${local.slice(11, 13)}:00`],
      ...Object.fromEntries(
        Object.entries(dayKeys(local.slice(0, 10))).map(([name, key]) => [name, [key]]),
      ),
      post_labels: postLabels.length === 0 ? ["(no label)"] : postLabels.map(({ name }) => name),
    },
  };
});

export const question = {
  date_start: "2026-10-19",
  date_end: "2026-11-12",
  fields: ["type", "post_labels", ...sorts, "insights_reach"],
};

export interface Served extends Connected {
  readonly list: (args: object) => ReturnType<Connected["call"]>;
  readonly rowsOf: (uri: string) => Promise<readonly CsvRow[]>;
  /** By id, the number by which a post is sorted now. */
  readonly moved: Map<unknown, number>;
  readonly sent: () => number;
}

/** An API that takes posts of 20 profiles at a time, in pages of 500, and sorts them. */
export async function servedPosts(options: ConnectOptions = {}): Promise<Served> {
  const moved = new Map<unknown, number>();
  const { baseUrl, requests } = await serveFakeApi({
    profiles: profiles.map((profile) => ({ ...profile, insights_enabled: true })),
    posts: ({ body }) => {
      if (body.profiles.length > 20) return failure(4, "too many profiles");
      const { field = "created_time", order = "desc" } = Object(body["sort"]);
      const valueOf = ({ post }: WorldPost): number =>
        field === "created_time"
          ? Date.parse(String(post["created_time"]))
          : (moved.get(post["id"]) ?? Number(post[field]));
      const [start, end] = [String(body["date_start"]), String(body["date_end"])];
      const posts = world.filter(
        ({ page, day }) => body.profiles.includes(page) && day >= start && day <= end,
      );
      const sign = order === "asc" ? 1 : -1;
      const sorted = posts.toSorted((left, right) => sign * (valueOf(left) - valueOf(right)));
      const [from, size] = [Number(body["after"] ?? 0), Number(body["limit"])];
      const next = from + size;
      const rest = next < sorted.length && { next: String(next), remaining: sorted.length - next };
      return { data: { posts: sorted.slice(from, next).map(({ post }) => post), ...rest } };
    },
  });
  const connected = await connect({ baseUrl, ...options });
  return {
    ...connected,
    list: (args) => connected.call("list_facebook_posts", { ...question, ...args }),
    rowsOf: async (uri) => csvRows(await readCsv(connected, uri)),
    moved,
    sent: () => requests("posts").length,
  };
}
