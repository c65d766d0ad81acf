import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { formatNumber } from "../../src/base/text/numbers.ts";
import { estimateTokens } from "../../src/base/text/tokens.ts";

const names = metricNetworks.flatMap((network) => metricsOf(network, 3).map(({ name }) => name));

test.each([
  [
    "rows of numbers",
    fc
      .array(fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e6, max: 1e6 })), {
        minLength: 3,
        maxLength: 60,
      })
      .map((list) => list.map(formatNumber).join("|")),
  ],
  [
    "rows of dates and metric names",
    fc
      .array(
        fc.tuple(
          fc.date({
            noInvalidDate: true,
            min: new Date("2000-01-01"),
            max: new Date("2030-01-01"),
          }),
          fc.constantFrom(...names),
        ),
        { minLength: 3, maxLength: 30 },
      )
      .map((list) =>
        list.map(([date, name]) => `${date.toISOString().slice(0, 10)}|${name}`).join("\n"),
      ),
  ],
  [
    "names in many scripts",
    fc
      .array(
        fc.constantFrom(
          "Café Žofín",
          "Acme 日本",
          "أكمي العربية",
          "Ακρόπολη",
          "Компания Акме",
          "한국 지사",
          "Acme 👩‍🚀 Space",
          "भारत कार्यालय",
        ),
        { minLength: 2, maxLength: 20 },
      )
      .map((list) => list.join(", ")),
  ],
  [
    "encoded bytes, as in a cursor",
    fc
      .uint8Array({ minLength: 90, maxLength: 400 })
      .map((bytes) => Buffer.from(bytes).toString("base64url")),
  ],
])("the estimate is never below the count: %s", (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text));
    }),
    { numRuns: 500 },
  );
});
