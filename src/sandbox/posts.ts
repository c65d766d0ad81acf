/** Fictitious posts: a pure function of profile and day, the same on every machine. */
import type { ApiVersion } from "../catalog/networks.ts";
import { facebookPostFields, reactionTypes, type PostField } from "../catalog/post-fields.ts";
import type { Label, SandboxProfile } from "./account.ts";
import { daysFrom, indexOf } from "./calendar.ts";
import { postLabels, postTexts } from "./content.ts";
import { hash, remembered, textHash } from "./hash.ts";

export interface SandboxPost {
  readonly profile: SandboxProfile;
  readonly seed: number;
  readonly id: string;
  /** Time of creation, in milliseconds since 1970. */
  readonly time: number;
  readonly type: string;
  readonly labels: readonly Label[];
}

const types = ["photo", "status", "video", "link", "album"] as const;

/** Returns the posts created from start to end in the profile's time zone, newest first. */
export function postsOf(profile: SandboxProfile, start: string, end: string): SandboxPost[] {
  const posts = daysFrom(start, end).flatMap((day) => {
    if (day < profile.connected) return [];
    const seed = hash(profile.index, textHash(profile.network), indexOf(day));
    return Array.from({ length: seed % 3 }, (_, place) => postAt(profile, day, hash(seed, place)));
  });
  return posts.toSorted((left, right) => right.time - left.time);
}

function postAt(profile: SandboxProfile, day: string, seed: number): SandboxPost {
  const minute = 7 * 60 + (seed % (14 * 60));
  const time = Date.parse(`${day}T00:00:00Z`) + minute * 60_000 - offsetOf(profile.timezone)(day);
  return {
    profile,
    seed,
    id: `${profile.id}_${indexOf(day)}${String(seed).padStart(10, "0")}`,
    time,
    type: types[hash(seed, 1) % types.length] ?? "status",
    labels: postLabels.filter((_, place) => hash(seed, 100 + place) % 5 === 0),
  };
}

/** Returns the offset of a zone from UTC at noon of a day, in milliseconds. */
const offsetOf = remembered((timeZone: string) =>
  remembered((day: string) => {
    const noon = new Date(`${day}T12:00:00Z`);
    const local = noon.toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
    return Date.parse(`${local}Z`) - noon.getTime();
  }),
);

const keysOf: Readonly<Record<string, readonly string[]>> = {
  reactions_by_type: reactionTypes,
  insights_reactions_by_type_total: reactionTypes,
  insights_post_clicks_by_type: ["link clicks", "other clicks", "photo view", "video play"],
  insights_post_clicks_by_type_unique: ["link clicks", "photo view", "video play"],
  insights_impressions_by_paid_non_paid: ["total", "paid", "non-paid"],
  insights_reach_by_paid_non_paid: ["total", "paid", "non-paid"],
  insights_video_view_time_by_age_bucket_and_gender: ["F.18-24", "F.25-34", "M.18-24", "M.25-34"],
  insights_video_view_time_by_country_id: ["CZ", "DE", "JP", "US"],
};

const videoFields = /^(video_|universal_video|insights_video_)/;

const sumOf = (post: SandboxPost, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + numberOf(post, name), 0);

const reactionKeys = reactionTypes.map((key) => `reactions_by_type.${key}`);

/** Numbers that are a part of another one, in percent of it: at least so many, and up to so many more. */
const partRows: readonly (readonly [names: RegExp, of: string, least: number, more: number])[] = [
  [/^insights_reach$/, "insights_impressions", 55, 20],
  [/^insights_video_views$/, "insights_impressions", 30, 20],
  [/^(insights_post_)?clicks$/, "insights_impressions", 1, 3],
  [/^insights_post_clicks_by_type.*\./, "insights_post_clicks", 10, 15],
  [/^insights_negative_feedback$/, "insights_post_clicks", 1, 2],
  [/^insights_engaged_users$/, "interactions", 75, 20],
  [/^insights_(stories|storytellers|story_adds)$/, "interactions", 20, 20],
  [/^insights_video_complete_views_30s$/, "insights_video_views", 15, 20],
  [/_clicked_to_play$/, "", 20, 10],
  [/_(autoplayed|unique)$/, "", 75, 15],
  [/_fan$/, "", 30, 30],
  [/\.total$/, "", 100, 1],
];

const paidOrNot = /(?:_by_paid_non_paid\.|_)(paid|non-paid|organic)$/;

/** `insights_reach_by_paid_non_paid.paid` and `insights_reach_fan` are parts of `insights_reach`. */
const wholeName = (name: string): string =>
  name.replace(/_by_paid_non_paid\.total$|_(fan|unique|autoplayed|clicked_to_play)$/, "");

function partOf(post: SandboxPost, name: string): number | undefined {
  const [suffix, share] = paidOrNot.exec(name) ?? [];
  if (suffix !== undefined) {
    const total = numberOf(post, name.slice(0, -suffix.length));
    const paid = isPaid(post) ? Math.floor((total * (20 + (hash(post.seed, 9) % 40))) / 100) : 0;
    return share === "paid" ? paid : total - paid;
  }
  const row = partRows.find(([names]) => names.test(name));
  if (row === undefined) return undefined;
  const [, of, least, more] = row;
  const base = numberOf(post, of === "" ? wholeName(name) : of);
  return Math.floor((base * (least + (hash(post.seed, textHash(name)) % more))) / 100);
}

const isPaid = ({ seed }: SandboxPost): boolean => hash(seed, 2) % 3 === 1;

/** Returns a number of a post. Totals equal the sums of their parts: reactions by type, and interactions. */
function numberOf(post: SandboxPost, name: string): number {
  const { profile, seed } = post;
  const value = hash(seed, textHash(name));
  if (name.includes("rate")) return (value % 800) / 10_000;
  if (name === "video_length") return 5 + (value % 1800) / 10;
  if (name === "reactions") return sumOf(post, reactionKeys);
  if (name === "interactions") return sumOf(post, ["reactions", "comments", "shares"]);
  if (name.endsWith("impressions"))
    return (20 + (value % 30)) * numberOf(post, "interactions") + (value % 100);
  if (name === "insights_reactions_like_total") return numberOf(post, "reactions_by_type.like");
  if (name === "insights_video_avg_time_watched") return 2000 + (value % 9000);
  if (name === "insights_video_view_time")
    return (
      numberOf(post, "insights_video_views") * numberOf(post, "insights_video_avg_time_watched")
    );
  const part = partOf(post, name);
  if (part !== undefined) return part;
  const size = 1 + (hash(profile.index, 5) % 40);
  if (reactionKeys.includes(name)) return value % (8 * size);
  return value % (/comments|shares/.test(name) ? 3 * size : 30 * size);
}

/** Returns one field of a version 2 record; `null` if it does not apply to the post. */
function valueOf(post: SandboxPost, { name, type }: PostField): unknown {
  const { profile, seed } = post;
  if (videoFields.test(name) && post.type !== "video") return null;
  if (name === "id") return post.id;
  if (name === "page_id" || name === "author_id") return profile.id;
  if (name === "type") return post.type;
  if (name === "url") return `https://social.example.invalid/${post.id}`;
  if (name === "created_time") return createdTime(post);
  if (name === "message") return seed % 11 === 0 ? null : textOfPost(post);
  if (name === "story")
    return seed % 11 === 0 ? `${profile.name} updated their cover photo.` : null;
  if (name === "is_published") return true;
  if (name === "attachments") return attachmentsOf(post);
  if (name === "post_labels") return post.labels;
  if (name === "ppd_status") return ["organic", "paid", "unknown"][hash(seed, 2) % 3];
  if (name === "insights_paid_status") return isPaid(post) ? "promoted" : "not_promoted";
  if (name.includes("retention_graph")) return [1, 0.8, 0.55, 0.4, 0.31];
  if (type === "word") return `${name}-${seed}`;
  if (type === "object") {
    const keys = keysOf[name] ?? ["total"];
    const part = name.replace("insights_reactions_by_type_total", "reactions_by_type");
    return Object.fromEntries(keys.map((key) => [key, numberOf(post, `${part}.${key}`)]));
  }
  return numberOf(post, name);
}

const createdTime = ({ time }: SandboxPost): string =>
  new Date(time).toISOString().replace(".000Z", "+00:00");

const textOfPost = ({ seed }: SandboxPost): string =>
  postTexts[hash(seed, 3) % postTexts.length] ?? "";

function attachmentsOf({ seed, type }: SandboxPost): object[] {
  if (type === "status") return [];
  const title = postTexts[hash(seed, 4) % postTexts.length];
  const url = `https://acme.example.invalid/${seed}`;
  const image_url = `https://pictures.example.invalid/${seed}.jpg`;
  return [{ title, description: `A ${type}`, url, image_url }];
}

type Fields = ReadonlyMap<string, (post: SandboxPost) => unknown>;

/** Fields of version 3. The spec documents only two of them; the others are the sandbox's choice. */
const linkedinFields: Fields = new Map<string, (post: SandboxPost) => unknown>([
  ["id", ({ id }) => `urn:li:share:${id.split("_")[1]}`],
  ["created_time", createdTime],
  ["author_id", ({ profile }) => profile.id],
  ["author_name", ({ profile }) => profile.name],
  ["type", ({ type }) => type],
  ["url", ({ id }) => `https://social.example.invalid/${id.split("_")[1]}`],
  ["content", textOfPost],
  ["attachments", attachmentsOf],
  ["comments", (post) => numberOf(post, "comments")],
  ["reactions", (post) => numberOf(post, "reactions")],
  ["shares", (post) => numberOf(post, "shares")],
  ["clicks", (post) => (post.profile.insights ? numberOf(post, "clicks") : null)],
  ["impressions", (post) => (post.profile.insights ? numberOf(post, "impressions") : null)],
  ["engagement_rate", (post) => (post.profile.insights ? numberOf(post, "rate") : null)],
]);

/** By name. */
export const postFields: Readonly<Record<ApiVersion, Fields>> = {
  2: new Map(facebookPostFields.map((field) => [field.name, (post) => valueOf(post, field)])),
  3: linkedinFields,
};
