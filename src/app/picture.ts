/** The picture in the page. The names of its series are switches. */
import { page } from "./page.ts";
import { applyTheme } from "./theme.ts";
import { showTooltips } from "./tooltip.ts";

/**
 * @param svg the text of the picture.
 * @param without the numbers of the names whose series are not drawn.
 * @param toggle is called with the number of a name.
 * @throws Error for a text that is no SVG.
 */
export function showPicture(
  svg: string,
  without: ReadonlySet<number>,
  toggle: (name: number) => void,
): void {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (!(root instanceof SVGSVGElement)) throw new Error("it is not an SVG");
  // Screen readers do not read the parts of a picture, but find the switches in a group.
  root.setAttribute("role", "group");
  root.setAttribute("aria-labelledby", "title");
  root.setAttribute("aria-describedby", "desc");
  for (const name of root.querySelectorAll("[data-legend]")) makeSwitch(name, without, toggle);
  showTooltips(root);
  // A reader who uses the keyboard goes on from the same name.
  const held = page.picture.querySelector("svg:focus-visible, [data-legend]:focus-visible");
  const focused = held?.getAttribute("data-legend");
  page.picture.replaceChildren(root);
  applyTheme();
  if (held instanceof SVGSVGElement) root.focus();
  else root.querySelector<SVGElement>(`[data-legend="${focused}"]`)?.focus();
}

function makeSwitch(
  box: Element,
  without: ReadonlySet<number>,
  toggle: (name: number) => void,
): void {
  const name = Number(box.getAttribute("data-legend"));
  box.setAttribute("role", "switch");
  box.setAttribute("tabindex", "0");
  box.setAttribute("aria-checked", String(!without.has(name)));
  box.addEventListener("click", () => toggle(name));
  box.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || ![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    toggle(name);
  });
}
