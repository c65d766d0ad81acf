/** Ways in which the sandbox can differ from what the server assumes of the API, so that `check-api` has something to find. */
import { defaultRowStyle, type RowStyle } from "./metrics-answer.ts";

/** `leading_zeros`: the days before a profile's first value are 0. It is no matter of style: see the sandbox. */
export const deviations = ["averages", "weeks", "labels", "leading_zeros"] as const;
export type Deviation = (typeof deviations)[number];

const styles: Readonly<Record<Deviation, Partial<RowStyle>>> = {
  averages: { weighsProfiles: true },
  weeks: { firstWeekday: 0, week: (firstDay) => firstDay },
  labels: { label: ({ name }) => ({ name }) },
  leading_zeros: {},
};

export const styleOf = (differ: readonly Deviation[]): RowStyle =>
  Object.assign({ ...defaultRowStyle }, ...differ.map((one) => styles[one]));
