/** Days as text, computed apart from the server. */

export const moved = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export const dayBefore = (day: string): string => moved(day, -1);
export const dayAfter = (day: string): string => moved(day, 1);

export function daysFrom(start: string, end: string): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = dayAfter(day)) days.push(day);
  return days;
}

export const weekdayName = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });
