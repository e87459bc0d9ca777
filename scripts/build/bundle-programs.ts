import { dirname } from 'node:path';
import { drawingProgram } from '@ecp/charts/program/drawing-program';
import { pngProgram } from '@ecp/charts/program/png-program';
import { typesettingProgram } from '@ecp/documents/typesetting/typesetting-program';
import { wordProgram } from '@ecp/documents/word/word-program';
import type { BundledProgram } from '@ecp/sandbox/jobs/child-program';
import { buildingProgram } from '@ecp/tables/building/building-program';
import { queryProgram } from '@ecp/tables/querying/query-program';
import { build } from 'rolldown';
import { readingProgram } from '../../apps/platform/src/work/text-extraction/reading-program.ts';
import { writeChunks } from './write-chunks.ts';

/** Every program whose children the product starts. */
const programs = [
  ...[readingProgram, typesettingProgram, wordProgram],
  ...[drawingProgram, pngProgram, buildingProgram, queryProgram],
];

/**
 * Bundles a program. What it imports later goes into files beside it, so that a child loads only what its job needs.
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
  await writeChunks(folder, output);
}

await Promise.all(programs.map(bundle));
