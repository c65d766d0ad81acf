/** The catalogue equals the tables of the specification, which the folder `spec` holds apart from the source. */
import { expect, test } from "vitest";
import { baseDimensions, dimensions, isBreakdown } from "../../src/catalog/dimensions.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { apiErrors } from "../../src/catalog/error-codes.ts";
import { postsPerPage, quotas, requestLimits } from "../../src/catalog/limits.ts";
import { queryStatuses } from "../../src/catalog/listening.ts";
import { allowsDimension, metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import { metricNetworksOf, networkTraits, profileNetworksOf } from "../../src/catalog/networks.ts";
import { postEndpointOf } from "../../src/catalog/post-endpoints.ts";
import { postFieldNotes, type PostField } from "../../src/catalog/post-fields.ts";
import { errorCodes } from "./spec/error-codes.ts";
import { metricTables } from "./spec/metrics.ts";
import { postFieldTable, sortableKeys } from "./spec/post-fields.ts";
import { rowsOf } from "./spec/table.ts";

const networks = [
  "facebook",
  "instagram",
  "twitter",
  "youtube",
  "linkedin",
  "pinterest",
  "tiktok",
] as const;

/** The rows of a network's table that hold for a version. */
const specifiedMetrics = (network: (typeof networks)[number], version: 2 | 3): string[][] =>
  rowsOf(metricTables[network])
    .filter((row) => !row.includes(version === 2 ? "version 3 only" : "version 2 only"))
    .map((row) => row.filter((cell) => cell !== `version ${version} only`));

const metricRow = ({ name, aggregation, breakdowns, unsupported }: Metric): string[] => [
  name,
  { sum: "sum", average: "avg" }[aggregation],
  ...(breakdowns.length > 0 ? [breakdowns.map(starred).join(" ")] : []),
  ...(unsupported ? ["no longer supported"] : []),
];

const starred = (type: Dimension): string => (isBreakdown(type) ? `${type}*` : type);

test.each(networks.flatMap((network) => [[network, 3] as const, [network, 2] as const]))(
  "%s metrics of version %i",
  (network, version) => {
    expect(metricsOf(network, version).map(metricRow)).toEqual(specifiedMetrics(network, version));
  },
);

test("every metric can be split by day, week, month, profile and profile label", () => {
  const base = ["date.day", "date.month", "date.week", "profile", "profile_label"] as const;
  expect(baseDimensions.toSorted()).toEqual(base);
  for (const metric of networks.flatMap((network) => metricsOf(network, 3))) {
    expect(dimensions.filter((type) => allowsDimension(metric, type)).toSorted()).toEqual(
      [...base, ...metric.breakdowns].toSorted(),
    );
  }
});

const { fields = [], sortable = [], filterable = [] } = postEndpointOf("facebook");

/** The specification's type of a field; the catalogue does not separate integers from floats. */
const typeOf = {
  number: "number",
  text: "string",
  word: "string",
  time: "datetime",
  flag: "boolean",
  list: "array",
  object: "object",
} as const satisfies Record<PostField["type"], string>;

test("fields of Facebook posts: types, units, support", () => {
  const noted = (name: string): readonly string[] =>
    /^(milliseconds|seconds|no longer supported)/.exec(postFieldNotes[name] ?? "")?.slice(1) ?? [];
  const catalogued = fields.map(({ name, type }) => [name, typeOf[type], ...noted(name)]);
  const specified = rowsOf(postFieldTable).map((row) =>
    row
      .filter((cell) => cell !== "sortable" && cell !== "filterable")
      .map((cell) => (cell === "integer" || cell === "float" ? "number" : cell)),
  );
  expect(catalogued.toSorted(byName)).toEqual(specified.toSorted(byName));
});

const byName = ([left = ""]: readonly string[], [right = ""]: readonly string[]): number =>
  left < right ? -1 : 1;

test("fields that sort and filter Facebook posts", () => {
  const marked = (mark: string): string[] =>
    rowsOf(postFieldTable).flatMap(([name = "", ...cells]) => (cells.includes(mark) ? [name] : []));
  expect(sortable.toSorted()).toEqual([...marked("sortable"), ...sortableKeys].toSorted());
  expect(filterable.toSorted()).toEqual(marked("filterable").toSorted());
});

test("error codes with their status and tool error", () => {
  const catalogued = apiErrors.map(({ code, status, toolError }) => ({ code, status, toolError }));
  expect(catalogued).toEqual(errorCodes);
});

test("networks of each version", () => {
  const version2 = ["facebook", "instagram", "twitter", "youtube", "linkedin", "pinterest"];
  expect(profileNetworksOf).toEqual({ 2: version2, 3: [...networks, "snapchat", "whatsapp"] });
  expect(metricNetworksOf).toEqual({ 2: version2, 3: networks });
});

test("networks that reject profiles without insights, and networks with days in UTC", () => {
  const having = (trait: "refusesWithoutInsights" | "dayZone"): string[] =>
    networks.filter((network) => networkTraits[network][trait]);
  expect(having("refusesWithoutInsights")).toEqual(["linkedin", "tiktok"]);
  expect(having("dayZone")).toEqual(["youtube"]);
});

test("limits of a request, posts per page and hourly quotas", () => {
  expect(requestLimits).toEqual({
    2: { profiles: 25, metrics: 25, months: 3 },
    3: { profiles: 100, metrics: 25, months: 12 },
  });
  expect(postsPerPage).toMatchObject({ 2: { most: 500, default: 10 }, 3: { most: 100 } });
  expect(quotas).toEqual({ account: 1000, user: 500, windowSeconds: 3600 });
});

test("statuses of listening queries", () => {
  expect(queryStatuses.map(({ status, group }) => `${group} ${status}`)).toEqual([
    "active Running",
    "active Scheduled",
    "active Regulated",
    "active Suspended",
    "inactive Paused",
    "inactive Done",
  ]);
});
