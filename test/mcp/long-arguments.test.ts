/** No argument of a tool, prompt or address blocks the process, however long it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { httpLimits } from "../../src/catalog/limits.ts";
import { toolsets } from "../../src/server/mcp/tool.ts";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

/** What parsers stop at: separators, quotes, escapes, letters that are normalised. */
const motifs = [
  ..."a1 -/,+~%|:=.*?\"'\\(){}[]<>&;#@_\n\0".split(""),
  "a / b,",
  "profile+",
  "](",
  "é",
  "e\u0301",
  "\u0345",
  "\u202E",
  "ﷺ",
  "😀",
  "\uD800",
  "&metrics=a",
  "%25",
  "insights_reach > 1 ",
  "insights_reach / fans_change",
  "2026-01-01",
  "p50,",
  "result://",
];

const longest = httpLimits.bodyBytes;

const longText = fc
  .record({
    parts: fc.array(fc.constantFrom(...motifs), { minLength: 1, maxLength: 3 }),
    length: fc.constantFrom(199, 1400, 2000, 100_000, longest),
  })
  .map(({ parts, length }) => {
    const text = parts.join("");
    return text.repeat(Math.ceil(length / text.length)).slice(0, length);
  });

const longList = fc
  .record({ text: longText, items: fc.constantFrom(1, 20, 100, 10_000, 29_000) })
  .map(({ text, items }) => {
    // The whole message has a limit.
    const itemText = text.slice(0, Math.max(4, Math.floor(longest / items)));
    return Array.from({ length: items }, (_, place) =>
      `${place}${itemText}`.slice(0, itemText.length),
    );
  });

const deep = fc.constantFrom(10, 30).map((depth) => {
  let value: unknown = "a";
  for (let level = 0; level < depth; level += 1) value = { metrics: [value] };
  return value;
});

const manyKeys = fc
  .constantFrom(100, 4900)
  .map((count) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 1])),
  );

const longValue = fc.oneof(
  { weight: 4, arbitrary: longText },
  { weight: 4, arbitrary: longList },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: manyKeys },
);

const days = { date_start: "2026-10-01", date_end: "2026-10-31" };
const metrics = ["insights_reach", "fans_change"];

/** Arguments with which a call succeeds, so that a long one in place of one of them is not rejected for another reason. */
const valid = (result: string): Readonly<Record<string, object>> => ({
  get_profile_metrics: { network: "facebook", metrics, profiles: facebookIds(3), ...days },
  get_profile_metrics_v2: { network: "facebook", metrics, profiles: facebookIds(3), ...days },
  list_facebook_posts: { profiles: facebookIds(1), ...days },
  read_result: { result, metrics },
  chart_result: { result, metrics },
  describe_metrics: { network: "facebook" },
});

/** The parts of an address that a client makes up. @param result, posts the ids of stored results. */
const addresses = (result: string, posts: string): readonly ((text: string) => string)[] => [
  (text) => text,
  (text) => `result://${text}.csv`,
  (text) => `result://${result}~${text}.csv`,
  (text) => `result://${result}~metrics=${text}&top=3.csv`,
  (text) => `result://${result}.part-${text}.csv`,
  (text) => `result://${posts}~group_by=${text}.csv`,
  (text) => `chart://${text}.svg`,
  (text) => `chart://c.without-${text}.svg`,
  (text) => `catalog://metrics/${text}`,
];

interface Target {
  readonly name: string;
  readonly send: (value: unknown) => Promise<unknown>;
}

/** Whatever takes a value of a client. */
async function targetsOf({ client, call }: Connected): Promise<Target[]> {
  const question = { network: "facebook", metrics, ...days, dimensions: ["profile", "date.day"] };
  const result = idOf((await call("get_profile_metrics", question)).text);
  const listed = { profiles: facebookIds(5), ...days };
  const posts = idOf((await call("list_facebook_posts", listed)).text);
  const base = valid(result);
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  return [
    ...tools.flatMap(({ name, inputSchema }) =>
      ["unknown", ...Object.keys(inputSchema.properties ?? {})].map((argument) => ({
        name: `${name}.${argument}`,
        send: (value: unknown) =>
          client.callTool({ name, arguments: { ...base[name], [argument]: value } }),
      })),
    ),
    { name: "a tool's name", send: (value) => client.callTool({ name: String(value) }) },
    ...addresses(result, posts).map((address) => ({
      name: address("…"),
      send: (value: unknown) => client.readResource({ uri: address(String(value)) }),
    })),
    ...prompts.flatMap(({ name, arguments: list = [] }) =>
      list.flatMap(({ name: argument }) => [
        {
          name: `${name}.${argument}`,
          send: (value: unknown) =>
            client.getPrompt({ name, arguments: { [argument]: String(value) } }),
        },
        {
          name: `completion of ${name}.${argument}`,
          send: (value: unknown) =>
            client.complete({
              ref: { type: "ref/prompt", name },
              argument: { name: argument, value: String(value) },
            }),
        },
      ]),
    ),
  ];
}

test("no argument of a tool, a prompt or an address, of any length, blocks the process for 250 ms of CPU", async () => {
  const targets = await targetsOf(await connect({ toolsets, quotas: { account: 1e9, user: 1e9 } }));
  const sizes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), longValue, async ({ name, send }, value) => {
      sizes.add(Math.floor(Math.log10(JSON.stringify(value).length)));
      const block = await longestBlock(() => send(value).catch(() => {}));
      expect({ name, isShort: block < 250, block }).toMatchObject({ isShort: true });
    }),
    drawing(120, 5000, 54),
  );
  expect(Math.max(...sizes), "digits of the longest value").toBeGreaterThanOrEqual(6);
});
