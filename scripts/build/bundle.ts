import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

/** A program that becomes a bundle. */
interface BundleInput {
  /** Absolute path of its main module. */
  source: string;
  /** Absolute path of the folder that holds only this bundle. */
  folder: string;
  /** Packages that stay apart. */
  external: RegExp[];
  plugins?: Plugin[];
  /** The default is Node. Packages have other files for browsers. */
  platform?: 'node' | 'browser';
  /** Code that stands before that of all modules. */
  banner?: string;
  /** True if what it imports later stands in the same file. */
  isWhole?: boolean;
}

/**
 * Bundles a program into `main.mjs` of a folder. What it imports later goes into files beside it.
 * Files that stay the same are not touched, because a running product may be reading them.
 */
export async function bundle({
  source,
  folder,
  external,
  plugins = [],
  platform = 'node',
  banner = '',
  isWhole = false,
}: BundleInput): Promise<void> {
  const { output } = await build({
    input: { main: source },
    platform,
    external,
    plugins,
    output: {
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      banner,
      codeSplitting: !isWhole,
    },
    write: false,
    logLevel: 'warn',
  });
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
