/** Completions of command lines, as a function of bash; zsh runs it by its `bashcompinit`. */
import { commonFlags, type Command } from "./command.ts";
import type { Kind } from "./flags.ts";
import { program } from "./help.ts";

export const shells = ["bash", "zsh"] as const;

/** The placeholder of a value that is a path. */
const path = /\b(?:FILE|DIR)\b/;

/** The words that may follow the name of a command: its verbs. */
const verbsOf = ({ usage = [] }: Command): string[] =>
  usage.flatMap((form) => /^[a-z]+/.exec(form)?.[0] ?? []);

/** The shell's assignment of the words, or of files, that can follow a flag with a value. */
const valueOf = ({ placeholder, choices = [] }: Kind<unknown>): string =>
  path.test(placeholder) ? "paths=yes" : `choices="${choices.join(" ")}"`;

/** Branches of `case "$command $previous"` for flags with a value. */
function valueBranches(commands: readonly Command[]): string[] {
  const patterns = new Map<string, string[]>();
  for (const { name, flags } of commands)
    for (const [flag, { kind }] of Object.entries(flags)) {
      if (kind === undefined) continue;
      const value = valueOf(kind);
      patterns.set(value, [...(patterns.get(value) ?? []), `"${name} --${flag}"`]);
    }
  return Array.from(
    patterns,
    ([value, flagPatterns]) => `    ${flagPatterns.join("|")}) ${value} ;;`,
  );
}

/** The verbs of a command, which are tools for `call`, and its flags. */
function wordsOf(command: Command, tools: readonly string[]): string {
  const verbs = command.name === "call" ? tools : verbsOf(command);
  const flags = Object.keys({ ...command.flags, ...commonFlags }).map((name) => `--${name}`);
  return [...verbs, ...flags].join(" ");
}

/** The branch of a command whose words are paths. */
const pathBranch = ({ name, usage = [] }: Command): string[] =>
  usage.some((form) => path.test(form))
    ? [`    case "$command $current" in "${name} -"*) ;; "${name} "*) paths=yes ;; esac`]
    : [];

/** By shell, the lines that enable completions of bash. */
const setUp = {
  bash: [],
  zsh: [
    "(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }",
    "autoload -U +X bashcompinit && bashcompinit",
  ],
};

/** Names are not expanded again; zsh does not expand them, and has no mapfile. */
const replyOfPaths = {
  bash: ["    compopt -o filenames", '    mapfile -t COMPREPLY < <(compgen -f -- "$current")'],
  zsh: ["    local IFS=$'\\n'", '    COMPREPLY=($(compgen -f -- "$current"))'],
};

/** The script for a shell, which completes commands, their verbs and flags, values of flags, files and tools. */
export function completionScript(
  shell: (typeof shells)[number],
  commands: readonly Command[],
  tools: readonly string[],
): string {
  const names = [...commands.map(({ name }) => name), "help"];
  return [
    `# Completions of ${program}. Add to ~/.${shell}rc: source <(${program} completion ${shell})`,
    ...setUp[shell],
    "_social_analytics_mcp() {",
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    // bash takes the sign of --flag=value for a word.
    '  [ "$previous" = "=" ] && previous="${COMP_WORDS[COMP_CWORD-2]}"',
    '  [ "$current" = "=" ] && current=""',
    '  local command="" word choices="" paths=""',
    '  for word in "${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do',
    `    case "$word" in ${names.join("|")}) command="$word"; break ;; esac`,
    "  done",
    '  case "${command:-serve} $previous" in',
    ...valueBranches(commands),
    `    "help help") choices="${names.join(" ")}" ;;`,
    '    *) case "${command:-serve}" in',
    ...commands.map((command) => `      ${command.name}) choices="${wordsOf(command, tools)}" ;;`),
    "    esac",
    ...commands.flatMap(pathBranch),
    `    [ -z "$command" ] && choices="${names.join(" ")} $choices" ;;`,
    "  esac",
    '  if [ -n "$paths" ]; then',
    ...replyOfPaths[shell],
    "  else",
    '    COMPREPLY=($(compgen -W "$choices" -- "$current"))',
    "  fi",
    "}",
    `complete -F _social_analytics_mcp ${program}`,
  ].join("\n");
}
