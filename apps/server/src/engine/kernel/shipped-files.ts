import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';

export interface ShippedFile {
  path: string;
  stem: string;
  text: string;
}

/**
 * Reads the files that end in `extension` (with its dot), ordered by name. Throws if there is none.
 */
export async function readShippedFiles(
  directory: string,
  extension: string,
): Promise<ShippedFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(extension)).sort();
  if (names.length === 0) throw new Error(`No ${extension} files in ${directory}`);
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, stem: name.slice(0, -extension.length), text: await readFile(path, 'utf8') };
    }),
  );
}

/**
 * Returns data of a shipped file, typed by its schema. Throws an Error that names the file and
 * every invalid field.
 */
export function checkFileShape<T extends TSchema>(
  path: string,
  schema: T,
  value: unknown,
): Static<T> {
  if (Value.Check(schema, value)) return value as Static<T>;
  const faults = Value.Errors(schema, value).map((error) => {
    const field = error.instancePath.slice(1).replaceAll('/', '.');
    return field === '' ? error.message : `${field}: ${error.message}`;
  });
  throw new Error(`${basename(path)}: ${[...new Set(faults)].join('; ')}`);
}
