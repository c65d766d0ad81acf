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
  const showAt = ({ target }: PointerEvent): void =>
    show(areas.findIndex(({ area }) => area === target));
  picture.addEventListener("pointermove", showAt);
  picture.addEventListener("pointerdown", showAt);
  // A finger leaves as soon as it is lifted.
  picture.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") show(-1);
  });
  picture.addEventListener("focusout", () => show(-1));
  picture.addEventListener("keydown", (event) => {
    const next = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Escape: -1 }[event.key];
    if (event.target !== picture || next === undefined) return;
    event.preventDefault();
    show(Math.max(-1, Math.min(areas.length - 1, next)));
  });
}

/** On the side of the area that has more room, within the page, which grows if the text is higher. */
function placeBeside({ left, right, top }: DOMRect): void {
  const { style, offsetWidth, offsetHeight } = page.tooltip;
  const { clientWidth, clientHeight } = document.documentElement;
  const wanted = clientWidth - right > left ? right + 6 : left - 6 - offsetWidth;
  const below = Math.min(top + 12, clientHeight - offsetHeight);
  style.left = `${Math.max(0, Math.min(wanted, clientWidth - offsetWidth)) + window.scrollX}px`;
  style.top = `${Math.max(0, below) + window.scrollY}px`;
  document.body.style.minHeight = `${offsetHeight}px`;
}
