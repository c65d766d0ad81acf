/** Serves the host and its outer frame on two origins, and opens them in a browser. */
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { startBrowser } from "../helpers/browser.ts";
import { serveLocally } from "../helpers/local-server.ts";

/** Strict, as the protocol wants it of hosts for pages that name no domains. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

async function scriptOf(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "host", `${name}.ts`)],
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
  });
  return outputFiles[0]?.text.replaceAll("</script", "<\\/script") ?? "";
}

const documentOf = (content: string, script: string): string =>
  `<!doctype html><meta charset="utf-8"><style>body,iframe{margin:0;border:0;width:100%}iframe{height:100%}html,body{height:100%}</style><body>${content}<script>${script}</script>`;

export interface Opened {
  readonly page: Page;
  /** The addresses that the browser asked for. */
  readonly requested: readonly string[];
  /** What the browser and the pages complained about: violations of a policy, errors. */
  readonly complaints: readonly string[];
}

export async function openHost(
  options: { readonly colorScheme?: "light" | "dark"; readonly hasTouch?: boolean } = {},
  width = 800,
): Promise<Opened> {
  const [host, sandbox] = await Promise.all([scriptOf("host"), scriptOf("sandbox")]);
  let base = "";
  base = await serveLocally(({ url }, response) => {
    const isSandbox = url === "/sandbox";
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (isSandbox) response.setHeader("content-security-policy", policy);
    const sandboxOrigin = base.replace("127.0.0.1", "localhost");
    const frame = `<iframe data-src="${sandboxOrigin}/sandbox"></iframe>`;
    response.end(isSandbox ? documentOf("", sandbox) : documentOf(frame, host));
  });
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width, height: 700 }, ...options });
  const [requested, complaints]: [string[], string[]] = [[], []];
  page.on("request", (request) => requested.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(base);
  return { page, requested, complaints };
}
