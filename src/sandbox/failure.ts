/** A failure that is answered in the error envelope (spec, Errors). */
import { apiErrors } from "../catalog/error-codes.ts";

export class Failure extends Error {
  constructor(
    readonly code: number,
    readonly details: readonly string[] = [],
  ) {
    super(`code ${code}`);
  }

  get status(): number {
    return apiErrors.find(({ code }) => code === this.code)?.status ?? 200;
  }

  get body(): object {
    const general = apiErrors.find(({ code }) => code === this.code)?.meaning ?? "Error";
    return { success: false, errors: [{ code: this.code, errors: [general, ...this.details] }] };
  }
}
