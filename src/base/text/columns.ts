/** The widths of texts in characters of a fixed width. */

/** Letters that take two columns: Chinese, Japanese and Korean ones, and emoji. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** The columns that a text takes in a terminal, or in a cell of a spreadsheet. */
export const columnsOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0);
