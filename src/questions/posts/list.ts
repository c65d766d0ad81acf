/** The posts of a call as rows, with what every piece of them says. */
import type { Work } from "../../base/async/work.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { noLabel } from "../../numbers/cells/result.ts";
import { profileNames } from "../../suite/connection/names.ts";
import { skippedNotes } from "../../answers/replies/completeness.ts";
import { cell } from "../../base/text/words.ts";
import { unfinishedNotes } from "../../base/time/resolve.ts";
import type { Labels } from "../../suite/connection/labels.ts";
import type { PostsCall } from "./call.ts";
import { withLocalTimes } from "./columns.ts";
import { fingerprintOf } from "./cursor.ts";
import type { Pages } from "./pages.ts";
import { postsTable, type PostsResult } from "./rows.ts";
import { lacksFirst, partText, vanishedIn, vanishedText } from "./state.ts";

export function* listOf(call: PostsCall, pages: Pages): Work<PostsResult> {
  const { question, request, dates, connection } = call;
  const { network, showsIds, fields } = question;
  const { fields: specified } = postEndpointOf(network);
  const result = {
    network,
    start: request.start,
    end: request.end,
    today: dates.today,
    profileCount: pages.profiles.length,
    showsIds,
    profileNames: profileNames(pages.profiles),
    weekStart: dates.weekStart,
    question: fingerprintOf(request),
    part: partText(call, pages) ?? vanishedText(call, pages),
    filter: question.filter && `${question.filter.field} ${cell(question.filter.value)}`,
    lacksFirst: lacksFirst(call),
    vanished: vanishedIn(call, pages),
    labels: labelNamesOf(call),
    remarks: [
      ...connection.remarks,
      ...(call.chosenBy === undefined ? [] : [`${call.chosenBy}.`]),
      ...unfinishedNotes(dates, call.profiles),
      ...[call.cut ?? []].flat(),
    ],
    skipped: skippedNotes(pages.skipped),
    ...(yield* postsTable(pages.posts, fields, specified)),
  };
  const zones = new Map(
    pages.profiles.flatMap(({ id, timezone }) => (timezone === undefined ? [] : [[id, timezone]])),
  );
  return yield* withLocalTimes(result, zones);
}

/** The names of the labels of each profile, where they are known; none of one without a label. */
const labelNamesOf = ({ labels, profiles }: PostsCall): PostsResult["labels"] =>
  labels && namesByProfile(labels, profiles);

function namesByProfile(
  labels: Labels,
  profiles: PostsCall["profiles"],
): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(profiles.flatMap((profile) => labels.of(profile)));
  ids.delete(noLabel);
  // Labels of one name are followed by their ids.
  const names = profileNames(Array.from(ids, (id) => ({ id, name: labels.nameOf(id) ?? id })));
  return new Map(
    profiles.map((profile) => [
      profile.id,
      labels.of(profile).flatMap((id) => names.get(id) ?? []),
    ]),
  );
}
