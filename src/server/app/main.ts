/**
 * Shows the chart of a reply of chart_result in the chat: an MCP App. The build makes one HTML file of it, with a
 * policy that names the hash of its script. The page reads the picture through the host, and makes switches of the
 * names of series.
 */
import * as host from "./host.ts";
import { chooseTheme, page, errorTextOf, say } from "./page.ts";
import { showPicture } from "./picture.ts";

let capabilities: host.HostCapabilities = {};

host.listen({
  "ui/notifications/tool-result": showReply,
  "ui/notifications/tool-cancelled": () => say("The call was cancelled."),
  "ui/notifications/host-context-changed": adapt,
});

function adapt(context: unknown): void {
  const theme = host.hostContext.safeParse(context).data?.theme;
  if (theme !== undefined) chooseTheme(theme);
}

/** The number of replies so far. Drawings of an earlier reply are discarded. */
let replies = 0;

function showReply(reply: unknown): void {
  replies += 1;
  drawAgain = () => {};
  page.picture.replaceChildren();
  page.rows.hidden = true;
  const read = host.toolResult.safeParse(reply);
  const { content, isError = false } = read.success ? read.data : { content: [] };
  const text = content.flatMap((block) => block.text ?? []).join("\n");
  const links = content.filter(({ type }) => type === "resource_link");
  const uris = links.flatMap(({ uri = "" }) => uri);
  // A host may pass the text alone. Its last line is the URI; others can contain names.
  const chart = /^chart:\/\/\w+(?=\.svg$)/m.exec(
    [...uris, text.split("\n").at(-1)].join("\n"),
  )?.[0];
  const isChart = !isError && chart !== undefined;
  offerCsv(isChart ? links.filter(({ uri = "" }) => uri.endsWith(".csv")) : []);
  if (isChart) drawChart(chart);
  else say(text === "" ? "The reply has no chart." : text);
}

/** Pictures are drawn for widths in steps, which the page shows slightly larger. */
const widthStep = 60;
function widthOfPage(): number {
  const width = widthStep * Math.floor(document.documentElement.clientWidth / widthStep);
  return Math.max(360, Math.min(900, width));
}

/** Draws the chart of the last reply again, for the width that the page has now. */
let drawAgain = (): void => {};
let drawnWidth = 0;

/** Draws the chart, and draws it again without the series that the reader switches off. @param chart its URI without `.svg`. */
function drawChart(chart: string): void {
  const reply = replies;
  let shown: ReadonlySet<number> = new Set();
  let wanted = shown;
  const draw = async (without: ReadonlySet<number>): Promise<void> => {
    wanted = without;
    // Another reply, or another switch.
    const isLate = (): boolean => reply !== replies || wanted !== without;
    page.picture.ariaBusy = "true";
    drawnWidth = widthOfPage();
    const names = [...without].toSorted((left, right) => left - right).join("-");
    try {
      const svg = await host.readText(
        `${chart}${names && `.without-${names}`}.width-${drawnWidth}.svg`,
      );
      if (isLate()) return;
      showPicture(svg, without, toggle);
      shown = without;
      say("");
    } catch (problem) {
      if (isLate()) return;
      wanted = shown;
      say(`The chart cannot be drawn: ${errorTextOf(problem)}`);
    }
    page.picture.ariaBusy = "false";
  };
  const toggle = (name: number): void => {
    const without = new Set(wanted);
    if (!without.delete(name)) without.add(name);
    void draw(without);
  };
  drawAgain = () => void draw(wanted);
  drawAgain();
}

/** Links to the parts of the reply's CSV, which has the numbers of the chart. */
let csvLinks: readonly host.Block[] = [];

function offerCsv(links: readonly host.Block[]): void {
  csvLinks = links;
  page.csv.textContent = capabilities.downloadFile === undefined ? "Show CSV" : "Download CSV";
  page.actions.hidden = links.length === 0;
}

/** The host saves the files, or else the page shows their rows. */
page.csv.addEventListener("click", () => {
  const work = capabilities.downloadFile === undefined ? showRows() : download();
  work.catch((problem: unknown) => say(`The CSV cannot be read: ${errorTextOf(problem)}`));
});

async function download(): Promise<void> {
  const parts = { contents: csvLinks };
  const { isError = false } = await host.request("ui/download-file", parts, host.downloaded);
  say(isError ? "The host did not save the file." : "");
}

async function showRows(): Promise<void> {
  const texts = await Promise.all(csvLinks.map(({ uri = "" }) => host.readText(uri)));
  // Each part begins with the header.
  const rows = texts.map((text, part) => (part === 0 ? text : text.replace(/^.*\r?\n/, "")));
  page.rows.value = rows.join("");
  page.rows.hidden = false;
  page.rows.select();
  say("Copy the selected rows.");
}

/** The host makes the frame as high as the page. */
new ResizeObserver(() => {
  const { width, height } = document.body.getBoundingClientRect();
  host.notify("ui/notifications/size-changed", {
    width: Math.ceil(width),
    height: Math.ceil(height),
  });
  if (page.picture.childElementCount > 0 && widthOfPage() !== drawnWidth) drawAgain();
}).observe(document.body);

try {
  const introduced = await host.initialize();
  capabilities = introduced.hostCapabilities;
  adapt(introduced.hostContext);
} catch (problem) {
  say(`The page cannot connect to its host: ${errorTextOf(problem)}`);
}
