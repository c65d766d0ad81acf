/** Shows the chart of a reply of chart_result in the chat: an MCP App. */
import { offerCsv, sendCsv } from "./csv.ts";
import { connect } from "./host.ts";
import { hostContext, toolResult, type HostCapabilities } from "./messages.ts";
import { page, problemOf, say } from "./page.ts";
import { showPicture } from "./picture.ts";
import { chooseTheme } from "./theme.ts";

let capabilities: HostCapabilities = {};

const host = connect({
  "ui/notifications/tool-result": showReply,
  "ui/notifications/tool-cancelled": () => say("The call was cancelled."),
  "ui/notifications/host-context-changed": adapt,
});

function adapt(context: unknown): void {
  const theme = hostContext.safeParse(context).data?.theme;
  if (theme !== undefined) chooseTheme(theme);
}

/** The number of replies so far. Drawings of an earlier reply are discarded. */
let replies = 0;

function showReply(reply: unknown): void {
  replies += 1;
  page.picture.replaceChildren();
  page.rows.hidden = true;
  const read = toolResult.safeParse(reply);
  const { content, isError = false } = read.success ? read.data : { content: [] };
  const text = content.flatMap((block) => block.text ?? []).join("\n");
  const links = content.filter(({ type }) => type === "resource_link");
  const uris = links.flatMap(({ uri = "" }) => uri);
  // A host may pass the text alone. Its last line is the URI; others can contain names.
  const chart = /^chart:\/\/\w+(?=\.svg$)/m.exec(
    [...uris, text.split("\n").at(-1)].join("\n"),
  )?.[0];
  const isChart = !isError && chart !== undefined;
  const parts = links.filter(({ uri = "" }) => uri.endsWith(".csv"));
  offerCsv(capabilities, isChart ? parts : []);
  if (isChart) drawChart(chart);
  else say(text === "" ? "The reply has no chart." : text);
}

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
    const names = [...without].toSorted((one, other) => one - other).join("-");
    try {
      const svg = await host.readText(`${chart}${names && `.without-${names}`}.svg`);
      if (isLate()) return;
      showPicture(svg, without, toggle);
      shown = without;
      say("");
    } catch (problem) {
      if (isLate()) return;
      wanted = shown;
      say(`The chart cannot be drawn: ${problemOf(problem)}`);
    }
    page.picture.ariaBusy = "false";
  };
  const toggle = (name: number): void => {
    const without = new Set(wanted);
    if (!without.delete(name)) without.add(name);
    void draw(without);
  };
  void draw(shown);
}

/** The host makes the frame as high as the page. */
new ResizeObserver(() => {
  const { width, height } = document.body.getBoundingClientRect();
  host.notify("ui/notifications/size-changed", {
    width: Math.ceil(width),
    height: Math.ceil(height),
  });
}).observe(document.body);

page.csv.addEventListener("click", () => sendCsv(host, capabilities));

try {
  const introduced = await host.initialize();
  capabilities = introduced.hostCapabilities;
  adapt(introduced.hostContext);
} catch (problem) {
  say(`The page cannot connect to its host: ${problemOf(problem)}`);
}
