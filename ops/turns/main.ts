import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import {
  type AttackedProduct,
  attackWithWorstTexts,
  beginTenants,
  startAttackedProduct,
} from '../../e2e/testing/worst-texts.ts';
import { onInterrupt, readOptions } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { renderTable } from '../report.ts';
import type { LongTurn } from './measure-turns.ts';

/**
 * Measures the longest turns of the event loops of platform and engine, in processor time, at rest
 * and while one tenant sends the worst texts. Prints a table (docs/benchmarks.md).
 */
readOptions({});
const closers = new AsyncDisposableStack();
onInterrupt(async () => {
  await closers.disposeAsync();
  process.exit(130);
});
try {
  console.log(await measureLongestTurns());
  console.log((await describeMachine()).join('\n'));
} finally {
  await closers.disposeAsync();
}

async function measureLongestTurns(): Promise<string> {
  const { dataDir, remove } = makeDataDir();
  closers.defer(remove);
  const turnsFile = join(dirname(dataDir), 'turns.jsonl');
  await writeFile(turnsFile, '');
  const environment = {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'measure-turns.ts')}`,
    TURNS_FILE: turnsFile,
  };
  console.error('Starting the product');
  const product = await startAttackedProduct({ dataDir, environment, closers });
  const tenants = await beginTenants(product);
  console.error('Measuring at rest');
  const restMs = Date.now();
  for (let request = 0; request < 100; request += 1)
    await tenants.victim.client.get('/api/engagements');
  const loadMs = Date.now();
  console.error('Sending the worst texts');
  await attackWithWorstTexts(product, tenants);
  const turns = (await readFile(turnsFile, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LongTurn);
  const restTurns = turns.filter(({ endedAtMs }) => endedAtMs > restMs && endedAtMs <= loadMs);
  const loadTurns = turns.filter(({ endedAtMs }) => endedAtMs > loadMs);
  return renderTable([
    ['Longest turn, ms of processor time', 'platform', 'engine', 'aim'],
    ['at rest', ...showLongest(restTurns, product), '20'],
    ['while one tenant sends the worst texts', ...showLongest(loadTurns, product), '100'],
  ]);
}

/** Shows the longest turn of the platform and that of the engine. Shorter ones are not noted. */
function showLongest(turns: readonly LongTurn[], { platform }: AttackedProduct): string[] {
  return [true, false].map((isPlatform) => {
    const processTurns = turns.filter(({ pid }) => (pid === platform.platformPid) === isPlatform);
    const longestMs = Math.max(0, ...processTurns.map(({ cpuMs }) => cpuMs));
    return longestMs === 0 ? 'below 4' : longestMs.toFixed(0);
  });
}
