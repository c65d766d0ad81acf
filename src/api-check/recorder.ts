/**
 * Records the answers of a check: their shapes, names of rows, sizes and timings. Ids, names, texts and numbers are replaced,
 * so that the file can be shared.
 */
import type { IncomingMessage, OutgoingMessage } from "../api/transport.ts";
import { isBreakdown, isDateDimension, isDimension } from "../catalog/dimensions.ts";
import type { RecordedExchange, Recording } from "../sandbox/recording.ts";
import type { Day } from "../time/days.ts";
import { isObject, parseJson, type JsonObject } from "../text/json.ts";

/** Texts of these members are words of the API, and hold nothing of the account. */
const apiWords = new Set(["type", "platform", "timezone", "status", "created_time"]);

export class Recorder {
  readonly #exchanges: RecordedExchange[] = [];
  /** Replaced texts, each by the same one throughout. */
  readonly #texts = new Map<string, string>();

  /** @param milliseconds until the whole answer was read. */
  add(
    { method, path, body }: Pick<OutgoingMessage, "method" | "path" | "body">,
    { status, text }: IncomingMessage,
    milliseconds: number,
  ): void {
    this.#exchanges.push({
      method,
      path,
      request: body === undefined ? null : this.#asked(parseJson(body)),
      status,
      milliseconds: Math.round(milliseconds),
      bytes: Buffer.byteLength(text),
      answer: this.#replaced(parseJson(text)) ?? null,
    });
  }

  /** @param day on which the questions were sent. */
  recording(day: Day): Recording {
    return { recording: 1, day, exchanges: this.#exchanges };
  }

  /** A request, whose texts are words of the API, ids that it gave, and ids that it cannot know. */
  #asked(request: unknown): unknown {
    if (typeof request === "string") return this.#texts.get(request) ?? request;
    if (Array.isArray(request)) return request.map((member) => this.#asked(member));
    return isObject(request) ? mapped(request, (member) => this.#asked(member)) : request;
  }

  #replaced(value: unknown, key = ""): unknown {
    if (typeof value === "string") return apiWords.has(key) ? value : this.#nameOf(value);
    if (typeof value === "number") return numberLike(value, key);
    if (Array.isArray(value)) return value.map((member) => this.#replaced(member, key));
    if (!isObject(value)) return value;
    if (isHeader(value)) return { ...value, rows: this.#rowsOf(value) };
    return mapped(value, (member, name) => this.#replaced(member, name));
  }

  /** Rows of profiles and labels are ids; those of time, breakdowns and metrics stay. */
  #rowsOf({ type, rows }: Header): unknown {
    const isOfApi =
      type === "metric" || (isDimension(type) && (isDateDimension(type) || isBreakdown(type)));
    return isOfApi ? rows : this.#replaced(rows);
  }

  /** The days of a text stay: the API names the start of the history. */
  #nameOf(text: string): string {
    const days = text.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
    const known = this.#texts.get(text) ?? [`text ${this.#texts.size + 1}`, ...days].join(" ");
    this.#texts.set(text, known);
    return known;
  }
}

const mapped = (
  object: JsonObject,
  change: (member: unknown, name: string) => unknown,
): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(member, name)]));

interface Header {
  readonly type: string;
  readonly rows: readonly unknown[];
}

const isHeader = (value: object): value is Header =>
  "type" in value && typeof value.type === "string" && "rows" in value && Array.isArray(value.rows);

/** Codes of errors and 0 stay; other numbers stay whole or fractions. */
const numberLike = (value: number, key: string): number => {
  if (key === "code" || value === 0) return value;
  return Number.isInteger(value) ? 1000 : 1000.5;
};
