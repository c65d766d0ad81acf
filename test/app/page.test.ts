/** The page that shows charts in the chat, as the server sends it. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { pageOf } from "./show.ts";

test("the page is one small file that is allowed to run its own script and nothing else", async () => {
  const { html, meta, mimeType } = await pageOf(await connect());
  expect(mimeType).toBe("text/html;profile=mcp-app");
  // No domain: the host lets the page load nothing.
  expect(meta).toEqual({ ui: { prefersBorder: true } });
  expect(Buffer.byteLength(html)).toBeLessThan(150_000);
  expect(html).toMatch(
    /http-equiv="Content-Security-Policy"\s+content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/,
  );
  expect(html).not.toMatch(/<(link|img|iframe|object)|src=|@import|url\(/);
});
