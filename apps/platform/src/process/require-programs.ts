import { existsSync } from 'node:fs';
import { ConfigurationError } from '../kernel/settings/platform-config.ts';
import { readingProgram } from '../work/text-extraction/reading-program.ts';

/**
 * Throws ConfigurationError when the programs of the sandbox are not built, because each file and document would fail
 * later.
 */
export function requirePrograms(program: { main: string } = readingProgram): void {
  if (existsSync(program.main)) return;
  throw new ConfigurationError('The programs of the sandbox are missing: npm run build makes them');
}
