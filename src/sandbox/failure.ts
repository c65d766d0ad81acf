/** A failure that is answered in the error envelope (spec, Errors). */
import { apiErrors } from "../catalog/error-codes.ts";

export class Failure extends Error {
  readonly status: number;
  readonly body: object;

  constructor(
    readonly code: number,
    details: readonly string[] = [],
  ) {
    super(`code ${code}`);
    const { status = 200, meaning = "Error" } = apiErrors.find((row) => row.code === code) ?? {};
    this.status = status;
    this.body = { success: false, errors: [{ code, errors: [meaning, ...details] }] };
  }
}
