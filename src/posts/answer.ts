/** Posts, from question to answer: validated, walked page by page, kept, shown. Both API versions. */
import type { PostsRequest } from "../api/posts.ts";
import { ToolError, invalidInput } from "../errors/tool-error.ts";
import { postsPerPage } from "../catalog/limits.ts";
import { facebookPostFields } from "../catalog/post-fields.ts";
import { fingerprintOf, readCursor, writeCursor, type Cursor } from "./cursor.ts";
import {
  checkDates,
  datesOf,
  unfinishedNotes,
  type AskedDates,
  type TakenDates,
} from "../time/asked-dates.ts";
import { findNamed, unknownText } from "../connection/names.ts";
import { validatePosts, type AskedPosts, type PostsQuestion } from "./question.ts";
import type { Walked } from "./walk.ts";
import { chooseProfiles } from "../connection/profiles.ts";
import { postsTable } from "./rows.ts";
import { plural } from "../text/words.ts";
import type { Answer } from "../replies/reply.ts";
import { completeness } from "../replies/completeness.ts";
import { leftOutNotes } from "../metrics/reply/notes.ts";
import { postsAnswer } from "./shown.ts";
import { walkAllowed } from "./pages.ts";
import { profileNames } from "../connection/profile-names.ts";
import type { CallApi } from "../connection/connection.ts";
import type { ToolServices } from "../mcp/tool.ts";

export interface PostsAsked extends AskedPosts {
  readonly dates: AskedDates;
  /** Ids or exact names; left out: every profile of the network. */
  readonly profiles: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
  /** Posts in all. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

export async function answerPosts(asked: PostsAsked, services: ToolServices): Promise<Answer> {
  const { version, network, skipUnavailable } = asked;
  const question = validatePosts(asked);
  const cursor = asked.cursor === undefined ? undefined : readCursor(asked.cursor);
  if (cursor === undefined) checkDates(asked.dates, services.now());
  const connection = await services.connection();
  const call = connection.forCall(services);
  const { profiles, leftOut } = chooseProfiles(await call.lists.profiles(version, network), {
    network,
    profiles: asked.profiles,
    needsInsights: question.needsInsights,
    skipUnavailable,
  });
  const zones = profiles.map(({ timezone }) => timezone);
  const dates = takenDates(asked.dates, cursor, zones, services.now());
  const request: PostsRequest = {
    ...(await requestOf(question, call)),
    profiles: profiles.map(({ id }) => id),
    start: dates.start,
    end: dates.end,
    pageSize: cursor?.pageSize ?? pageSizeFor(version, asked.limit),
  };
  if (cursor !== undefined && fingerprintOf(request) !== cursor.fingerprint) throw foreign();

  const { limit } = asked;
  const place = cursor?.place ?? { given: 0 };
  const asking = { request, profiles, leftOut, place, limit, skipUnavailable, sent: 0 };
  const means = { connection, call, services };
  const { walked, leftOut: left, sent } = await walkAllowed(asking, means);
  const said = [...leftOutNotes(left), ...unfinishedNotes(dates)];
  const result = services.results.keep({
    kind: "posts",
    network,
    start: dates.start,
    end: dates.end,
    profileCount: profiles.length - (left.length - leftOut.length),
    showsIds: question.showsIds,
    profileNames: profileNames(profiles),
    remarks: [...said, ...followingNotes(walked)],
    ...postsTable(walked.posts, {
      fields: question.fields,
      keepsOthers: version === 3,
      known: version === 2 ? facebookPostFields : [],
    }),
  });
  return postsAnswer(
    {
      result,
      question,
      walked,
      completeness: completeness(dates, left),
      isFirst: cursor === undefined,
      cursor:
        walked.next === undefined
          ? undefined
          : writeCursor(request, walked.next, asked.dates.period ?? cursor?.period),
      spent: await call.spent(),
      notes: [
        ...(dates.note === undefined ? [] : [dates.note]),
        ...said,
        ...(sent < walked.pages
          ? [
              "Pages asked in the last 15 minutes are remembered: what was posted since is not here.",
            ]
          : []),
      ],
    },
    services.settings.maxAnswerTokens,
  );
}

function followingNotes({ next, remaining }: Walked): string[] {
  if (next === undefined) return [];
  const more = remaining === undefined ? "More posts may" : plural(remaining, "more post");
  return [`${more} follow those of this result: its sums, averages and ranks are of a part.`];
}

/** With a cursor, the days that its question took: a period may be another by now. */
function takenDates(
  asked: AskedDates,
  cursor: Cursor | undefined,
  zones: readonly (string | undefined)[],
  now: number,
): TakenDates {
  if (cursor === undefined) return datesOf(asked, zones, now);
  const { start, end, period } = cursor;
  const isSame =
    (asked.dateStart ?? start) === start &&
    (asked.dateEnd ?? end) === end &&
    (asked.period ?? period) === period;
  if (!isSame) throw foreign();
  return datesOf({ dateStart: start, dateEnd: end }, zones, now);
}

const foreign = (): ToolError =>
  invalidInput(
    "the cursor belongs to another question",
    "Repeat the arguments of the answer that gave it, or leave it out to begin again.",
  );

/** Pages are large, so that going on seldom costs a request, but not larger than is useful. */
const pageSizeFor = (version: 2 | 3, limit: number): number =>
  Math.min(postsPerPage[version].most, Math.max(limit, postsPerPage[3].most));

/** Labels are filtered by id, and asked for by id or name. */
async function requestOf(
  { version, network, fields, sort, filter }: PostsQuestion,
  { lists }: CallApi,
): Promise<Pick<PostsRequest, "version" | "network" | "fields" | "sort" | "filter">> {
  const asking = {
    version,
    network,
    ...(fields === undefined ? {} : { fields }),
    ...(sort === undefined ? {} : { sort }),
  };
  if (filter?.field !== "post_labels") return filter === undefined ? asking : { ...asking, filter };
  const labels = await lists.postLabels(3);
  const { found, unknown } = findNamed([filter.value], labels, "content label");
  const [label] = found;
  if (label !== undefined) return { ...asking, filter: { field: filter.field, value: label.id } };
  throw new ToolError(
    "unknown_labels",
    `no content label of this account: ${unknownText(unknown, labels)}`,
    "Take an id or exact name from list_post_labels.",
  );
}
