/** The page that shows charts in the chat, in a real browser, in a host with two nested frames. */
import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { readCsv } from "../helpers/results.ts";
import { newSignal } from "../helpers/waiting.ts";
import { inHost, show, withoutBrowser } from "./show.ts";

const fillOf = (app: FrameLocator): Promise<unknown> =>
  app
    .locator("svg > rect")
    .first()
    .evaluate((element) => getComputedStyle(element).fill);

/** The lines of series with numbers. */
const lines = 'g[clip-path] > path[d^="M"]';

/** The labels of the axis of values. */
const scaleOf = async (app: FrameLocator): Promise<string[]> =>
  (await app.locator('svg > text[text-anchor="end"]').allTextContents()).filter((text) =>
    /^[\d.]+k?$/.test(text),
  );

test.skipIf(withoutBrowser)(
  "it shows the chart in the theme of the host, and loads nothing",
  async () => {
    const { app, page, requested, complaints } = await show(await connect({ profiles: 4 }));
    expect(await app.locator("svg > title").textContent()).toBe("Views by day, three profiles");
    expect(await app.locator(lines).count()).toBe(2);
    expect(await app.locator("#message").isHidden()).toBe(true);
    expect(await fillOf(app)).toBe("rgb(255, 255, 255)");
    await inHost(page, "changeContext", { theme: "dark" });
    await expect.poll(() => fillOf(app)).toBe("rgb(22, 24, 29)");
    expect(
      await app.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor),
    ).toBe("rgb(22, 24, 29)");
    expect(requested.map((url) => new URL(url).pathname)).toEqual(["/", "/sandbox"]);
    expect(complaints).toEqual([]);
  },
);

test.skipIf(withoutBrowser)(
  "a name switches its series off, and the axis fits the others",
  async () => {
    const connected = await connect({ profiles: 4 });
    const { app, complaints, read } = await show(connected);
    const before = await scaleOf(app);
    const acmeUk = app.getByRole("switch", { name: "Acme UK" });
    await acmeUk.click();
    await app.locator('[data-legend="2"][aria-checked="false"]').waitFor();
    expect(await app.locator(lines).count()).toBe(1);
    expect(await scaleOf(app)).not.toEqual(before);
    expect(read.at(-1)).toMatch(/^chart:\/\/\w+\.without-2\.width-\d+\.svg$/);
    expect(await app.locator("svg > desc").textContent()).toMatch(/\nNot drawn: Acme UK\.$/);
    await acmeUk.press("Enter");
    await app.locator('[data-legend="2"][aria-checked="true"]').waitFor();
    expect(await scaleOf(app)).toEqual(before);
    expect(complaints).toEqual([]);
  },
);

test.skipIf(withoutBrowser)(
  "a tooltip has the numbers of a day, by mouse and by keyboard",
  async () => {
    const connected = await connect({ profiles: 4 });
    const { app, csv, complaints } = await show(connected);
    const tooltip = app.locator("#tooltip");
    expect(await tooltip.isHidden()).toBe(true);
    await app.locator("g:not([data-legend]) > rect").nth(8).hover();
    const rows = csvRows(await readCsv(connected, csv)).filter(
      (row) => row.get("date.day") === "2026-10-09",
    );
    const numbers = rows.map((row) => {
      const number = row.get("insights_views") ?? "";
      return `${row.get("profile_name")}: ${number === "" ? "–" : Number(number).toLocaleString("en-US")}`;
    });
    expect(await tooltip.locator("div").allTextContents()).toEqual(["9 Oct 2026", ...numbers]);
    // Each has the colour of the name of its series.
    const colours = await tooltip
      .locator("i")
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor));
    const names = await app
      .locator("[data-legend]")
      .evaluateAll((legends) =>
        legends
          .flatMap((name) => name.querySelectorAll("text")[0] ?? [])
          .map((text) => getComputedStyle(text).fill),
      );
    expect(colours.toSorted()).toEqual(names.toSorted());
    await app.locator("svg").focus();
    await app.locator("svg").press("ArrowLeft");
    expect(await tooltip.locator("div").first().textContent()).toBe("8 Oct 2026");
    await app.locator("svg").press("Escape");
    expect(await tooltip.isHidden()).toBe(true);
    expect(complaints).toEqual([]);
  },
);

test.skipIf(withoutBrowser)("the host saves the CSV, or the page shows it", async () => {
  const connected = await connect({ profiles: 4 });
  const able = await show(connected);
  await able.app.getByRole("button", { name: "Download CSV" }).click();
  await expect
    .poll(() => able.files)
    .toEqual([
      [
        expect.objectContaining({
          type: "resource_link",
          uri: expect.stringMatching(/^result:\/\/\w+\.csv$/),
          mimeType: "text/csv",
        }),
      ],
    ]);

  const unable = await show(connected, { canDownload: false });
  await unable.app.getByRole("button", { name: "Show CSV" }).click();
  const rows = unable.app.getByRole("textbox", { name: "The result as CSV" });
  await rows.waitFor();
  expect(await rows.inputValue()).toBe((await readCsv(connected, unable.csv)).replaceAll("\r", ""));
  expect([...able.complaints, ...unable.complaints]).toEqual([]);
});

test.skipIf(withoutBrowser)(
  "a reply without a chart, and a chart that is no longer stored, leave a message",
  async () => {
    const connected = await connect({ profiles: 4 });
    const { app, page } = await show(connected);
    const say = async (text: string, isError: boolean): Promise<void> => {
      await inHost(page, "sendReply", { content: [{ type: "text", text }], isError });
    };
    await say("not_found: no result", true);
    await expect.poll(() => app.locator("#message").textContent()).toBe("not_found: no result");
    await say("A chart.\nchart://c0.svg", false);
    await expect
      .poll(() => app.locator("#message").textContent())
      .toMatch(/^The chart cannot be drawn: .*no chart "c0" is stored/);
  },
);

test.skipIf(withoutBrowser)("what an earlier reply still draws is not shown", async () => {
  const signal = newSignal();
  const connected = await connect({ profiles: 4 });
  const { app, page, read } = await show(connected, {
    hold: (uri) => (uri.includes("without") ? signal.promise : Promise.resolve()),
  });
  await app.getByRole("switch", { name: "Acme UK" }).click();
  await expect.poll(() => read.at(-1)).toContain(".without-2.");
  const reply = { content: [{ type: "text", text: "not_found: no result" }], isError: true };
  await inHost(page, "sendReply", reply);
  signal.give();
  await expect.poll(() => app.locator("#message").textContent()).toBe("not_found: no result");
  expect(await app.locator("svg").count()).toBe(0);
  expect(await app.getByRole("button").count()).toBe(0);
});

test.skipIf(withoutBrowser)(
  "messages named like properties of every object are ignored",
  async () => {
    const { app, page, complaints } = await show(await connect({ profiles: 4 }));
    await app.locator("body").evaluate(() => {
      for (const method of ["__proto__", "constructor", "toString"]) {
        const data = { jsonrpc: "2.0", method };
        window.dispatchEvent(new MessageEvent("message", { data, source: window.parent }));
      }
    });
    await inHost(page, "changeContext", { theme: "dark" });
    await expect.poll(() => fillOf(app)).toBe("rgb(22, 24, 29)");
    expect(complaints).toEqual([]);
  },
);

test.skipIf(withoutBrowser)("a theme that the page does not know is ignored", async () => {
  const { app, complaints } = await show(await connect({ profiles: 4 }), {
    theme: "high-contrast",
  });
  expect(await app.locator(lines).count()).toBe(2);
  expect(complaints).toEqual([]);
});

test.skipIf(withoutBrowser)("the policies refuse what the page must not do", async () => {
  const { app, complaints } = await show(await connect({ profiles: 4 }));
  const body = app.locator("body");
  await body.evaluate(async (element) => {
    await fetch("http://127.0.0.1:9/").catch(() => {});
    const script = document.createElement("script");
    script.textContent = "document.body.id = 'changed'";
    element.append(script);
  });
  expect(await body.getAttribute("id")).toBeNull();
  expect(complaints.filter((text) => text.includes("http://127.0.0.1:9/"))).not.toEqual([]);
  expect(complaints.filter((text) => text.includes("script-src 'sha256-"))).not.toEqual([]);
});

test.skipIf(withoutBrowser)("a name with non-characters, which XML forbids, is drawn", async () => {
  const connected = await connect({ profiles: 12 });
  const { app, complaints } = await show(connected, { profiles: facebookIds(12).slice(-2) });
  expect(await app.getByRole("switch", { name: "Acme hidden" }).count()).toBe(1);
  expect(complaints).toEqual([]);
});
