import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Job, startClients } from '../ops/restore/clients.ts';
import { backUpAndRestore, findLostWork } from '../ops/restore/restore.ts';
import { type Stack, startStack } from '../ops/restore/stack.ts';

const programs = ['nginx', 'pgbouncer', 'redis-server'];
const missing = programs.filter((program) => spawnSync(program, ['-v']).error);
if (missing.length > 0) {
  console.error(
    `\n*** SKIPPED: without ${missing.join(', ')} nothing was tested of the compose file’s deployment ***\n`,
  );
}

/**
 * Starts what the compose file says as processes of this machine, with fewer platforms and engines.
 */
describe.runIf(missing.length === 0)('the deployment of the compose file', () => {
  const place = makeDataDir();
  let stack: Stack;
  /** The jobs of all tests so far. */
  const known: Job[] = [];

  beforeAll(async () => {
    stack = await startStack({
      folder: dirname(place.dataDir),
      nextPort: chooseTestPort,
      services: ['platform-1', 'platform-2', 'engine-1'],
    });
  });
  afterAll(async () => {
    await stack?.close();
    await place.remove();
  });

  // DEP-9
  it('fails no request and loses nothing while one of its platforms is stopped', async () => {
    const clients = startClients(stack.baseUrl, 1);
    // They end after a failure too: the restored database has what they have made.
    onTestFinished(async () => {
      await clients.stop();
      known.push(...clients.jobs);
    });
    await pollUntil(
      () => clients.jobs.some(({ runId }) => runId),
      (started) => started,
    );
    await stack.services[0]?.stop();
    const before = clients.attempts.length;
    await pollUntil(
      () => clients.attempts.length,
      (made) => made > before + 10,
    );
    await clients.stop();
    expect(clients.attempts.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(await findLostWork(stack, clients)).toEqual([]);
  });

  // DEP-12
  it('hides the metrics', async () => {
    const url = `${stack.baseUrl}/metrics`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });

  // DEP-5, DEP-6, DEP-7
  it('is restored into an empty database from a backup amid runs, and completes them', async () => {
    const clients = startClients(stack.baseUrl, 1);
    clients.jobs.push(...known);
    const countReads = () =>
      clients.attempts.filter(({ request }) => request.endsWith('/status')).length;
    // On a busy machine a backup begins so late that the run that was seen active could have ended
    // long before.
    const beginLate: Stack['runScript'] = async (...script) => {
      const before = countReads();
      if (script[0] === 'backup' && script[1].endsWith('/backup.ts')) {
        await pollUntil(countReads, (reads) => reads > before + 10);
      }
      return stack.runScript(...script);
    };
    const rehearsal = {
      folder: dirname(place.dataDir),
      stack: { ...stack, runScript: beginLate },
      clients,
    };
    expect(await backUpAndRestore(rehearsal)).toEqual([]);
  });
});
