/** The missing profile-days that the first line of a reply states. */

interface Stated {
  readonly missing: number;
  /** Of how many. */
  readonly of: number;
}

/**
 * By metric, in every form of the first line.
 * @example statedMissing("… Missing profile-days of 372: views 41 (…); others 8 (…). …", ["views", "fans", "reach"])
 */
export function statedMissing(
  opening: string,
  metrics: readonly string[],
): ReadonlyMap<string, Stated> {
  const namesIn = (text: string): string[] =>
    text === "others" ? [...metrics] : text.replace(/ and \d+ more$/, "").split(", ");
  const [, count, total, names] =
    /(\d+) of (\d+) profile-days? missing(?: in ([\w, ]+))?: /.exec(opening) ?? [];
  if (count !== undefined)
    return new Map(
      (names === undefined ? metrics : namesIn(names)).map((name) => [
        name,
        { missing: Number(count), of: Number(total) },
      ]),
    );
  const [, shared, groups = ""] = /issing profile-days(?: of (\d+))?: (.*)/.exec(opening) ?? [];
  const stated = new Map<string, Stated>();
  for (const [, list = "", missing, of = shared] of groups.matchAll(
    /(?:^|; )([\w, ]+?) (\d+)(?: of (\d+))? \(/g,
  ))
    for (const name of namesIn(list))
      if (!stated.has(name)) stated.set(name, { missing: Number(missing), of: Number(of) });
  return stated;
}
