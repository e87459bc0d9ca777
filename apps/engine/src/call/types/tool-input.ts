import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Returns a tool's input schema as plain JSON, as providers take it. */
export function toJsonSchema(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}

/** Returns the input of a tool if it fits the schema, or a message for the model that says what is wrong with it. */
export function readToolInput<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> | string {
  if (Value.Check(schema, input)) return input;
  const [first] = Value.Errors(schema, input);
  return `The input does not fit: ${first?.instancePath.slice(1) || 'it'} ${first?.message ?? 'is invalid'}.`;
}
