import { parseArgs } from 'node:util';
import { startAskingProvider } from '../../../apps/engine/testing/asking-provider.ts';
import { type EngineProcess, startEngineProcess } from '../../../apps/engine/testing/engine-process.ts';
import { runRequest } from '../../../apps/engine/testing/run-request.ts';
import { openBenchDatabase, query } from '../bench-database.ts';
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

/**
 * Measures what tasks cost that wait for answers: the engine's live memory in three rounds of `--runs` runs, the first of
 * which also fills caches, and the money that they hold.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } });
const runs = Number(values.runs);
const database = await openBenchDatabase();
const url = await database.create('waiting');
const provider = await startAskingProvider();
const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` };
const engine = await startEngineProcess(url, { ...provider.environment, ...options });
try {
  await park(engine, atOnce);
  let before = await readLiveBytes(inspectorPort);
  console.log(`| waiting runs | live memory, MB | growth a run, KB | reserved, USD |\n|---|---|---|---|`);
  for (const round of [1, 2, 3]) {
    await park(engine, runs);
    const after = await readLiveBytes(inspectorPort);
    const [{ reserved = '' } = {}] = await query<{ reserved: string }>(
      url,
      'select sum(reserved_nano_usd)::text as reserved from engine.budgets',
    );
    const growth = (after - before) / 1_024 / runs;
    console.log(`| ${round * runs + atOnce} | ${Math.round(after / 1_048_576)} | ${growth.toFixed(1)} | ${reserved} |`);
    before = after;
  }
} finally {
  await engine.kill();
  await provider.close();
  await database.close();
}
