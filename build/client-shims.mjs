/** Replaces what the SDK's client chooses by platform: `demo` and `tools` ask this program alone, whose replies the tests validate. */
export const CORS_IS_POSSIBLE = false;

export class DefaultJsonSchemaValidator {
  getValidator() {
    return (data) => ({ valid: true, data, errorMessage: undefined });
  }
}
