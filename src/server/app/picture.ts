/** The picture in the page. The names of its series are switches, and places show their numbers. */
import { applyTheme, page } from "./page.ts";

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
  const names = [...root.querySelectorAll("[data-legend]")];
  // Without its only series, a picture is empty.
  if (names.length > 1) for (const name of names) makeSwitch(name, without, toggle);
  showTooltips(root);
  // A reader who uses the keyboard goes on from the same name.
  const focusTarget = page.picture.querySelector("svg:focus-visible, [data-legend]:focus-visible");
  const focused = focusTarget?.getAttribute("data-legend");
  page.picture.replaceChildren(root);
  applyTheme();
  if (focusTarget instanceof SVGSVGElement) root.focus();
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

/**
 * Shows the numbers of the place under the pointer; the arrow keys move from place to place. Takes the titles from the
 * areas of the picture, because the browser would show them too.
 */
function showTooltips(picture: SVGSVGElement): void {
  const areas = [...picture.querySelectorAll("rect")].flatMap((area) => {
    const title = area.querySelector("title");
    title?.remove();
    return title === null ? [] : [{ area, text: title.textContent }];
  });
  let shown = -1;
  const show = (place: number, pointer?: PointerEvent): void => {
    areas[shown]?.area.classList.remove("shown");
    shown = place;
    const { area, text = "" } = areas[shown] ?? {};
    area?.classList.add("shown");
    page.tooltip.replaceChildren(...linesOf(text, picture));
    page.tooltip.hidden = area === undefined;
    if (area !== undefined) placeBeside(pointer ?? area.getBoundingClientRect());
  };
  show(-1);
  picture.setAttribute("tabindex", "0");
  const showAt = (pointer: PointerEvent): void =>
    show(
      areas.findIndex(({ area }) => area === pointer.target),
      pointer,
    );
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

/** The lines of a tooltip, each with the colour of its series. */
function linesOf(text: string, picture: SVGSVGElement): Node[] {
  const colours = [...picture.querySelectorAll("[data-legend]")].flatMap((name) => {
    const shown = name.querySelector("text");
    return shown === null
      ? []
      : [
          {
            name: name.querySelector("title")?.textContent ?? "",
            fill: getComputedStyle(shown).fill,
          },
        ];
  });
  return text.split("\n").map((line) => {
    const element = document.createElement("div");
    const { fill } = colours.find(({ name }) => line.startsWith(`${name}: `)) ?? {};
    if (fill !== undefined) {
      const mark = document.createElement("i");
      mark.style.background = fill;
      element.append(mark);
    }
    element.append(line);
    return element;
  });
}

/** A finger hides what is below and right of it. */
const fingerSize = 28;

/** Beside the pointer, or the area that the keyboard chose: where there is more room, within the page, which grows if the text is higher. */
function placeBeside(place: PointerEvent | DOMRect): void {
  const isPointer = place instanceof PointerEvent;
  const beside = isPointer && place.pointerType === "touch" ? fingerSize : 12;
  const { left, right, top } = isPointer
    ? { left: place.clientX - beside, right: place.clientX + beside, top: place.clientY - beside }
    : place;
  const { style, offsetWidth, offsetHeight } = page.tooltip;
  const { clientWidth, clientHeight } = document.documentElement;
  const wanted = clientWidth - right > left ? right + 6 : left - 6 - offsetWidth;
  const below = Math.min(top + 12, clientHeight - offsetHeight);
  style.left = `${Math.max(0, Math.min(wanted, clientWidth - offsetWidth)) + window.scrollX}px`;
  style.top = `${Math.max(0, below) + window.scrollY}px`;
  document.body.style.minHeight = `${offsetHeight}px`;
}
