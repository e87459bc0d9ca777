import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

it('loses no call and no event when Postgres ends connections in the middle of runs', async () => {
  provider.latencyMs = 15;
  const runs = Array.from({ length: 3 }, () => runRequest());
  for (const run of runs) await engine.startRun(run);
  for (let round = 1; round <= 4; round += 1) {
    const before = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > before + 3);
    await engine.asSuperuser(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
  for (const run of runs) {
    // The first call may get a connection that has just ended.
    await pollUntil(
      () => engine.readRun(run.runId).catch(returnNull),
      (read) => read !== null,
    );
    const events = await engine.eventsUntil(run.runId, isOver);
    expect(await findRunFaults(engine, provider.meter.calls, run, events)).toEqual([]);
  }
});

const returnNull = () => null;

const disk = 'engine_disk_full';

/**
 * Makes writes fail with 25006, as those of a standby and of a server that an operator has
 * protected.
 */
const readOnly = {
  begin: () => setReadOnly(`set default_transaction_read_only = on`),
  end: () => setReadOnly(`reset default_transaction_read_only`),
};

async function setReadOnly(setting: string): Promise<void> {
  const { username, pathname } = new URL(engine.url);
  await engine.asSuperuser(`alter role ${username} in database ${pathname.slice(1)} ${setting}`);
  await engine.asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1`,
    [username],
  );
}

/** Makes writes fail with 53100, as those of a full disk. */
const diskFull = {
  async begin() {
    await engine.asSuperuser(
      `create function ${disk}() returns trigger language plpgsql as $$
        begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    );
    for (const table of written) {
      await engine.asSuperuser(
        `create trigger ${disk} before insert or update on ${table} for each statement execute function ${disk}()`,
      );
    }
  },
  end: () => engine.asSuperuser(`drop function ${disk}() cascade`),
};
const written = ['engine.runs', 'engine.events', 'engine.model_calls', 'platform.works'];

// LEA-6, ERR-8
it.each([
  ['is read-only', readOnly],
  ['has no space on its disk', diskFull],
])('runs wait while Postgres %s, and end well afterwards', async (_what, outage) => {
  const runs = Array.from({ length: 2 }, () => runRequest());
  for (const run of runs) await engine.startRun(run);
  const before = provider.meter.calls.length;
  await provider.meter.waitFor(({ calls }) => calls.length > before + 3);
  await outage.begin();
  const late = runRequest();
  await expect(engine.startRun(late)).rejects.toThrow();
  // The answers that were on their way cannot be stored.
  await pollUntil(
    () => provider.meter.inFlight,
    (inFlight) => inFlight === 0,
  );
  await outage.end();
  await pollUntil(
    () => engine.startRun(late).catch(returnNull),
    (started) => started !== null,
  );
  for (const run of [...runs, late]) {
    const events = await engine.eventsUntil(run.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
    expect(await findRunFaults(engine, provider.meter.calls, run, events)).toEqual([]);
  }
});
