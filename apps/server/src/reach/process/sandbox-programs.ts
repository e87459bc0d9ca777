import { existsSync } from 'node:fs';
import { drawingProgram, pngProgram } from '@ecp/charts/program/programs';
import { deckProgram } from '@ecp/documents/deck/deck-writer';
import { typesettingProgram } from '@ecp/documents/typesetting/typesetting-program';
import { wordProgram } from '@ecp/documents/word/word-files';
import { workbookProgram } from '@ecp/documents/workbook/workbook-files';
import { describeBundle } from '@ecp/sandbox/child-program';
import { describeOpenings, isComplete } from '@ecp/sandbox/isolation/isolation';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { buildingProgram } from '@ecp/tables/building/build-tables';
import { queryProgram } from '@ecp/tables/querying/run-query';
import type { FastifyBaseLogger } from 'fastify';
import { ConfigurationError } from '../../kernel/settings.ts';
import { readingProgram } from '../../material/text-extraction/text-extractor.ts';

/** The program that reads long texts of people and models. All of it is JavaScript. */
export const textProgram = describeBundle({
  name: 'texts',
  source: new URL('./text-main.ts', import.meta.url),
  reads: [],
  packages: [],
  allowAddons: false,
  heapMb: 768,
  memoryMb: 1_200,
});

/** Every program whose children the product starts. */
export const programs = [
  readingProgram,
  textProgram,
  typesettingProgram,
  wordProgram,
  workbookProgram,
  deckProgram,
  drawingProgram,
  pngProgram,
  buildingProgram,
  queryProgram,
];

/**
 * Throws ConfigurationError for a program that is not built, as each file that needs it would fail
 * later.
 */
export function requirePrograms(needed: readonly { main: string }[] = programs): void {
  if (needed.every(({ main }) => existsSync(main))) return;
  throw new ConfigurationError('The programs of the sandbox are missing: npm run build makes them');
}

/**
 * Logs what isolates child processes. With `isRequired`, throws ConfigurationError if anything is
 * open to a child.
 */
export async function reportIsolation(
  sandbox: Sandbox,
  log: FastifyBaseLogger,
  isRequired: boolean,
): Promise<void> {
  const isolation = await sandbox.isolation();
  const level = isComplete(isolation) ? 'info' : 'warn';
  log[level](isolation, 'Isolation of child processes');
  if (!isRequired || level === 'info') return;
  throw new ConfigurationError(
    `SANDBOX=required, but a child process could ${describeOpenings(isolation)}`,
  );
}
