/** A prompt: its name, its arguments, and the text that it writes from them. */
import { plainText } from "../../text/plain.ts";
import type { CompletionKind } from "./completions.ts";
import type { Toolset } from "../tool.ts";

export interface PromptArgument {
  readonly description: string;
  /** The accepted texts. Undefined: any text. */
  readonly values?: readonly string[];
  readonly optional?: true;
  readonly completes: CompletionKind;
}

type Arguments = Readonly<Record<string, PromptArgument>>;
type Value<Taken extends PromptArgument> =
  | (Taken extends { readonly values: readonly (infer Text)[] } ? Text : string)
  | ("optional" extends keyof Taken ? undefined : never);
type Values<Taken extends Arguments> = { readonly [Name in keyof Taken]: Value<Taken[Name]> };

export interface Prompt<Taken extends Arguments = Arguments> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The toolsets whose tools the prompt names. */
  readonly needs: readonly Toolset[];
  readonly arguments: Taken;
  write(values: Values<Taken>): string;
}

export const definePrompt = <const Taken extends Arguments>(prompt: Prompt<Taken>): Prompt<Taken> =>
  prompt;

/** Writes a call that a model can copy: the tool and its arguments. */
export const callOf = (tool: string, input: object): string => `${tool} ${JSON.stringify(input)}`;

/** Makes the text of an argument inert. */
export const inert = (text: string): string => plainText(text, 200);

/** Returns the argument `profiles` of tools for the chosen profile. */
export const chosen = (profile: string | undefined): { readonly profiles?: readonly string[] } =>
  profile === undefined ? {} : { profiles: [inert(profile)] };

/** The last paragraph of every report prompt: no own totals, no hidden gaps. */
export const honestEnding =
  "Take totals and averages from the replies; do not add up rows. State what the replies mark as missing, left out, incomplete or broken. Never fill a gap with an estimate.";
