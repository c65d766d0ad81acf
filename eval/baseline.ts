/**
 * A script in the place of a model: it calls what the question's script says, and follows the hints of the reply. It shows
 * whether replies say all that a reader needs, and that the questions can be answered.
 */
import type { Say } from "./model.ts";
import type { CellPick, TextPick, Truth } from "./question.ts";

export function baseline(): Say {
  let [isRepeated, isSecond] = [false, false];
  return (message, { script: { tool: name, input, refusal, next, pick } }) => {
    if (message.type === "question") {
      [isRepeated, isSecond] = [false, false];
      return { type: "call", name, arguments: input };
    }
    const { text, isError } = message;
    // The hint of an error: leave out what cannot be asked. A question about one profile has nothing left then.
    const isAboutOne = Array.isArray(input["profiles"]) && input["profiles"].length === 1;
    if (isError && text.includes("skip_unavailable") && !isRepeated && !isAboutOne) {
      isRepeated = true;
      return { type: "call", name, arguments: { ...input, skip_unavailable: true } };
    }
    if (!isError && next !== undefined && !isSecond) {
      isSecond = true;
      const [id = ""] = /\br[2-9A-Za-z]{8}\b(?=\.csv$)/m.exec(text) ?? [];
      const result = String(next["result"]).replace("ID", id);
      return { type: "call", name: "read_result", arguments: { ...next, result } };
    }
    const isRefused = isError || (refusal !== undefined && text.includes(refusal));
    return { type: "answer", value: isRefused ? null : picked(pick, text) };
  };
}

function picked(pick: CellPick | TextPick, text: string): Truth {
  if ("column" in pick) return cell(pick, text);
  const [, match] = new RegExp(pick.pattern).exec(text) ?? [];
  if (match === undefined) return pick.none ?? null;
  return Number.isNaN(Number(match)) ? match : Number(match);
}

/** Lines of a table follow its header, which follows a line that is of no table. */
function cell({ column, row, wantsName = false }: CellPick, text: string): Truth {
  const lines = text.split("\n").map((line) => line.split("|"));
  const rows = lines.map((cells, at) => {
    const before = lines.findLastIndex(({ length }, place) => length === 1 && place <= at);
    const place = lines[before + 1]?.findIndex((name) => name.startsWith(column)) ?? -1;
    const value = cells[place] ?? "";
    return { name: cells[0] ?? "", value, number: Number.parseFloat(value) };
  });
  const numbers = rows.filter(({ number }) => !Number.isNaN(number));
  const match =
    row === "highest"
      ? numbers.toSorted((left, right) => right.number - left.number)[0]
      : rows.find(({ name }) => name.startsWith(row));
  if (match === undefined || /^([–·]?|no total)$/.test(match.value)) return null;
  if (wantsName) return named(match.name, text);
  return Number.isNaN(match.number) ? match.value : match.number;
}

/** Days of one year are written without it, and some names with how much is covered. */
const named = (name: string, text: string): string =>
  name.replace(/, \d+% covered$/, "").replace(/^(?=\d\d-\d\d$)/, /\d{4}-/.exec(text)?.[0] ?? "");
