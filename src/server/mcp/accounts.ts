/** Several accounts in one server: each call names one, and nothing of one account reaches the reply of another. */
import { inputError, type ToolError } from "../../base/errors/tool-error.ts";
import type { ResultStore } from "../../answers/replies/result-store.ts";
import type { ReplyServices } from "../../answers/replies/services.ts";
import { isObject } from "../../base/text/json.ts";
import { nearest } from "../../base/text/nearest.ts";
import { plainText } from "../../base/text/sanitize.ts";

/** The services that the calls of one credential share. */
export type SharedServices = Pick<
  ReplyServices,
  "settings" | "results" | "connection" | "now" | "caller" | "view"
>;

/** The services of each account, by its name. */
export type Accounts = ReadonlyMap<string, SharedServices>;

/** The argument that names the account, as every tool and prompt lists it. */
export const accountArgument = "account";

/** The services that a server offers to its calls: of one account, or of several. */
export interface Offered {
  readonly services: SharedServices;
  /** Present if calls choose among several accounts. */
  readonly accounts?: Accounts | undefined;
}

/** Separates the account from the arguments of the tool. @throws ToolError `invalid_input` where a call does not name one of several. */
export function chooseAccount(
  { services, accounts }: Offered,
  value: unknown,
): { readonly services: SharedServices; readonly value: unknown; readonly account?: string } {
  if (accounts === undefined) return { services, value };
  const { [accountArgument]: account, ...rest } = isObject(value) ? value : {};
  const exact = typeof account === "string" && accounts.get(account);
  if (typeof account === "string" && exact) return { services: exact, value: rest, account };
  const names = [...accounts.keys()];
  const error = (problem: string, near: readonly string[]): ToolError =>
    inputError(problem, `Choose one of ${near.join(", ")}; ask about one account per call.`);
  if (typeof account !== "string") throw error("account is missing", names);
  const isSame = (name: string): boolean => name.toLowerCase() === account.trim().toLowerCase();
  const [alike = "", ...duplicates] = names.filter(isSame);
  const chosen = duplicates.length > 0 ? undefined : accounts.get(alike);
  if (chosen !== undefined) return { services: chosen, value: rest, account: alike };
  const accountText = plainText(account, 80);
  const near = nearest(accountText, names, 5);
  throw error(
    `account must not be ${JSON.stringify(accountText)}`,
    near.length === 0 ? names.slice(0, 20) : near,
  );
}

/** Adds the account to the JSON Schema of a tool's arguments. */
export function withAccount(
  schema: Record<string, unknown>,
  accounts: Accounts,
): Record<string, unknown> {
  const { properties, required } = schema;
  return {
    ...schema,
    properties: {
      [accountArgument]: { type: "string", enum: [...accounts.keys()] },
      ...(isObject(properties) ? properties : {}),
    },
    required: [accountArgument, ...(Array.isArray(required) ? required : [])],
  };
}

/** The part of the result store that resources read. */
export type StoredResults = Pick<ResultStore, "ids" | "get" | "chartIds" | "chart">;

/** The results of all accounts. Their ids are random, so that each belongs to one account. */
export function storedResultsOf({ services, accounts }: Offered): StoredResults {
  if (accounts === undefined) return services.results;
  const stores = [...accounts.values()].map(({ results }) => results);
  const storeWith = async (
    find: (store: ResultStore) => Promise<object | undefined>,
  ): Promise<ResultStore> => {
    for (const store of stores) if ((await find(store)) !== undefined) return store;
    return services.results;
  };
  return {
    ids: () => stores.flatMap((store) => store.ids()),
    chartIds: () => stores.flatMap((store) => store.chartIds()),
    get: async (id) => (await storeWith((store) => store.find(id))).get(id),
    chart: async (id, slice) =>
      (await storeWith((store) => store.findChart(id, slice))).chart(id, slice),
  };
}
