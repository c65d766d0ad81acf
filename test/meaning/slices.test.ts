/** Shares and numbers per profile of random questions equal those that are computed apart. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { leastDrawn } from "../helpers/repetitions.ts";
import { expect, test } from "vitest";
import { compare, isRate } from "../helpers/asked-rows.ts";
import { assertShare } from "../helpers/digits.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { askedOf, cases, connections, runs } from "../helpers/figure-cases.ts";
import { daysFrom } from "../helpers/day-names.ts";
import { idOf } from "../helpers/results.ts";

test("shares of a slice are of the question, and numbers per profile of the profiles with a value", async () => {
  const connected = connections();
  const drawn = { shares: 0, perProfile: 0 };
  const single = cases.filter(({ places }) => places.length > 2);
  await fc.assert(
    fc.asyncProperty(
      single,
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (testCase, byProfile, count) => {
        const [metric = ""] = testCase.metrics;
        const dimensions = byProfile ? ["profile"] : [];
        const question = askedOf({ ...testCase, metrics: [metric], dimensions });
        const { reference, profiles, start, end } = question;
        const days = daysFrom(start, end);
        const ids = [...profiles.values()];
        fc.pre(reference.sides(metric, days).length === 1);
        const { call } = await connected({ budget: 6000, isSunday: false });
        const { text } = await call("get_profile_metrics", {
          network: testCase.network,
          metrics: [metric],
          profiles: ids,
          date_start: start,
          date_end: end,
          dimensions,
        });
        const kind = reference.kind(metric);
        const total = reference.combined(metric, ids, days);
        if (byProfile) {
          const slice = ids.slice(0, count);
          const view = { result: idOf(text), view: "shares", profiles: slice };
          const piece = await call("read_result", view);
          const hasShares = kind === "flow" || reference.isLast(metric);
          const [table] = readReply(piece.text).tables;
          const place = table?.header.indexOf("profile") ?? -1;
          for (const cells of table?.rows ?? []) {
            const [only = ""] = [...profiles].find(([, id]) => slice.includes(id)) ?? [];
            const [name = ""] = (place === -1 ? only : (cells[place] ?? "")).split(
              /, \d+% covered/,
            );
            const column = table?.header.findIndex((title) => /%|^value$/.test(title)) ?? 0;
            const cell = cells[column] ?? "";
            const value = reference.combined(metric, [profiles.get(name) ?? ""], days);
            const isShare = hasShares && typeof total === "number" && total > 0;
            const expected =
              typeof value !== "number" ? value : isShare ? (100 * value) / total : "withheld";
            const where = `${name} of ${piece.text}`;
            if (typeof expected === "number") assertShare(cell, expected, where);
            else compare(cell, expected, where);
            drawn.shares += typeof expected === "number" ? 1 : 0;
          }
          const counted = ids.filter((id) => reference.total(metric, [id], days) !== null).length;
          const isTitled = piece.text.includes(`% of all ${counted || ids.length} profiles`);
          assert(isTitled || !hasShares || typeof total !== "number", piece.text);
          return;
        }
        const piece = await call("read_result", { result: idOf(text), per_profile: true });
        const divisor = ids.filter((id) => reference.combined(metric, [id], days) !== null).length;
        const isDivided = kind === "flow" || kind === "net" || reference.isLast(metric);
        const expected = typeof total === "number" && isDivided ? total / divisor : total;
        const [, cell = ""] = readReply(piece.text).tables[0]?.rows[0] ?? [];
        if (expected === null) return;
        compare(cell, expected, piece.text, isRate(piece.text, metric));
        expect(piece.text.includes(" per profile") || !isDivided).toBe(true);
        drawn.perProfile += isDivided ? 1 : 0;
      },
    ),
    runs,
  );
  expect(Math.min(drawn.shares, drawn.perProfile)).toBeGreaterThanOrEqual(leastDrawn);
}, 900_000);
