/** Lists the API's error codes in the specification, each with the tool error that a client gets. */
import { rowsOf } from "./table.ts";

/** Code, HTTP status, tool error, the API's meaning. 429 is a status that the specification names beside its codes. */
const table = `
  3   | 200 | invalid_input                 | Input validation error
  4   | 200 | limit_exceeded                | Limit exceeded, or the amount of data is too large
  5   | 200 | profiles_not_allowed          | Profiles not allowed for the user
  6   | 200 | before_history_limit          | Start date is before the history limit date
  7   | 200 | insights_not_enabled          | Profiles do not have insights enabled
  8   | 200 | unknown_labels                | Labels used for filtering do not exist
  10  | 200 | account_quota_exhausted       | Account request limit exceeded
  11  | 200 | user_quota_exhausted          | User request limit exceeded
  13  | 200 | not_in_community              | Labeled content or conversation does not exist
  14  | 403 | listening_queries_not_allowed | Listening queries not allowed for the user
  15  | 200 | ad_accounts_not_allowed       | Ad accounts not allowed for the user
  16  | 200 | ad_accounts_invalid_tokens    | Ad accounts have invalid tokens
  99  | 200 | unknown_upstream_error        | Unknown error
  400 | 400 | invalid_input                 | Bad request
  401 | 401 | unauthorized                  | Missing authorization header, invalid secret or token
  403 | 403 | forbidden                     | Action not permitted
  404 | 404 | not_found                     | Resource not allowed
  405 | 405 | method_not_allowed            | HTTP method not allowed
  429 | 429 | rate_limited                  | Too Many Requests
  500 | 500 | upstream_failed               | Internal server error
`;

export const errorCodes = rowsOf(table).map(([code, status, toolError = ""]) => ({
  code: Number(code),
  status: Number(status),
  toolError,
}));
