import { existsSync } from 'node:fs';
import { drawingProgram, pngProgram } from '@ecp/charts/program/programs';
import { typesettingProgram } from '@ecp/documents/typesetting/typesetting-program';
import { wordProgram } from '@ecp/documents/word/word-files';
import { buildingProgram } from '@ecp/tables/building/build-tables';
import { queryProgram } from '@ecp/tables/querying/run-query';
import { ConfigurationError } from '../kernel/settings/platform-config.ts';
import { readingProgram } from '../work/text-extraction/reading-program.ts';
import { textProgram } from './text-program.ts';

/** Every program whose children the product starts. */
export const programs = [
  ...[readingProgram, textProgram, typesettingProgram, wordProgram],
  ...[drawingProgram, pngProgram, buildingProgram, queryProgram],
];

/**
 * Throws ConfigurationError when a program of the sandbox is not built, because each file or document that needs it would
 * fail later.
 */
export function requirePrograms(needed: readonly { main: string }[] = programs): void {
  if (needed.every(({ main }) => existsSync(main))) return;
  throw new ConfigurationError('The programs of the sandbox are missing: npm run build makes them');
}
