import { parseArgs } from 'node:util';
import { openBenchDatabase } from './bench-database.ts';
import { measureModelCalls } from './model-calls/measure-model-calls.ts';
import { renderModelCalls } from './model-calls/render-model-calls.ts';

/**
 * Measures the model calls of a run of eight tasks and prints the tables. `--engine` is the program of another
 * release's engine, to compare with it; `--json` prints the figures alone.
 */
const { values } = parseArgs({ options: { engine: { type: 'string' }, json: { type: 'boolean', default: false } } });
const database = await openBenchDatabase();
try {
  const figures = await measureModelCalls(database, values.engine);
  console.log(values.json ? JSON.stringify(figures, null, 2) : renderModelCalls(figures));
} finally {
  await database.close();
}
