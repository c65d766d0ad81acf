/** A prompt is a value: its name, its arguments, and the text that it writes from them. */
import { plainText } from "../../text/plain.ts";
import type { CompletionKind } from "./completions.ts";
import type { Toolset } from "../tool.ts";

export interface PromptArgument {
  readonly description: string;
  /** The texts that are taken; absent where any is. */
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
  /** It names tools of all of these. */
  readonly needs: readonly Toolset[];
  readonly arguments: Taken;
  write(values: Values<Taken>): string;
}

export const definePrompt = <const Taken extends Arguments>(prompt: Prompt<Taken>): Prompt<Taken> =>
  prompt;

/** A call as prompts write it: the tool and its arguments, to be used as they stand. */
export const callOf = (tool: string, input: object): string => `${tool} ${JSON.stringify(input)}`;

/** An argument's text, inert. */
export const inert = (text: string): string => plainText(text, 200);

/** The profile that was chosen, as tools take it. */
export const chosen = (profile: string | undefined): { readonly profiles?: readonly string[] } =>
  profile === undefined ? {} : { profiles: [inert(profile)] };

/** What every report must do with what answers say of their gaps. */
export const honestEnding =
  "Take totals and averages from the answers; do not add up rows. Name what the answers mark as missing, left out, incomplete or broken. Never fill a gap with an estimate.";
