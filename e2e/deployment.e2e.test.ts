import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startClients } from '../ops/restore/clients.ts';
import { backUpAndRestore } from '../ops/restore/restore.ts';
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

  // DEP-12
  it('hides the metrics', async () => {
    const url = `${stack.baseUrl}/metrics`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });

  // DEP-5, DEP-6, DEP-7, DEP-9
  it('fails no request while one of its platforms is stopped, and is then restored into an empty database from a backup amid runs, and completes them', async () => {
    const clients = startClients(stack.baseUrl, 1);
    onTestFinished(() => clients.stop());
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
    // The clients end before anything is killed, and what they were told is looked for.
    expect(await backUpAndRestore(rehearsal)).toEqual([]);
    expect(clients.attempts.filter(({ failure }) => failure !== null)).toEqual([]);
  });
});
