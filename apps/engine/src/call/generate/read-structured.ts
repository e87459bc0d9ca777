import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { findJson } from './find-json.ts';
import { fitSchema } from './fit-schema.ts';

/** Most faults of an answer that the model is told. */
const maxFaults = 5;

/** A structured answer that fits its schema, or what is wrong with it. */
export type StructuredReading = { value: unknown } | { problem: string; isJson: boolean };

/**
 * Reads a structured answer from a model's text without thoughts. The value may stand in fences or between prose, and
 * is brought closer to the schema (`fitSchema`). The first value that fits counts.
 */
export function readStructured(text: string, schema: TSchema): StructuredReading {
  const fitted = findJson(text).map((value) => fitSchema(value, schema));
  const fits = fitted.find((value) => Value.Check(schema, value));
  if (fits !== undefined) return { value: fits };
  const [first] = fitted;
  if (first === undefined) return { problem: 'It holds no complete JSON value.', isJson: false };
  const faults = Value.Errors(schema, first).slice(0, maxFaults);
  const problem = faults.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join('; ');
  return { problem, isJson: true };
}
