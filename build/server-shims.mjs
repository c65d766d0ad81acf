/** Replaces what the SDK's server chooses by platform. Its validator of JSON schemas would be a third of the code that each start reads. */
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  /** The SDK calls it for the answers to elicitations, which this server does not send. */
  getValidator() {
    throw new Error("the validator of JSON schemas is not in the bundle");
  }
}
