/** A PNG names a font that the machine has: else its words are missing, bold, or have serifs. */
import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import { fontOf, pngOf } from "../../src/command/compose/png.ts";

/** A library on a machine with these fonts, each of another width; without any font, no text is drawn. */
const machine = (fonts: readonly string[]): Parameters<typeof fontOf>[0] => ({
  Resvg: class extends Resvg {
    constructor(private readonly source: string) {
      super(source);
    }

    override innerBBox(): ReturnType<Resvg["innerBBox"]> {
      const [, family = ""] = /font-family="([^"]*)"/.exec(this.source) ?? [];
      const width = Math.max(0, fonts.indexOf(family)) + 50;
      return fonts.length === 0 ? undefined : { x: 0, y: 0, width, height: 10 };
    }
  },
});

test("the first known font of the machine is named; an unknown one draws the words too", () => {
  expect(fontOf(machine(["Comic", "Liberation Sans", "Arial"]))).toBe("Arial, sans-serif");
  expect(fontOf(machine(["Comic"]))).toBe("sans-serif");
});

test("without a font, a PNG is an error that says what to install", () => {
  expect(() => fontOf(machine([]))).toThrow("a PNG needs a font, and this machine has none");
});

test("a picture has the named font", async () => {
  const svg = (font: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40"><text y="20" style="font-size:12px;font-family:${font}">Views of أكمي العربية</text></svg>`;
  const png = await pngOf(svg("sans-serif"));
  const named = new Resvg(svg(fontOf({ Resvg })), { fitTo: { mode: "zoom", value: 2 } });
  expect(Buffer.from(png).equals(named.render().asPng())).toBe(true);
  const serifs = new Resvg(svg("(none)"), { fitTo: { mode: "zoom", value: 2 } });
  expect(Buffer.from(png).equals(serifs.render().asPng())).toBe(false);
});
