/** The elements of page.html, and the theme of the page and its picture. */
import type { Theme } from "./host.ts";

const find = <Type extends Element>(id: string, type: new () => Type): Type => {
  const node = document.getElementById(id);
  if (node instanceof type) return node;
  throw new Error(`page.html has no element ${id}`);
};

export const page = {
  message: find("message", HTMLElement),
  picture: find("picture", HTMLElement),
  tooltip: find("tooltip", HTMLElement),
  actions: find("actions", HTMLElement),
  csv: find("csv", HTMLButtonElement),
  rows: find("rows", HTMLTextAreaElement),
};

/** Shows a message. An empty one hides it. */
export function say(text: string): void {
  page.message.textContent = text;
  page.message.hidden = text === "";
}

export const errorTextOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

const preference = window.matchMedia("(prefers-color-scheme: dark)");

/** Undefined: as the browser prefers. */
let chosen: Theme | undefined;

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  applyTheme();
}

/** The picture follows the preference of the browser, which may differ from the theme of the host. */
export function applyTheme(): void {
  const theme = chosen ?? (preference.matches ? "dark" : "light");
  document.documentElement.dataset["theme"] = theme;
  const { sheet } = page.picture.querySelector<SVGStyleElement>("svg > style") ?? {};
  for (const rule of sheet?.cssRules ?? [])
    if (rule instanceof CSSMediaRule) rule.media.mediaText = theme === "dark" ? "all" : "not all";
}

preference.addEventListener("change", applyTheme);
