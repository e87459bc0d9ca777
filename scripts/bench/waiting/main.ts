import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startAskingProvider } from '../../../apps/engine/testing/asking-provider.ts';
import { type EngineProcess, startEngineProcess } from '../../../apps/engine/testing/engine-process.ts';
import { runRequest } from '../../../apps/engine/testing/run-request.ts';
import { readSize } from '../../command-line/read-size.ts';
import { openBenchDatabase, query } from '../bench-database.ts';
import { describeMachine } from '../describe-machine.ts';
import { describeForeignLoad, watchForeignLoad } from '../machine/foreign-load.ts';
import { renderTable, whole } from '../report/render-table.ts';
import { readLiveBytes } from './live-memory.ts';

/** Port of the inspector, by which memory is read after the garbage is collected. */
const inspectorPort = 9_329;
/** Runs that start at once. */
const atOnce = 50;

/** Starts runs whose only task asks, and waits until each waits for its answer. */
async function park(engine: EngineProcess, count: number): Promise<void> {
  for (let first = 0; first < count; first += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - first) }, () => {
      const made = runRequest({ tasks: [{ id: 'one', name: 'Cost analysis', description: 'Costs.' }] });
      return { ...made, engagement: { ...made.engagement, askBack: 'wait' as const } };
    });
    await Promise.all(batch.map((request) => engine.startRun(request)));
    await Promise.all(
      batch.map(({ runId }) =>
        engine.eventsUntil(runId, (events) => events.at(-1)?.type === 'waiting', { deadlineMs: 120_000 }),
      ),
    );
  }
}

const rounds = 3;
const reportFile = new URL('../../../docs/benchmarks-waiting.md', import.meta.url);

/**
 * Measures what tasks cost that wait for answers: the engine's live memory in rounds of `--runs` runs, and the money that
 * they hold. Prints the page docs/benchmarks-waiting.md, and writes it unless other programs used the processor.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } });
const runs = readSize('runs', values.runs);
const loadAtStart = loadavg()[0] ?? 0;
const database = await openBenchDatabase();
const machine = await describeMachine(database.version);
const endWatch = await watchForeignLoad(loadAtStart);
const url = await database.create('waiting');
const provider = await startAskingProvider();
const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` };
const engine = await startEngineProcess(url, { ...provider.environment, ...options });
try {
  await park(engine, atOnce);
  let before = await readLiveBytes(inspectorPort);
  const rows = [['Waiting runs', 'live memory, MB', 'growth a run, KB', 'reserved, USD']];
  for (let round = 1; round <= rounds; round += 1) {
    await park(engine, runs);
    const after = await readLiveBytes(inspectorPort);
    const [{ reserved = 0 } = {}] = await query<{ reserved: number }>(
      url,
      'select sum(reserved_nano_usd)::double precision / 1e9 as reserved from engine.budgets',
    );
    const growthKb = (after - before) / 1_024 / runs;
    rows.push([whole(round * runs + atOnce), whole(after / 1_048_576), growthKb.toFixed(1), reserved.toFixed(2)]);
    before = after;
  }
  const load = endWatch();
  const text = [
    '# Benchmarks: tasks that wait for people',
    'Written by `npm run bench:waiting`. [What waiting holds, and why](decisions/waiting-for-people.md).',
    [...machine, describeForeignLoad(load)].map((line) => `- ${line}`).join('\n'),
    `${rounds} rounds of ${whole(runs)} runs whose only task waits for an answer, after ${atOnce} that fill caches. The memory of the engine is read after a garbage collection. The limit is 40 KB a run, and no money may be reserved.`,
    renderTable(rows),
    '',
  ].join('\n\n');
  console.log(text);
  if (load.quiet) await writeFile(reportFile, text);
  else console.error('Other programs used the processor, so these figures are not kept.');
} finally {
  await engine.kill();
  await provider.close();
  await database.close();
}
