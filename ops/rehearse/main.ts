/**
 * Rehearses sample cases with real models and scores what they write (docs/rehearsal.md): `npm run
 * rehearse -- --models a,b [--cases n] [--only names] [--budget usd] [--minutes n] [--lanes n]
 * [--against report.json] [--from folder] [--out folder]`. Ends with 2 when an option or a setting
 * is wrong, with 1 when nothing could be run, with 130 when interrupted.
 */

import { fileURLToPath } from 'node:url';
import { ModelConfigurationError } from '../../apps/server/src/engine/models/catalog.ts';
import { ConfigurationError } from '../../apps/server/src/kernel/settings.ts';
import { RehearsalError } from './cases.ts';
import { readOptions, rehearse } from './rehearse.ts';

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => interruption.abort());

try {
  const { report, summary, folder } = await rehearse(readOptions(process.argv.slice(2)), {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    environment: process.env,
    signal: interruption.signal,
    say: (line) => console.error(line),
  });
  console.log(`\n${summary}\nDetails: ${folder}/report.md`);
  const isEmpty = report.models.every(({ cases }) => cases.length === 0);
  process.exitCode = interruption.signal.aborted ? 130 : isEmpty ? 1 : 0;
} catch (error) {
  const isExplained = [RehearsalError, ConfigurationError, ModelConfigurationError].some(
    (kind) => error instanceof kind,
  );
  if (!isExplained || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
