import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawingProgram } from '@ecp/charts/program/drawing-program';
import { pngProgram } from '@ecp/charts/program/png-program';
import { typesettingProgram } from '@ecp/documents/typesetting/typesetting-program';
import { wordProgram } from '@ecp/documents/word/word-program';
import type { BundledProgram } from '@ecp/sandbox/jobs/child-program';
import { buildingProgram } from '@ecp/tables/building/building-program';
import { queryProgram } from '@ecp/tables/querying/query-program';
import { build } from 'rolldown';
import { readingProgram } from '../apps/platform/src/work/text-extraction/reading-program.ts';

/** Every program whose children the product starts. */
const programs = [
  ...[readingProgram, typesettingProgram, wordProgram],
  ...[drawingProgram, pngProgram, buildingProgram, queryProgram],
];

/**
 * Bundles a program. What it imports later goes into files beside it, so that a child loads only what its job needs.
 * Files that stay the same are not touched, because a running product may be reading them.
 */
async function bundle({ source, main, packages }: BundledProgram): Promise<void> {
  const folder = dirname(main);
  const { output } = await build({
    input: { main: source },
    platform: 'node',
    external: packages.map((name) => new RegExp(`^${name}(?:/|$)`)),
    output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
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

await Promise.all(programs.map(bundle));
