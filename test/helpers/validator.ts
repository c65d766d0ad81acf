/** Compiles each output schema once in a thread, not once for each client. */
import type { JsonSchemaType, JsonSchemaValidator } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";

const compiler = new AjvJsonSchemaValidator();
const compiled = new Map<string, JsonSchemaValidator<unknown>>();

/** An option of clients. */
export const jsonSchemaValidator = {
  getValidator<Checked>(schema: JsonSchemaType): JsonSchemaValidator<Checked> {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? compiler.getValidator(schema);
    compiled.set(text, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the interface wants it
    return known as JsonSchemaValidator<Checked>;
  },
};
