/** Flags as values: parsing, defaults and help follow from one description. */

/** A command line that cannot be understood; the message says why. */
export class UsageError extends Error {
  /** The advice that follows the message; a pointer to the help of the command (default). */
  readonly next: string | undefined;

  constructor(
    message: string,
    { next, ...options }: ErrorOptions & { readonly next?: string } = {},
  ) {
    super(message, options);
    this.next = next;
  }
}

export interface Kind<T> {
  /** Stands for the value in help. */
  readonly placeholder: string;
  /** Completes "--flag takes …". */
  readonly expected: string;
  /** All values, if they are few. */
  readonly choices?: readonly string[];
  /** Undefined for a wrong value. */
  readonly read: (text: string) => T | undefined;
}

export interface Flag<T = unknown> {
  readonly type: "boolean" | "string";
  readonly short?: string;
  readonly kind?: Kind<unknown>;
  readonly description: string;
  /** The title of its section in help; `Flags` (default). */
  readonly section?: string;
  /** True if an environment variable sets the flag when the command line does not. */
  readonly hasVariable?: boolean;
  /** An empty variable is an error, not one that is not set: what it limits must not be without limits. */
  readonly rejectsEmpty?: boolean;
  /** @param source the flag or variable that an error names. @throws UsageError */
  readonly read: (texts: readonly string[], source: string) => T;
}

export type Flags = Readonly<Record<string, Flag>>;
export type Values<F extends Flags> = { readonly [Name in keyof F]: ReturnType<F[Name]["read"]> };

export const toggle = (description: string): Flag<boolean> => ({
  type: "boolean",
  description,
  read: (texts) => ["1", "true"].includes(texts.at(-1) ?? ""),
});

export const repeatable = <T>(kind: Kind<T>, description: string): Flag<readonly T[]> => ({
  type: "string",
  kind,
  description: `${description} (repeatable)`,
  read: (texts, source) => texts.map((text) => readValue(kind, text, source)),
});

export const optional = <T>(kind: Kind<T>, description: string): Flag<T | undefined> => ({
  ...repeatable(kind, description),
  description,
  read: (texts, source) => texts.map((text) => readValue(kind, text, source)).at(-1),
});

export const withDefault = <T>(kind: Kind<T>, standard: unknown, description: string): Flag<T> => ({
  ...optional(kind, `${description} (default ${String(standard)})`),
  read: (texts, source) => readValue(kind, texts.at(-1) ?? String(standard), source),
});

function readValue<T>(kind: Kind<T>, text: string, source: string): T {
  const value = kind.read(text);
  if (value !== undefined) return value;
  throw new UsageError(`${source} takes ${kind.expected}, not ${JSON.stringify(text)}`);
}

export const variableOf = (flag: string): string =>
  `SOCIAL_ANALYTICS_${flag.toUpperCase().replaceAll("-", "_")}`;

const marked = <F extends Flags>(flags: F, mark: Partial<Flag>): F =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]): unknown[] => [name, { ...flag, ...mark }]),
  );

export const withVariables = <F extends Flags>(flags: F): F => marked(flags, { hasVariable: true });

/** Flags with a section of their own in help. */
export const inSection = <F extends Flags>(section: string, flags: F): F =>
  marked(flags, { section });

export const kindOf = <T>(
  placeholder: string,
  expected: string,
  read: Kind<T>["read"],
): Kind<T> => ({ placeholder, expected, read });

export const text = (placeholder: string): Kind<string> =>
  kindOf(placeholder, placeholder, (value) => value || undefined);

export const integer = (placeholder: string, least = 0): Kind<number> =>
  kindOf(placeholder, `a whole number of at least ${least}`, (value) =>
    /^\d{1,15}$/.test(value) && Number(value) >= least ? Number(value) : undefined,
  );

export const oneOf = <T extends string>(placeholder: string, names: readonly T[]): Kind<T> => ({
  ...kindOf(placeholder, `one of ${names.join(", ")}`, (value) =>
    names.find((name) => name === value),
  ),
  choices: names,
});
