import { basename } from 'node:path';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';

/**
 * Checks data from a shipped file against its schema and returns it typed.
 * Throws an Error that names the file and every invalid field, so that an invalid file prevents the start (SET-3).
 */
export function checkFileShape<T extends TSchema>(path: string, schema: T, value: unknown): Static<T> {
  if (Value.Check(schema, value)) return value as Static<T>;
  const faults = Value.Errors(schema, value).map((error) => {
    const field = error.instancePath.slice(1).replaceAll('/', '.');
    return field === '' ? error.message : `${field}: ${error.message}`;
  });
  throw new Error(`${basename(path)}: ${[...new Set(faults)].join('; ')}`);
}
