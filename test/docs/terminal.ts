/** Runs commands on a terminal at a fixed time, and draws what a person sees as SVG. */
import { execFileSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import stringWidth from "fast-string-width";
import { wrapped } from "../../src/command/terminal/wrap.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { testNow } from "../helpers/in-memory.ts";
import { cli } from "../helpers/process.ts";

/** The columns of the terminal. */
const columns = 105;

/** Moves the clock of a process to the time of tests. */
const atTestTime = (): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const { Date: Own } = globalThis;
    const ahead = ${testNow} - Own.now();
    globalThis.Date = class extends Own {
      constructor(...values) { super(...(values.length === 0 ? [Own.now() + ahead] : values)); }
      static now() { return Own.now() + ahead; }
    };
  `)}`;

/** The output of each command; `ID` in a command is the id of the result before. */
export function typed(commands: readonly string[]): string[] {
  const env = { PATH: process.env["PATH"], HOME: temporaryFolder(), NODE_OPTIONS: atTestTime() };
  let id = "";
  return commands.flatMap((command) => {
    const line = `stty cols ${columns}; ${process.execPath} ${cli} ${command.replace("ID", id)}`;
    const shown = execFileSync("script", ["-qec", line, "/dev/null"], {
      env: { ...env, TERM: "dumb" },
      encoding: "utf8",
    });
    // The progress of requests is drawn over itself.
    const lines = stripVTControlCharacters(
      shown.replaceAll(/\r?[█░]+ \d+ of \d+ requests\s*/g, ""),
    ).split(/\r?\n/);
    id = /\b(r\w{8})\.csv/.exec(shown)?.[1] ?? id;
    const prompt = `$ social-analytics-mcp ${command.replace("ID", "rRESULTID")}`;
    return [...continued(prompt), ...lines.map(withoutIds)];
  });
}

const withoutIds = (line: string): string =>
  line.replaceAll(/\br\w{8}(?=\.csv)/g, "rRESULTID").replaceAll(/\bc\w{8}(?=\.svg)/g, "cCHARTID");

/** A command over several lines, as a person types it. */
const continued = (command: string): string[] =>
  wrapped(command, columns - 4).map((line, at, lines) => {
    const more = at < lines.length - 1 ? " \\" : "";
    return at === 0 ? line + more : `    ${line}${more}`;
  });

/** Breaks a line where the terminal does. */
function rowsOf(line: string): string[] {
  const rows = [""];
  for (const character of line) {
    const last = rows.at(-1) ?? "";
    if (stringWidth(last + character) > columns) rows.push(character);
    else rows[rows.length - 1] = last + character;
  }
  return rows;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A picture of lines in a terminal; commands are highlighted. */
export function terminalPicture(lines: readonly string[]): string {
  const [size, height, margin] = [14, 20, 16];
  const rows = lines.flatMap((line) => {
    const color = /^(\$|   ) /.test(line) ? "#7ee787" : "#e6edf3";
    return rowsOf(line).map((text) => ({ text, color }));
  });
  const [width, depth] = [columns * size * 0.6 + 2 * margin, rows.length * height + 2 * margin];
  const texts = rows.map(
    ({ text, color }, at) =>
      `<text x="${margin}" y="${margin + (at + 0.75) * height}" fill="${color}" xml:space="preserve">${escaped(text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${depth}" viewBox="0 0 ${width} ${depth}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${size}">`,
    `<rect width="${width}" height="${depth}" rx="8" fill="#0d1117" />`,
    ...texts,
    "</svg>",
    "",
  ].join("\n");
}
