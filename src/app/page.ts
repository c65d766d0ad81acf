/** The elements of page.html. */
const find = <Type extends Element>(id: string, type: new () => Type): Type => {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
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

export const problemOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);
