/** Shows the numbers of the place under the pointer; the arrow keys move from place to place. */
import { page } from "./page.ts";

/** Takes the titles from the areas of the picture, because the browser would show them too. */
export function showTooltips(picture: SVGSVGElement): void {
  const areas = [...picture.querySelectorAll("rect")].flatMap((area) => {
    const title = area.querySelector("title");
    title?.remove();
    return title === null ? [] : [{ area, text: title.textContent }];
  });
  let shown = -1;
  const show = (place: number): void => {
    areas[shown]?.area.classList.remove("shown");
    shown = place;
    const { area, text = "" } = areas[shown] ?? {};
    area?.classList.add("shown");
    page.tooltip.textContent = text;
    page.tooltip.hidden = area === undefined;
    if (area !== undefined) placeBeside(area.getBoundingClientRect());
  };
  show(-1);
  picture.setAttribute("tabindex", "0");
  picture.addEventListener("pointermove", ({ target }) =>
    show(areas.findIndex(({ area }) => area === target)),
  );
  picture.addEventListener("pointerleave", () => show(-1));
  picture.addEventListener("focusout", () => show(-1));
  picture.addEventListener("keydown", (event) => {
    const next = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Escape: -1 }[event.key];
    if (event.target !== picture || next === undefined) return;
    event.preventDefault();
    show(Math.max(-1, Math.min(areas.length - 1, next)));
  });
}

/** On the side of the area that has more room. */
function placeBeside({ left, right, top }: DOMRect): void {
  const { style } = page.tooltip;
  const width = document.documentElement.clientWidth;
  const isRight = width - right > left;
  style.left = isRight ? `${right + 6}px` : "auto";
  style.right = isRight ? "auto" : `${width - left + 6}px`;
  style.top = `${top + window.scrollY + 12}px`;
}
