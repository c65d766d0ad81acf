/** What a call that saves a file needs, which is loaded on demand. */
export { csvContent, xlsxContent } from "./content.ts";
export { saveIn } from "./folder.ts";
