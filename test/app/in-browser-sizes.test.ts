/** The page that shows charts fits narrow and wide windows, and fingers. */
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { show, withoutBrowser } from "./show.ts";

test.skipIf(withoutBrowser)(
  "it is drawn for a window of 360 pixels: its texts can be read, its switches hit",
  async () => {
    const { app, read } = await show(await connect({ profiles: 12 }), {
      profiles: facebookIds(12),
      width: 360,
    });
    const isWider = await app
      .locator("html")
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth > clientWidth, clientWidth]);
    expect(isWider).toEqual([false, 360]);
    const outside = await app.locator("svg text, svg [data-legend] > rect").evaluateAll((texts) =>
      texts.flatMap((text) => {
        const { left, right, height } = text.getBoundingClientRect();
        return left < 0 || right > 360 || height < 8 ? [text.textContent] : [];
      }),
    );
    expect(outside).toEqual([]);
    expect(read.at(-1)).toMatch(/\.width-360\.svg$/);
    const sizes = await app
      .locator("svg text")
      .evaluateAll((texts) =>
        texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
    const heights = await app
      .locator("[data-legend] > rect")
      .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(23.5);
    await app.locator("g:not([data-legend]) > rect").nth(8).hover();
    const box = await app.locator("#tooltip").boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360).toBe(true);
  },
);

test.skipIf(withoutBrowser)(
  "a wide window is used; a chart of one series has no switch",
  async () => {
    const { app, page, read } = await show(await connect({ profiles: 4 }), {
      profiles: ["Acme US"],
      width: 920,
    });
    expect((await app.locator("svg").boundingBox())?.width).toBeGreaterThan(850);
    expect(read.at(-1)).toMatch(/\.width-900\.svg$/);
    expect(await app.getByRole("switch").count()).toBe(0);
    await page.setViewportSize({ width: 500, height: 600 });
    await expect.poll(() => read.at(-1)).toMatch(/\.width-480\.svg$/);
  },
);

test.skipIf(withoutBrowser)("a finger shows the numbers of a day", async () => {
  const { app } = await show(await connect({ profiles: 4 }), { hasTouch: true });
  await app.locator("g:not([data-legend]) > rect").nth(8).tap();
  expect(await app.locator("#tooltip div").first().textContent()).toBe("9 Oct 2026");
});
