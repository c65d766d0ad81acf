/** Coverage as text: a statement for the first line of a reply, and the missing values per metric. */
import type { Work } from "../async/work.ts";
import { missingPerMetric } from "../cells/cells.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { rowName, type Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { coverageOf, type Gap, type MetricCoverage } from "../meaning/coverage.ts";
import { bucketGrain } from "../meaning/presence.ts";
import { plural, some } from "../text/words.ts";
import type { Note } from "./notes.ts";
import { rangeName } from "./names.ts";

export interface CoverageText {
  /** `Complete.`, or a count of what is missing. */
  readonly statement: string;
  readonly notes: readonly Note[];
}

/** Gaps that one or two dated runs explain are described where they are counted. */
const describedGaps = 2;

export function* coverageText(result: Result): Work<CoverageText> {
  const coverage = yield* coverageOf(result);
  const visible = coverage.filter(({ isVisible }) => isVisible);
  const hidden = coverage.filter(({ isVisible }) => !isVisible);
  const { unit: bucket } = bucketGrain(result);
  const unit = `profile-${bucket}`;
  const seen =
    visible.length > 0 && result.isSeenByMonth === true ? " Gaps are seen by month." : "";
  const gaps = hidden.length === 0 ? [] : [hiddenText(hidden, visible.length > 0)];
  const missing = visible.filter((one) => one.missing > 0);
  const notes: Note[] = [hiddenMissingNote(result, hidden)];
  if (missing.length === 0) {
    // A month with any value counts: days can be missing within it.
    const complete = result.isSeenByMonth === true ? "every profile-month has values" : "complete";
    const said = visible.length === 0 ? [] : [complete];
    return { statement: `${sentence([...said, ...gaps].join("; "))}${seen}`, notes };
  }
  const groups = groupsOf(missing);
  const [only] = groups;
  const isShared =
    groups.length === 1 && only !== undefined && only.metrics.length === visible.length;
  const total = visible.reduce((sum, one) => sum + one.missing, 0);
  const all = visible.reduce((sum, one) => sum + one.expected, 0);
  const counted = isShared
    ? `${only.missing} of ${plural(only.expected, unit)} missing`
    : `${total} of ${all} cells missing`;
  const described = isShared ? gapsText(result, only.gaps) : "";
  const statement = [`${counted}${described}`, ...gaps].join("; ");
  return {
    statement: `${sentence(statement)}${seen}`,
    notes: [
      !isShared &&
        `Missing (–, not 0): ${groups.map((group) => groupText(result, group, unit)).join("; ")}.`,
      ...notes,
    ],
  };
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

const namesOf = (coverage: readonly MetricCoverage[]): string[] =>
  coverage.map(({ metric }) => metric.name);

const hiddenText = (hidden: readonly MetricCoverage[], isPart: boolean): string =>
  isPart
    ? `gaps of ${some(namesOf(hidden), 4)} are not visible at this grain`
    : "gaps are not visible at this grain";

/** Numbers of the API itself that are missing, where what is beneath them is not known. */
function hiddenMissingNote(result: Result, hidden: readonly MetricCoverage[]): Note {
  // A profile has no number under the labels of others, which is not missing.
  const types = result.cells.axes.map(({ type }) => type);
  const isOfBoth = types.includes("profile") && types.includes("profile_label");
  const cells = (isOfBoth ? result.sums : undefined) ?? result.cells;
  const counts = missingPerMetric(cells);
  const each = cells.values.length / Math.max(1, cells.metrics.length);
  const lines = cells.metrics.flatMap((metric, place) => {
    const count = numberAt(counts, place);
    const isHidden = hidden.some((one) => one.metric === metric);
    return isHidden && count > 0 ? [`${metric.name} ${count} of ${plural(each, "row")}`] : [];
  });
  return lines.length > 0 && `Missing (–, not 0): ${some(lines, 8)}.`;
}

/** Metrics that lack the same profile-days. */
interface Group extends Pick<MetricCoverage, "missing" | "expected" | "gaps"> {
  readonly metrics: readonly string[];
}

function groupsOf(missing: readonly MetricCoverage[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { metric, ...rest } of missing) {
    const key = `${rest.expected} ${rest.gaps.map(gapKey).toSorted().join(";")}`;
    const metrics = [...(groups.get(key)?.metrics ?? []), metric.name];
    groups.set(key, { ...rest, metrics });
  }
  return [...groups.values()].toSorted((one, other) => other.missing - one.missing);
}

const gapKey = ({ start, end, profiles }: Gap): string =>
  `${start} ${end} ${profiles.map(rowKey).join(",")}`;

const groupText = (
  result: Result,
  { metrics, missing, expected, gaps }: Group,
  unit: string,
): string =>
  `${some(metrics, 5)} ${missing} of ${plural(expected, unit)}${gapsText(result, gaps).replace(/^: (.*)$/s, " ($1)")}`;

/** `: Acme UK 01-30 to 01-31`, where one or two runs explain the gaps. */
function gapsText(result: Result, gaps: readonly Gap[]): string {
  if (gaps.length > describedGaps) return emptyText(result, gaps);
  return `: ${gaps.map((gap) => gapText(result, gap)).join(", ")}`;
}

/** Profiles without any value, where the runs are too many to describe. */
function emptyText(result: Result, gaps: readonly Gap[]): string {
  const whole = gaps.find(({ start, end }) => start === result.start && end === result.end);
  return whole === undefined
    ? ""
    : `: ${profilesText(result, whole.profiles)} throughout, and others`;
}

function gapText(result: Result, { start, end, profiles }: Gap): string {
  const isWhole = start === result.start && end === result.end && start !== end;
  const days = isWhole ? "throughout" : rangeName({ start, end }, result);
  return `${profilesText(result, profiles)} ${days}`.trim();
}

function profilesText(result: Result, profiles: readonly RowValue[]): string {
  if (result.profileCount === 1) return "";
  if (profiles.length === result.profileCount) return "all profiles";
  const names = profiles.map((row) => rowName(result, "profile", row));
  return names.length > 3 ? plural(names.length, "profile") : names.join(", ");
}
