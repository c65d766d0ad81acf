/** One call of a posts tool: its question, with the profiles and days resolved. */
import { addDays, daysBetween } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import { commonestZone } from "../../base/time/zones.ts";
import { isTooLarge } from "../../suite/api/envelope.ts";
import type { PostsRequest } from "../../suite/api/posts.ts";
import type { Profile, ProfileLabel } from "../../suite/api/records.ts";
import { postEndpointOf, type PostNetwork } from "../../catalog/post-endpoints.ts";
import type { CallApi, Connection } from "../../suite/connection/connection.ts";
import { namedLabel } from "../../suite/connection/names.ts";
import { availableFrom } from "../../suite/connection/history.ts";
import { labelsOf, type Labels } from "../../suite/connection/labels.ts";
import { hasAvailable } from "../../suite/connection/profiles.ts";
import {
  isByLabel,
  selectProfiles,
  type Selected,
  type Selection,
} from "../../suite/connection/selection.ts";
import { attempt, passed } from "../../base/errors/joined.ts";
import { inputError, type ToolError } from "../../base/errors/tool-error.ts";
import { calendarOf, type ReplyServices } from "../../answers/replies/services.ts";
import { checkComparison, comparedRange, isUsual } from "../../base/time/compared-range.ts";
import { checkDates, datesOf, type Calendar } from "../../base/time/resolve.ts";
import type { RequestedDates, ResolvedDates } from "../../base/time/resolve.ts";
import { learnSize } from "./parts.ts";
import { fingerprintOf, readCursor, type Cursor } from "./cursor.ts";
import type { PostsResult } from "./rows.ts";
import { StoredPosts } from "./stored.ts";
import { validatePosts, type PostsQuestion, type RequestedPosts } from "./question.ts";

export interface PostsInput extends RequestedPosts, Selection {
  readonly dates: RequestedDates;
  /** Ids or exact names. Undefined: every profile of the network. */
  readonly profiles: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
  /** The maximum number of posts in the reply. */
  readonly limit: number;
  readonly cursor: string | undefined;
  /** The earlier range: `previous_period`, a period, a first day. Undefined for one range. */
  readonly compareTo: string | undefined;
  /** The number of posts to show; all (default). */
  readonly top: number | undefined;
  /** Passes over the cache. */
  readonly fresh: boolean;
}

/** `skipped`: requested profiles that the list of profiles shows as unavailable. */
export interface PostsCall extends Selected {
  /** The labels of the profiles, where they are known. */
  readonly labels: Labels | undefined;
  readonly input: PostsInput;
  readonly question: PostsQuestion;
  /** Repeated for every page. */
  readonly request: PostsRequest;
  readonly cursor: Cursor | undefined;
  /** The stored result that the posts are added to; undefined without a cursor, and where it is not stored any more. */
  readonly earlier: PostsResult | undefined;
  /** The days of the question; the request has those that are available. */
  readonly dates: ResolvedDates;
  /** The sentence on days that are not available. */
  readonly cut: string | undefined;
  readonly connection: Connection;
  readonly api: CallApi;
}

/** @throws ToolError `invalid_input` of everything that can be seen to be wrong without a request. */
export function checkPosts(
  input: RequestedPosts & Pick<PostsInput, "dates" | "cursor" | "compareTo" | "top">,
  calendar: Calendar,
): PostsQuestion {
  return passed(
    attempt(() => validatePosts(input)),
    attempt(() => checkComparison(input.compareTo)),
    attempt(() => checkCompared(input)),
    // A cursor has the dates.
    input.cursor === undefined && attempt(() => checkDates(input.dates, calendar)),
  );
}

/** @throws ToolError `invalid_input` for arguments that choose a part of one list. */
function checkCompared({ compareTo, cursor, top }: Parameters<typeof checkPosts>[0]): void {
  if (isUsual(compareTo))
    throw inputError(
      "compare_to usual is of metrics, and these are posts",
      "Write compare_to previous_period.",
    );
  const part = cursor === undefined ? top && "top" : "cursor";
  if (compareTo === undefined || part === undefined) return;
  throw inputError(
    `${part} chooses a part of one list, and compare_to is of all posts of both ranges`,
    `Leave ${part} out; read_result ranks and shows the posts of the later range.`,
  );
}

/**
 * The calls for the posts of both ranges. Where days of the later one are not over, both are cut to as many first days.
 * @throws ToolError `invalid_input` for a range that is not earlier, or without a day that is over.
 */
export function comparedCalls(call: PostsCall, compareTo: string): readonly [PostsCall, PostsCall] {
  const { dates, input, request, connection } = call;
  const before = comparedRange(dates, input.dates.period, compareTo);
  const over = daysBetween(dates.start, dates.today) - 1;
  if (over < 1)
    throw inputError(
      `no day from ${dates.start} on is over`,
      "Compare a range with days that are over, such as last_week.",
    );
  const cutTo = ({ start, end }: Range): Range => {
    const last = addDays(start, over - 1);
    return { start, end: dates.end < dates.today || end < last ? end : last };
  };
  const callOf = (range: Range): PostsCall => {
    const { start, cut } = availableFrom(range, connection.learned);
    return {
      ...call,
      dates: { ...dates, ...range },
      cut,
      request: { ...request, start, end: range.end },
    };
  };
  return [callOf(cutTo(dates)), callOf(cutTo(before))];
}

export async function openCall(input: PostsInput, services: ReplyServices): Promise<PostsCall> {
  const { network } = input;
  const question = checkPosts(input, calendarOf(services));
  const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const connection = await services.connection();
  await connection.learned.recall();
  const api = connection.forCall({ ...services, fresh: input.fresh });
  const { list, ...selected } = await selectedOf(input, question, api);
  const { profiles } = selected;
  const zones = profiles.map(({ timezone }) => timezone);
  const calendar = calendarOf(services);
  const {
    zone = commonestZone(
      list.map(({ timezone }) => timezone),
      calendar.now,
    ),
  } = calendar;
  const dates = resolveDates(input.dates, cursor, zones, { ...calendar, zone });
  const filter = await resolveFilter(question, api);
  const { start, cut } = availableFrom(dates, connection.learned);
  const scope = { profiles: profiles.map(({ id }) => id), start, end: dates.end };
  const fields = await fieldsOf(question, scope, { connection, api, services });
  const request: PostsRequest = {
    network,
    fields,
    sort: question.sort,
    filter,
    ...scope,
    // Large pages, so that a call that continues from a cursor rarely needs a request.
    pageSize:
      cursor?.pageSize ?? Math.min(postEndpointOf(network).maxPageSize, Math.max(input.limit, 100)),
  };
  if (cursor !== undefined && fingerprintOf(request) !== cursor.fingerprint)
    throw otherQuestionError();
  const earlier = cursor && (await earlierOf(cursor, services));
  const call = { input, question, request, cursor, earlier, dates, cut };
  return { ...call, ...selected, connection, api };
}

/** The profiles of the question with their labels, and the list that they are chosen from. */
async function selectedOf(
  input: PostsInput,
  { needsInsights }: PostsQuestion,
  { lists }: CallApi,
): Promise<Selected & Pick<PostsCall, "labels"> & { readonly list: readonly Profile[] }> {
  const { network, profiles: wanted } = input;
  const { version } = postEndpointOf(network);
  const needsLabels = isByLabel(input);
  const suffices = (known: readonly Profile[]): boolean =>
    wanted !== undefined && !needsLabels && hasAvailable(known, wanted, needsInsights);
  const labelList = (): Promise<readonly ProfileLabel[]> =>
    lists.get("profile_labels", { version });
  const [list, known] = await Promise.all([
    lists.get("profiles", { version, network }, suffices),
    needsLabels ? labelList() : undefined,
  ]);
  const selected = selectProfiles(input, list, known ?? [], { ...input, needsInsights });
  const labels = await labelsOf(selected.profiles, network, known, labelList);
  return { ...selected, list, labels };
}

/** The posts before the cursor; undefined where they are not stored any more. */
async function earlierOf(
  { result, listed, fingerprint }: Cursor,
  { results }: Pick<ReplyServices, "results">,
): Promise<PostsResult | undefined> {
  const stored = await results.find(result);
  if (!(stored instanceof StoredPosts)) return undefined;
  const { question, rows } = stored.result;
  return question === fingerprint && rows.length >= listed ? stored.result : undefined;
}

type PostsScope = Pick<PostsRequest, "profiles" | "start" | "end">;

interface Asking extends Pick<PostsCall, "connection" | "api"> {
  readonly services: ReplyServices;
}

/** The fields to request: posts of several profiles must name theirs. */
async function fieldsOf(
  { network, fields }: PostsQuestion,
  scope: PostsScope,
  asking: Asking,
): Promise<PostsRequest["fields"]> {
  const { fields: specified, identityFields } = postEndpointOf(network);
  if (fields === undefined || specified !== undefined || scope.profiles.length === 1) return fields;
  const profileIdField = await profileField(network, scope, asking);
  if (profileIdField === undefined || fields.includes(profileIdField)) return fields;
  return [...new Set([...identityFields, profileIdField, ...fields])];
}

/** Takes the days from the cursor, if there is one: the period may have moved since. */
function resolveDates(
  requested: RequestedDates,
  cursor: Cursor | undefined,
  zones: readonly (string | undefined)[],
  calendar: Calendar,
): ResolvedDates {
  if (cursor === undefined) return datesOf(requested, zones, calendar);
  const { start, end, period } = cursor;
  const isSame =
    (requested.dateStart ?? start) === start &&
    (requested.dateEnd ?? end) === end &&
    (requested.period ?? period) === period;
  if (!isSame) throw otherQuestionError();
  return datesOf({ dateStart: start, dateEnd: end }, zones, calendar);
}

const otherQuestionError = (): ToolError =>
  inputError(
    "the cursor belongs to another question",
    "Repeat the arguments of the call that returned it, or leave it out to start from the first post.",
  );

/** Replaces a label's name by its id, because the API filters by id. */
async function resolveFilter(
  { filter }: PostsQuestion,
  { lists }: CallApi,
): Promise<PostsQuestion["filter"]> {
  if (filter?.field !== "post_labels") return filter;
  const labels = await lists.get("post_labels");
  const label = namedLabel(filter.value, labels, "content label", "list_post_labels");
  return { field: filter.field, value: label.id };
}

/**
 * Returns the field; undefined if no post shows it. The first call for a network requests one post with the API's
 * default fields; what it shows is stored. A post without such a field spares the request for a day.
 */
async function profileField(
  network: PostNetwork,
  scope: PostsScope,
  asking: Asking,
): Promise<string | undefined> {
  const { api, services } = asking;
  const { learned, pages } = asking.connection;
  const known = learned.profileFields.get(network);
  if (known !== undefined || learned.isFieldAbsent(network)) return known;
  const profiles = scope.profiles.slice(0, learned.postProfiles(network));
  const sample: PostsRequest = { network, ...scope, profiles, pageSize: 1 };
  const page = await pages
    .get(
      JSON.stringify([sample, undefined]),
      (signal) => api.api.posts(sample, undefined, signal),
      services,
    )
    .catch((error: unknown) => {
      if (!isTooLarge(error)) throw error;
      return learnSize(error, sample, learned);
    });
  if (page === undefined) return profileField(network, scope, asking);
  const { posts } = page;
  const ids = new Set<unknown>(scope.profiles);
  const [field] = posts.flatMap(Object.entries).find(([, value]) => ids.has(value)) ?? [];
  // No posts prove nothing.
  if (posts.length === 0) return undefined;
  if (field === undefined) learned.learnAbsentField(network);
  else learned.profileFields.set(network, field);
  await learned.store();
  return field;
}
