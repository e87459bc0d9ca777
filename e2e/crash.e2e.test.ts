import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import { beginJob, continueAt, startRun, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

/** Kills all real processes in the middle of a run and restarts them; the run must continue without any action. */
describe('a run during which the whole product is killed', { timeout: 120_000 }, () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let product: RunningProduct;
  const start = () => startProduct({ dataDir: place.dataDir, environment: models.environment });

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    product = await start();
  });
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await place.remove();
  });

  // A run makes about 9 calls. Kills hit the first call, parallel calls and the last one, two or three times in one
  // run. PRO-6
  it.each([[[1, 5]], [[3, 7, 9]]])(
    'continues without any action after kills at call %j',
    async (kills) => {
      const { server } = models;
      let job = await beginJob(product.baseUrl);
      const firstCall = server.meter.calls.length;
      const runId = await startRun(job);
      for (const kill of kills) {
        // The response is held back, so that the call is in flight at the kill.
        server.failWhen(() => (server.meter.calls.length - firstCall >= kill ? { kind: 'hang' } : null));
        await server.meter.waitFor(() => server.meter.calls.length - firstCall >= kill, 30_000);
        await product.killEverything();
        await server.meter.waitFor(() => server.meter.inFlight === 0, 10_000);
        server.failWhen(() => null);
        product = await start();
        job = continueAt(job, product.baseUrl);
      }
      await waitForStatus(job, 'completed');

      const records = await readRunRecords(place.dataDir, runId);
      expect(records).toMatchObject(completeRecords);
      expect(records.eventNumbers).toEqual(records.eventNumbers.map((_, index) => index + 1));
      expect(new Set(records.eventKeys).size).toBe(records.eventKeys.length);

      // Every call has one response. Only calls in flight at a kill have a second attempt.
      const keys = new Set(records.calls.map(({ call_key }) => call_key));
      const answered = records.calls.filter((call) => call.answered);
      expect(answered.map(({ call_key }) => call_key).toSorted()).toEqual([...keys].toSorted());
      const calls = server.meter.calls.slice(firstCall);
      const interrupted = records.calls.filter((call) => !call.answered);
      // An answer may arrive at the very moment of a kill. It is lost, and its call counts as interrupted.
      const lost = calls.filter(({ outcome }) => outcome === 'answered').length - answered.length;
      expect(lost).toBeGreaterThanOrEqual(0);
      expect(lost).toBeLessThanOrEqual(interrupted.length);
      expect(interrupted.map(({ status }) => status)).toEqual(interrupted.map(() => 'unknown'));
      expect(calls.length).toBeLessThanOrEqual(records.calls.length);
    },
    120_000,
  );
});
