import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Copies stored files from one folder to another, without those that are still being written.
 * Returns their number. A file that the product deletes meanwhile is left out.
 */
export async function copyStoredFiles(source: string, target: string): Promise<number> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(
    ignoreMissing,
  );
  let copied = 0;
  for (const entry of entries ?? []) {
    const path = relative(source, join(entry.parentPath, entry.name));
    if (!entry.isFile() || path.startsWith('.incoming')) continue;
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    const done = await copyFile(join(source, path), join(target, path)).then(
      () => true,
      ignoreMissing,
    );
    if (done) copied += 1;
  }
  return copied;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
