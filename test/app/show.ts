/** Shows a chart of the real server in a host in a real browser. */
import type { FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { acme, resultOf } from "../helpers/charts.ts";
import type { Connected } from "../helpers/connect.ts";
import { isMissing } from "../helpers/system.ts";
import { openHost, type Opened } from "./host-page.ts";

export const withoutBrowser = isMissing("chromium");

/** The tool and the page that it names, as a host finds them. */
export async function pageOf({
  client,
}: Connected): Promise<{ html: string; meta: unknown; mimeType: string | undefined }> {
  const { tools } = await client.listTools();
  const withPage = tools.filter(({ _meta }) => _meta?.["ui"] !== undefined);
  expect(withPage.map(({ name }) => name)).toEqual(["chart_result"]);
  const uri = "ui://chart.html";
  expect(withPage[0]?._meta).toEqual({ ui: { resourceUri: uri } });
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error("no page");
  return { html: content.text, meta: content._meta, mimeType: content.mimeType };
}

export interface Shown extends Opened {
  /** Of the page. */
  readonly app: FrameLocator;
  readonly files: unknown[];
  /** The URI of the CSV. */
  readonly csv: string;
  /** URIs that the page read. */
  readonly read: readonly string[];
}

/** A chart of profiles over October. */
export async function show(
  connected: Connected,
  options: {
    readonly theme?: string;
    readonly canDownload?: boolean;
    readonly hasTouch?: boolean;
    /** Of the window, in pixels. */
    readonly width?: number;
    /** Ends when the host may answer the page that reads. */
    readonly hold?: (uri: string) => Promise<void>;
    readonly profiles?: readonly string[];
  } = {},
): Promise<Shown> {
  const { theme = "light", canDownload = true } = options;
  const result = await resultOf(connected, {
    profiles: options.profiles ?? acme,
    metrics: ["insights_views"],
    dimensions: ["profile", "date.day"],
  });
  const reply = await connected.client.callTool({
    name: "chart_result",
    arguments: { result },
  });
  // The browser prefers the other theme, to see that the host decides.
  const colorScheme = theme === "light" ? "dark" : "light";
  const opened = await openHost(
    { colorScheme, hasTouch: options.hasTouch ?? false },
    options.width,
  );
  const [files, read]: [unknown[], string[]] = [[], []];
  await opened.page.exposeFunction("readResource", async (uri: string) => {
    read.push(uri);
    await options.hold?.(uri);
    return connected.client.readResource({ uri });
  });
  await opened.page.exposeFunction("received", (_: string, content: unknown) =>
    files.push(content),
  );
  const { html } = await pageOf(connected);
  const capabilities = { serverResources: {}, ...(canDownload ? { downloadFile: {} } : {}) };
  await inHost(opened.page, "showApp", html, { capabilities, context: { theme } });
  await inHost(opened.page, "sendReply", reply);
  const app = opened.page.frameLocator("iframe").frameLocator("iframe");
  await app.locator("svg").waitFor();
  return { ...opened, app, csv: `result://${result}.csv`, files, read };
}

export const inHost = (page: Page, method: string, ...parameters: unknown[]): Promise<unknown> =>
  page.evaluate(`window.${method}(...${JSON.stringify(parameters)})`);
