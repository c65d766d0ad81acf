/** The rows and columns that a question can show, by their names in replies. */
import assert from "node:assert/strict";
import { bucketOf, daysOfBucket } from "./buckets.ts";
import { daysFrom, weekdayName } from "./day-names.ts";
import type { Side } from "./reference-values.ts";
import type { Expected, Reference } from "./reference.ts";
import { assertDigits, assertShare } from "./digits.ts";
import { figureOf } from "./reply-tables.ts";

/** What was asked, with the rows that each dimension can have. */
export interface AskedFigures {
  readonly reference: Reference;
  readonly metrics: readonly string[];
  /** Ids by name. */
  readonly profiles: ReadonlyMap<string, string>;
  /** Profile ids by label. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly start: string;
  readonly end: string;
  readonly dimensions: readonly string[];
  /** Weeks start on Sunday (default: on Monday). */
  readonly isSunday?: boolean;
}

export interface Row {
  readonly profiles: readonly string[];
  readonly days: readonly string[];
  /** A weekday, whose days are averaged. */
  readonly weekday?: string;
}

export class AskedRows {
  readonly days: readonly string[];
  readonly time: string | undefined;
  /** Profiles that any row counts. */
  readonly ids: readonly string[];
  readonly reference: Reference;
  readonly metrics: readonly string[];
  readonly isSunday: boolean;

  constructor(readonly question: AskedFigures) {
    const { reference, metrics, labels, profiles, dimensions, start, end } = question;
    this.reference = reference;
    this.metrics = metrics;
    this.isSunday = question.isSunday === true;
    this.days = daysFrom(start, end);
    this.time = dimensions.find((type) => type.startsWith("date."));
    reference.combinesProfiles = !dimensions.includes("profile") && profiles.size > 1;
    reference.carriesByDay = reference.combinesProfiles || dimensions.includes("profile_label");
    const labelled = new Set([...labels.values()].flat());
    const ids = [...profiles.values()];
    this.ids = dimensions.includes("profile_label") ? ids.filter((id) => labelled.has(id)) : ids;
  }

  /** Of levels in total, only the last days of a range are fetched. */
  get holdsEnd(): boolean {
    const areLevels = this.metrics.every((metric) => this.reference.isCarried(metric));
    return areLevels && this.time === undefined && this.days.length > 29;
  }

  /** The rows of a dimension by name, among some days. */
  rowOf(type: string, name: string): Partial<Row> | undefined {
    const { profiles, labels } = this.question;
    if (type === "profile") {
      const id = profiles.get(name);
      return id === undefined ? undefined : { profiles: [id] };
    }
    if (type === "profile_label") {
      const ids = labels.get(name);
      return ids === undefined ? undefined : { profiles: ids };
    }
    if (type === "date.weekday") {
      const days = this.days.filter((day) => weekdayName(day) === name);
      return days.length === 0 ? undefined : { days, weekday: name };
    }
    const [bucket = "", part, edge = ""] = name.split(/\*? (?=until|from)|(?<=until|from) /);
    const bucketName = bucket.replace("*", "");
    const days = this.days.filter((day) => bucketOf(type, day, this.isSunday) === bucketName);
    if (days.length === 0) return undefined;
    const inPart = days.filter(
      (day) => part === undefined || (part === "from" ? day >= edge : day <= edge),
    );
    const isPartial =
      part !== undefined ||
      daysOfBucket(type, days[0] ?? "", this.isSunday).length > days.length ||
      days.slice(1).includes(this.#firstDay());
    assert.equal(name.includes("*"), isPartial, name);
    return { days: inPart };
  }

  /** The row of a series, which names a row of each of some dimensions: `Acme US, Asia, Pacific`. */
  rowsOf(types: readonly string[], name: string): Partial<Row> | undefined {
    const [type = "", ...otherTypes] = types;
    if (otherTypes.length === 0) return this.rowOf(type, name);
    const { profiles, labels } = this.question;
    const names = type === "profile" ? [...profiles.keys()] : [...labels.keys()];
    const rowName = names.find(
      (prefix) =>
        name.startsWith(`${prefix}, `) &&
        this.rowsOf(otherTypes, name.slice(prefix.length + 2)) !== undefined,
    );
    if (rowName === undefined) return undefined;
    const rows = [
      this.rowOf(type, rowName),
      this.rowsOf(otherTypes, name.slice(rowName.length + 2)),
    ];
    return together(rows);
  }

  /** The first day for which any of the metrics can have data. */
  #firstDay(): string {
    const firsts = this.metrics.map(
      (metric) => this.reference.sides(metric, this.days)[0]?.days[0] ?? "",
    );
    return firsts.toSorted()[0] ?? "";
  }

  /** Dimensions with a single row are not named. */
  hasRows(type: string): boolean {
    const { profiles, labels } = this.question;
    if (type === "profile") return profiles.size > 1;
    return type === "profile_label"
      ? labels.size > 1
      : new Set(this.days.map((day) => bucketOf(type, day, this.isSunday))).size > 1;
  }

  /** The row of a dimension that has no other. */
  onlyRow(type: string): Partial<Row> | undefined {
    const { profiles, labels } = this.question;
    const [name = ""] = (type === "profile" ? profiles : labels).keys();
    return type.startsWith("date.") ? undefined : this.rowOf(type, name);
  }

  /** The metric and side of `fans_change sum until 2025-11-14, page fans`. */
  sideOf(title: string): { metric: string; side: Side } {
    const [metric = ""] = title.split(" ");
    const sides = this.reference.sides(metric, this.days);
    const plainTitle = title.replace(/, \d+ (profiles?|throughout)$/, "");
    const side = sides.find(({ name }) => name !== "" && plainTitle.endsWith(name)) ?? sides[0];
    return { metric, side: side ?? { days: this.days, name: "" } };
  }
}

/** True for a metric that a reply writes in percent. */
export const isRate = (reply: string, metric: string): boolean => reply.includes(`${metric} %`);

/**
 * @param isPercent the figure is a rate in percent, as the API gives those of LinkedIn.
 * @throws where a figure is not the expected number, missing or withheld.
 */
export function compare(text: string, expected: Expected, where: string, isPercent = false): void {
  const figure = figureOf(text);
  if (typeof figure !== "number" || typeof expected !== "number") {
    assert.equal(figure, expected, where);
    return;
  }
  const assertOf = isPercent ? assertShare : assertDigits;
  assertOf(text.split(/[ ;]/, 1)[0] ?? "", expected, where);
}

/** Rows of several dimensions: the profiles that are in each, and the days. */
export function together(rows: readonly (Partial<Row> | undefined)[]): Partial<Row> {
  const lists = rows.flatMap((row) => (row?.profiles === undefined ? [] : [row.profiles]));
  const [first, ...otherLists] = lists;
  const profiles = first?.filter((id) => otherLists.every((list) => list.includes(id)));
  return Object.assign({}, ...rows, profiles === undefined ? {} : { profiles });
}
