/** A fake of the API that answers each operation as a test defines it, and records its requests. */
import type { ServerResponse } from "node:http";
import * as z from "zod";
import { endpoints, type Operation } from "../../src/suite/api/endpoints.ts";
import { bucketOf } from "./buckets.ts";
import { serveLocally, type Received } from "./local-server.ts";

interface FakeRequest extends Received {
  /** Undefined for a path that is not an endpoint's, such as that of tokens. */
  readonly operation: Operation | undefined;
  /** The parsed JSON; `profiles` is empty if the request has no such list. */
  readonly body: { readonly profiles: readonly string[]; readonly [key: string]: unknown };
}

/** An object is sent as a successful envelope, a string unchanged; with undefined the function has sent the answer. */
type Answer = object | string | undefined;
type Answering =
  | Answer
  | ((request: FakeRequest, response: ServerResponse) => Answer | Promise<Answer>);

export interface FakeAnswers extends Partial<Record<Exclude<Operation, "profiles">, Answering>> {
  readonly profiles?: readonly object[];
  /** Answers all other requests (default: 404). */
  readonly otherwise?: Answering;
}

export interface FakeApi {
  readonly baseUrl: string;
  /** The requests received so far, of one operation or all. */
  readonly requests: (operation?: Operation) => readonly FakeRequest[];
}

/** Serves until the test has finished. */
export async function serveFakeApi({ profiles, ...answers }: FakeAnswers): Promise<FakeApi> {
  const answerings: Partial<Record<Operation | "otherwise", Answering>> = answers;
  if (profiles !== undefined) answerings.profiles = { profiles };
  const requests: FakeRequest[] = [];
  const baseUrl = await serveLocally(async (received, response) => {
    const request = readRequest(received);
    requests.push(request);
    const answering = answerings[request.operation ?? "otherwise"] ?? answers.otherwise ?? notFound;
    const answer = typeof answering === "function" ? await answering(request, response) : answering;
    if (answer === undefined) return;
    if (!response.hasHeader("content-type")) {
      response.setHeader("content-type", "application/json");
    }
    response.end(
      typeof answer === "string" ? answer : JSON.stringify({ success: true, ...answer }),
    );
  });
  return {
    baseUrl,
    requests: (operation) =>
      requests.filter((request) => operation === undefined || request.operation === operation),
  };
}

const patterns = endpoints.map(({ operation, method, path }) => ({
  operation,
  method,
  pattern: new RegExp(`${path.replace("{network}", "[^/]+")}$`),
}));

function readRequest(received: Received): FakeRequest {
  const endpoint = patterns.find(
    ({ method, pattern }) => method === received.method && pattern.test(received.url),
  );
  const json: object = received.text.startsWith("{") ? JSON.parse(received.text) : {};
  return { ...received, operation: endpoint?.operation, body: { profiles: [], ...json } };
}

function notFound(_request: FakeRequest, response: ServerResponse): object {
  response.statusCode = 404;
  return failure(404);
}

/** The envelope of an error. */
export const failure = (code: number, ...errors: string[]): object => ({
  success: false,
  errors: [{ code, errors }],
});

export const oneProfile = [{ id: "p1", name: "One" }];

/** Profiles p0, p1, and so on, named P 0, P 1. */
export const profileList = (count: number): { id: string; name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `P ${index}` }));

type ValueOf = (profile: string, metric: string, day: string) => number | null;

/** The answer to a question for metrics: `valueOf` for each day of each profile; 1 (default). */
export function metricsAnswer(
  { profiles, ...body }: FakeRequest["body"],
  valueOf: ValueOf = () => 1,
): object {
  const { date_start: start, date_end: end, metrics, dimensions } = question.parse(body);
  const rows: Record<string, readonly string[]> = {
    profile: profiles,
    locale: ["en", "cs"],
    "date.day": daysOf(start, end),
    "date.week": [...new Set(daysOf(start, end).map((day) => bucketOf("date.week", day)))],
    "date.month": [...new Set(daysOf(start, end).map((day) => bucketOf("date.month", day)))],
  };
  const sumOf = (profile: string, metric: string, month: string): number | null => {
    const days = daysOf(start, end).filter((day) => day.startsWith(month));
    const values = days.flatMap((day) => valueOf(profile, metric, day) ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value);
  };
  const axes = dimensions.map(({ type }) => ({ type, rows: rows[type] ?? ["one"] }));
  const nest = (depth: number, profile: string, day: string): unknown => {
    const axis = axes[depth];
    const isMonth = day.length === "2026-01".length;
    if (axis === undefined)
      return metrics.map((metric) => (isMonth ? sumOf : valueOf)(profile, metric, day));
    return axis.rows.map((row) =>
      nest(
        depth + 1,
        axis.type === "profile" ? row : profile,
        axis.type === "date.day" || axis.type === "date.month" ? row : day,
      ),
    );
  };
  const header = [...axes, { type: "metric", rows: metrics }];
  return { header, data: nest(0, profiles[0] ?? "", start) };
}

const question = z.object({
  date_start: z.string(),
  date_end: z.string(),
  metrics: z.array(z.string()),
  dimensions: z.array(z.object({ type: z.string() })).default([]),
});

function daysOf(start: string, end: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(start); time <= Date.parse(end); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}
