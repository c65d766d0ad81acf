/** The theme of the page and its picture. */
import type { Theme } from "./host.ts";
import { page } from "./page.ts";

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
