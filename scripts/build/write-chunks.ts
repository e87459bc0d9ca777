import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RolldownOutput } from 'rolldown';

/** Writes a bundle. Files that stay the same are not touched, because a running product may be reading them. */
export async function writeChunks(folder: string, output: RolldownOutput['output']): Promise<void> {
  await mkdir(folder, { recursive: true });
  const older = new Set(await readdir(folder));
  // The entry comes last, once all that it names is there.
  for (const file of output.toReversed()) {
    const path = join(folder, file.fileName);
    const content = file.type === 'chunk' ? file.code : file.source;
    if (older.delete(file.fileName) && (await readFile(path, 'utf8')) === content) continue;
    const whole = `${path}.${process.pid}`;
    await writeFile(whole, content);
    await rename(whole, path);
  }
  await Promise.all([...older].map((name) => rm(join(folder, name), { force: true })));
}
