/** The part of the account that a report can see: the pages of its scope, as if there were no others. */
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import type { Lists, View } from "../../suite/connection/lists.ts";
import { attempt } from "../../base/errors/joined.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { findNamed, namedBy, unknownText } from "../../suite/connection/names.ts";
import { textsIn } from "../../writing/documents/questions.ts";
import type { ReportFile } from "../../writing/documents/report-file.ts";
import { camelKeys } from "../../server/mcp/input.ts";
import { viewOf } from "../../suite/connection/scope.ts";
import { questionsIn } from "./report-run.ts";

/** The networks that a report asks. */
function networksOf(file: ReportFile): MetricNetwork[] {
  const questionNetworks = questionsIn(file).map(
    ({ tool, args }) => args["network"] ?? /^list_(\w+)_posts$/.exec(tool)?.[1],
  );
  const ofGoals = Object.values(file.front.goals).map(({ network }) => network);
  const named = [...questionNetworks, ...ofGoals, file.front.defaults["network"]].flatMap(textsIn);
  return metricNetworks.filter((network) => named.includes("all") || named.includes(network));
}

/** The view of some reports together; undefined where one of them has no scope. */
export function viewOfReports(files: readonly ReportFile[]): View | undefined {
  const scopes = files.flatMap(({ front, pages = front.scope }) =>
    pages === undefined ? [] : camelKeys(pages),
  );
  if (scopes.length === 0 || scopes.length < files.length) return undefined;
  const named = files.flatMap((file) =>
    questionsIn(file).flatMap(({ args }) =>
      ["labels", "labels_all", "labels_not"].flatMap((name) => textsIn(args[name])),
    ),
  );
  return viewOf({
    scopes,
    networks: [...new Set(files.flatMap(networksOf))],
    labels: [...new Set(named)],
  });
}

/** The labels and pages that the scope of a report names, and the account does not have. */
export async function unknownInScope(lists: Lists, file: ReportFile): Promise<string[]> {
  const { pages: scope = file.front.scope ?? {} } = file;
  const labels = [scope.labels, scope.labels_all, scope.labels_not].flatMap((list) => list ?? []);
  const pages = [scope.profiles, scope.profiles_not].flatMap((list) => list ?? []);
  const problems: string[] = [];
  const look = (
    texts: readonly string[],
    list: Parameters<typeof findNamed>[1],
    noun: string,
  ): void => {
    const lookup = attempt(() => findNamed(texts, list, noun));
    if (lookup instanceof ToolError) problems.push(lookup.problem);
    else if (lookup.unknown.length > 0)
      problems.push(`not a ${noun} of this account: ${unknownText(lookup.unknown, list)}`);
  };
  if (labels.length > 0)
    look(labels, await lists.get("profile_labels", { version: 3 }), "profile label");
  if (pages.length > 0) {
    const networks = networksOf(file);
    const pageLists = await Promise.all(
      networks.map((network) => lists.get("profiles", { version: 3, network })),
    );
    // A page can be on one of the networks alone.
    const missing = pages.filter((text) =>
      pageLists.every((list) => namedBy(text, list).length === 0),
    );
    look(missing, pageLists.flat(), "page");
    for (const list of pageLists)
      look(
        pages.filter((text) => namedBy(text, list).length > 0),
        list,
        "page",
      );
  }
  return problems;
}
