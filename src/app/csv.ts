/** The button for the numbers of the chart as CSV. */
import type { Host } from "./host.ts";
import { downloaded, type Block, type HostCapabilities } from "./messages.ts";
import { page, problemOf, say } from "./page.ts";

let links: readonly Block[] = [];

/** Once the reply is known. @param parts links to the parts of its CSV. */
export function offerCsv({ downloadFile }: HostCapabilities, parts: readonly Block[]): void {
  links = parts;
  page.csv.textContent = downloadFile === undefined ? "Show CSV" : "Download CSV";
  page.actions.hidden = links.length === 0;
}

/** The host saves the files, or else the page shows their rows. */
export function sendCsv(host: Host, { downloadFile }: HostCapabilities): void {
  const work = downloadFile === undefined ? showRows(host) : download(host);
  work.catch((problem: unknown) => say(`The CSV cannot be read: ${problemOf(problem)}`));
}

async function download(host: Host): Promise<void> {
  const { isError = false } = await host.request(
    "ui/download-file",
    { contents: links },
    downloaded,
  );
  say(isError ? "The host did not save the file." : "");
}

async function showRows(host: Host): Promise<void> {
  const texts = await Promise.all(links.map(({ uri = "" }) => host.readText(uri)));
  // Each part begins with the header.
  const rows = texts.map((text, part) => (part === 0 ? text : text.replace(/^.*\r?\n/, "")));
  page.rows.value = rows.join("");
  page.rows.hidden = false;
  page.rows.select();
  say("Copy the selected rows.");
}
