import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ShippedFile {
  path: string;
  /** The file's name without its extension. */
  stem: string;
  text: string;
}

/**
 * Reads every file of a folder whose name ends in `extension` (with its dot), in the order of the names.
 * Throws if the folder cannot be read or has no such file.
 */
export async function readShippedFiles(directory: string, extension: string): Promise<ShippedFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(extension)).sort();
  if (names.length === 0) throw new Error(`No ${extension} files in ${directory}`);
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, stem: name.slice(0, -extension.length), text: await readFile(path, 'utf8') };
    }),
  );
}
