import { openDatabase } from '@ecp/database/database';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { startProduct } from '../../e2e/testing/product.ts';
import { onInterrupt, readOptions, readSize } from '../command-line.ts';
import { query } from '../query.ts';
import { type ProbeTarget, prepareGround } from './prepare-ground.ts';
import { renderTally, runProbe } from './run-probe.ts';

/**
 * Settings of the product under attack: its limits are out of the way, and nothing is lost on
 * purpose.
 */
const environment = {
  HOST: '127.0.0.1',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_ENGINE: '1000000',
  RATE_LIMIT_BILLING: '1000000',
  LOG_LEVEL: 'error',
};

/** Starts the whole product with a fresh database on free loopback ports. */
async function openTarget(closers: AsyncDisposableStack): Promise<ProbeTarget> {
  const { dataDir, remove } = makeDataDir();
  closers.defer(remove);
  const settings = { fsync: 'off' };
  const postgres = await openEmbeddedPostgres({ dataDir, settings, log: console.error });
  closers.defer(async () => void (await postgres.close()));
  const withDatabase = { ...environment, DATABASE_URL: postgres.url };
  const product = await startProduct({
    dataDir,
    environment: withDatabase,
    readyWithinMs: 300_000,
  });
  closers.defer(() => product.stop());
  const database = openDatabase({ url: postgres.url });
  closers.defer(() => database.close());
  const asSuperuser: ProbeTarget['asSuperuser'] = (text, values) =>
    query(postgres.url, text, values);
  return { baseUrl: product.baseUrl, database, asSuperuser, dataDir };
}

/**
 * Starts the product with fresh data on this machine and attacks it
 * across two tenants. `--probes` and `--malformed` set the numbers of requests,
 * `--seed` and `--from` which. Ends with 1 when it found a violation,
 * and with 130 when it was interrupted. Progress goes to stderr, the result to stdout.
 */
const values = readOptions({
  seed: { type: 'string', default: '20260101' },
  probes: { type: 'string', default: '1000000' },
  malformed: { type: 'string', default: '100000' },
  from: { type: 'string', default: '0' },
});

const interruption = new AbortController();
onInterrupt(() => interruption.abort());

const plan = {
  seed: readSize('seed', values.seed, 0),
  probes: readSize('probes', values.probes, 0),
  malformed: readSize('malformed', values.malformed, 0),
  from: readSize('from', values.from, 0),
  lanes: 32,
  signal: interruption.signal,
  report: (line: string) => console.error(line),
};

plan.report('Starting the product');
const closers = new AsyncDisposableStack();
try {
  const target = await openTarget(closers);
  plan.report('Preparing two tenants');
  const ground = await prepareGround(target);
  plan.report('Attacking');
  const startedMs = performance.now();
  const tally = await runProbe(target, ground, plan);
  console.log(renderTally(tally, (performance.now() - startedMs) / 1_000));
  process.exitCode = interruption.signal.aborted ? 130 : Math.min(tally.violations, 1);
} finally {
  await closers.disposeAsync();
}
