/** Judges posts, sizes, headers, the clock and error codes. Pure. */
import { ApiError, isTooLarge } from "../../suite/api/envelope.ts";
import { rateLimitOf } from "../../suite/api/rate-limit.ts";
import { sizeOf } from "../../suite/connection/request-size.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { Answered } from "./answered.ts";
import { describedRequest, type Exchange } from "./asking.ts";
import type { Evidence, PostPages } from "./evidence.ts";
import { differs, holds, measured, notSeen, type Judgement } from "./judgement.ts";

function ofPosts({ posts }: Evidence, judge: (posts: PostPages) => Judgement): Judgement {
  if (posts === undefined) return notSeen("no LinkedIn profile");
  if (posts instanceof ToolError) return notSeen(posts.problem);
  return posts.fullPage.posts.length === 0 ? notSeen("no post") : judge(posts);
}

/** The field of the posts that holds the id of a requested profile. */
export function profileFieldOf({ request, fullPage: { posts } }: PostPages): string | undefined {
  const ids = new Set<unknown>(request.profiles);
  const fields = Object.keys(posts[0] ?? {});
  return fields.find((field) => posts.every((post) => ids.has(post[field])));
}

export const postProfileField = (evidence: Evidence): Judgement =>
  ofPosts(evidence, (posts) => {
    const field = profileFieldOf(posts);
    return field === undefined ? differs("no field holds the id of the profile") : holds(field);
  });

/** The latest first, and two pages hold what one does. */
export const postOrder = (evidence: Evidence): Judgement =>
  ofPosts(evidence, ({ fullPage, pages }) => {
    const idsOf = ({ posts }: typeof fullPage): string[] => posts.map(({ id }) => String(id));
    const ids = idsOf(fullPage);
    if (ids.join() !== pages.flatMap(idsOf).join())
      return differs("two pages hold other posts than one of both");
    const times = fullPage.posts.map((post) => Date.parse(String(post["created_time"])));
    const isOrdered = times.every((time, at) => time <= (times[at - 1] ?? time));
    if (!isOrdered) return differs("later posts follow earlier ones");
    return ids.length < 2 ? notSeen("one post") : holds(`${ids.length} posts, the latest first`);
  });

export function sizes({ sized }: Evidence): Judgement {
  const sizesOf = (test: (exchange: Exchange) => boolean): number[] =>
    sized.filter(test).map(({ request }) => sizeOf(request, 1));
  const accepted = Math.max(0, ...sizesOf(({ outcome }) => outcome instanceof Answered));
  const rejected = Math.min(...sizesOf(({ outcome }) => isTooLarge(outcome)));
  const limit = Number.isFinite(rejected) ? `rejects ${rejected}` : "rejected none";
  const judgement = measured(`accepts ${accepted} numbers by profile and day, ${limit}`);
  return {
    ...judgement,
    request: sized.map(({ request }) => describedRequest(request)).at(-1) ?? "",
  };
}

export const history = ({ history: { observation, first, answered } }: Evidence): Judgement =>
  (first ?? answered) === undefined ? notSeen(observation) : measured(observation);

export function headers({ headers: received }: Evidence): Judgement {
  const { limit, remaining, resetSeconds } = rateLimitOf(received);
  const values = [limit, remaining, resetSeconds].filter((value) => value !== undefined);
  if (values.length === 0) return notSeen("none; the specification has them with OAuth only");
  if (values.length < 3) return differs(`${values.length} of 3 can be read`);
  return holds(`limit ${limit}, ${remaining} left, ends in ${resetSeconds} s`);
}

/** Seconds by which clocks may differ. */
const skewAllowed = 60;

export function clock({ headers: received, now }: Evidence): Judgement {
  const skew = Math.round((now - Date.parse(String(received["date"] ?? ""))) / 1000);
  if (Number.isNaN(skew)) return notSeen("no Date header");
  const text = `${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead of"} the API's`;
  return (Math.abs(skew) <= skewAllowed ? holds : differs)(text);
}

const expectedCodes = [
  ["profile", "unknownProfile", "5"],
  ["metric", "unknownMetric", "3"],
] as const;

export function errorCodes({ exchanges }: Evidence): Judgement {
  const comparisons = expectedCodes.map(([what, name, expected]) => {
    const outcome = exchanges[name]?.outcome;
    const codes = outcome instanceof ApiError ? outcome.errors.map(({ code }) => code).join() : "";
    return {
      text: `${what}: ${codes || "none"}`,
      isExpected: codes === expected,
      // A timeout or an error of a proxy.
      hasNoCode: outcome instanceof ToolError && codes === "",
    };
  });
  const text = comparisons.map((comparison) => comparison.text).join("; ");
  if (comparisons.some(({ hasNoCode }) => hasNoCode))
    return notSeen(`an error without a code (${text})`);
  return comparisons.every(({ isExpected }) => isExpected)
    ? holds(text)
    : { ...differs(text), basedOn: ["unknownProfile", "unknownMetric"] };
}
