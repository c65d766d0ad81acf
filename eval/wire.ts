/** The raw API: records, profile-days and posts, as it sends them. It shares no code with the server, so that truth is computed apart. */
import type { Cell } from "./combine.ts";
import type { Range } from "./draw.ts";

export interface RawProfile {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly insights_enabled?: boolean;
  readonly profile_labels?: readonly RawLabel[];
}

interface RawLabel {
  readonly id: string;
  readonly name: string;
}

export interface RawPost {
  readonly created_time: string;
  readonly interactions: number;
  readonly comments: number;
  readonly shares: number;
}

interface RawQuestion extends Pick<Range, "start" | "end"> {
  readonly profiles: readonly string[];
  readonly metric: string;
  readonly dimensions: readonly string[];
}

type Days = Pick<Range, "start" | "end">;

export const daysBetween = (start: string, end: string): string[] => {
  const days: string[] = [];
  for (let time = Date.parse(start); time <= Date.parse(end); time += 24 * 3600 * 1000)
    days.push(new Date(time).toISOString().slice(0, 10));
  return days;
};

export class Wire {
  constructor(
    private readonly baseUrl: string,
    private readonly credentials: string,
  ) {}

  /** GET without a body, else POST. */
  async #send<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.baseUrl + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Basic ${Buffer.from(this.credentials).toString("base64")}`,
        "content-type": "application/json; charset=utf-8",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: Answer & { success?: boolean } = JSON.parse(await response.text());
    if (answer.success !== true) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async profiles(network: string): Promise<readonly RawProfile[]> {
    const path = `/3/${network}/profiles`;
    return (await this.#send<{ profiles: readonly RawProfile[] }>(path)).profiles;
  }

  async labels(): Promise<readonly RawLabel[]> {
    const { data } = await this.#send<{ data: readonly RawLabel[] }>("/3/profile/labels");
    return data;
  }

  /** The values of a metric that exist. At most 100 profiles and 12 months. */
  async cells(
    network: string,
    metric: string,
    profiles: readonly string[],
    { start, end }: Days,
  ): Promise<Cell[]> {
    const { data } = await this.#send<{ data: (number | null)[][][] }>(`/3/${network}/metrics`, {
      profiles,
      metrics: [metric],
      date_start: start,
      date_end: end,
      dimensions: [{ type: "profile" }, { type: "date.day" }],
    });
    const days = daysBetween(start, end);
    return profiles.flatMap((profile, row) =>
      days.flatMap((day, column) => {
        const value = data[row]?.[column]?.[0] ?? null;
        return value === null ? [] : { profile, day, value };
      }),
    );
  }

  /** The numbers of a metric that exist, as the API combines them by these dimensions. */
  async numbers(
    network: string,
    { profiles, metric, start, end, dimensions }: RawQuestion,
  ): Promise<number[]> {
    const { data } = await this.#send<{ data: unknown[] }>(`/3/${network}/metrics`, {
      profiles,
      metrics: [metric],
      date_start: start,
      date_end: end,
      dimensions: dimensions.map((type) => ({ type })),
    });
    return data.flat(Infinity).filter((value) => typeof value === "number");
  }

  /** Every post that the profiles created on these days, in each profile's time zone; at most 500. */
  async posts(profiles: readonly string[], { start, end }: Days): Promise<readonly RawPost[]> {
    const path = "/2/facebook/page/posts";
    const { data } = await this.#send<{ data: { posts: RawPost[]; next?: string } }>(path, {
      profiles,
      date_start: start,
      date_end: end,
      fields: ["created_time", "interactions", "comments", "shares"],
      limit: 500,
    });
    if (data.next !== undefined) throw new Error(`${path}: more than 500 posts`);
    return data.posts;
  }
}
