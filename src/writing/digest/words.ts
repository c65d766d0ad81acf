/** The words of findings: labels of metrics, numbers and dates as reports have them. */
import { formatsOf } from "../documents/formats.ts";
import { knownLabel, labelOf, networkName } from "../documents/sources.ts";
import { formatNumber } from "../../base/text/numbers.ts";
import type { Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";

const formats = formatsOf("en");

/** `Views` for `insights_views`. */
export const labelText = (metric: string): string => labelOf(metric, "now", formats);
/** A page or a label has its own name, a metric its label. */
export const subjectText = (subject: string): string => knownLabel(subject, formats) ?? subject;
export const networkText = (network: string): string => networkName(network, formats);
export const dayText = (day: Day): string => formats.day(day);
export const rangeText = (range: Range): string => formats.range(range);
export const numberText = (value: number): string => formats.localised(formatNumber(value));
