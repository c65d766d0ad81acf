/** The picture of a terminal in the README shows what the program prints (`npm run readme`). */
import { join } from "node:path";
import { expect, test } from "vitest";
import { isMissing } from "../helpers/system.ts";
import { terminalPicture, typed } from "./terminal.ts";

// Each fits a line of the picture.
const question = JSON.stringify({
  network: "facebook",
  metrics: ["insights_views"],
  period: "last_month",
  top: 3,
});
const days = JSON.stringify({
  network: "facebook",
  metrics: ["insights_views"],
  period: "2026-10",
  dimensions: ["date.day"],
});

test.skipIf(isMissing("script"))("docs/terminal.svg is a session of today's program", async () => {
  const lines = typed([
    `call get_profile_metrics '${question}' --sandbox`,
    `call get_profile_metrics '${days}' --sandbox | tail -1`,
    `call chart_result '{"result":"ID"}' --sandbox`,
  ]);
  await expect(terminalPicture(lines)).toMatchFileSnapshot(
    join(import.meta.dirname, "../../docs/terminal.svg"),
  );
});
