/**
 * A script in the place of a model: it calls what the question's script says, and follows the hints of the reply. It shows
 * whether replies say all that a reader needs, and that the questions can be answered.
 */
import { createInterface } from "node:readline";
import type { Asked, Replied, Said } from "./protocol.ts";
import type { CellPick, Script, TextPick, Truth } from "./question.ts";

let script: Script | undefined;
let isRepeated = false;

const say = (message: Said): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

const call = ({ tool, input }: Script, more: object = {}): void =>
  say({ type: "call", name: tool, arguments: { ...input, ...more } });

createInterface(process.stdin).on("line", (line) => {
  const message: Asked | Replied = JSON.parse(line);
  if (message.type === "question") {
    script = message.script;
    isRepeated = false;
    if (script === undefined) throw new Error("the evaluation must send scripts");
    call(script);
  } else if (script !== undefined) answer(script, message);
});

function answer(asked: Script, { text, isError }: Replied): void {
  // The hint of an error: leave out what cannot be asked. A question about one profile has nothing left then.
  const isAboutOne = Array.isArray(asked.input["profiles"]) && asked.input["profiles"].length === 1;
  if (isError && text.includes("skip_unavailable") && !isRepeated && !isAboutOne) {
    isRepeated = true;
    return call(asked, { skip_unavailable: true });
  }
  const isRefused = isError || (asked.refusal !== undefined && text.includes(asked.refusal));
  return say({ type: "answer", value: isRefused ? null : picked(asked.pick, text) });
}

function picked(pick: CellPick | TextPick, text: string): Truth {
  if ("column" in pick) return cell(pick, text);
  const [, number] = new RegExp(pick.pattern).exec(text) ?? [];
  return number === undefined ? (pick.none ?? null) : Number(number);
}

const totals = /^(sum|mean|average|all|last|total)\b/;

function cell({ column, row, wantsName = false }: CellPick, text: string): Truth {
  const lines = text.split("\n");
  const head = lines.findIndex(
    (line, at) =>
      (lines[at + 1] ?? "").includes("|") &&
      (line.includes("|") || /^\w+(, | \()/.test(line)) &&
      at > 0,
  );
  const header = (lines[head] ?? "").split("|");
  const isNamed = header.length > 1;
  const place = isNamed ? header.findIndex((name) => name.startsWith(column)) : 1;
  const end = lines.findIndex((line, at) => at > head && line === "");
  const rows = lines.slice(head + 1, end === -1 ? undefined : end).map((line) => line.split("|"));
  const numberIn = (cells: readonly string[]): number => Number.parseFloat(cells[place] ?? "");
  const found =
    row === "highest"
      ? rows
          .filter(([name = ""]) => !totals.test(name))
          .filter((cells) => !Number.isNaN(numberIn(cells)))
          .toSorted((one, other) => numberIn(other) - numberIn(one))[0]
      : rows.find(([name = ""]) => name.startsWith(row));
  if (found === undefined) return null;
  if (wantsName) return found[0] ?? null;
  const value = found[place] ?? "";
  if (/^[–·]?$/.test(value)) return null;
  return Number.isNaN(Number(value)) ? value : Number(value);
}
