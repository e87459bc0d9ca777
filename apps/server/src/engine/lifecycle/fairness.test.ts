import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const busyRuns = 12;
const quietRun = 'the-only-run-of-the-quiet-tenant';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider();
  // The engine has one permit, so that the order of calls shows whose turn it was.
  engine = await startTestEngine({ models: provider.settings, limits: { maxConcurrent: 1 } });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

/** Returns true while a call of the quiet tenant waits for its turn or is in flight. */
function hasQuietCall(): boolean {
  return engine.services.inFlight.runs().some(({ tenantId }) => tenantId === 'quiet');
}

describe('a tenant with many runs', () => {
  it('gets at most two calls between two calls of another tenant that starts one run later', async () => {
    let isQuietOver = false;
    // The model answers no call of the busy tenant while the quiet one prepares its next call, so
    // that the order of the calls depends on turns alone.
    const mayAnswer = () => hasQuietCall() || isQuietOver;
    const waitForQuietCall = () => pollUntil(mayAnswer, Boolean);
    provider.failWhen((body) =>
      textOf({ body }).includes(quietRun) ? null : { waitsFor: waitForQuietCall() },
    );
    const busy = Array.from({ length: busyRuns }, () => wideRequest(1));
    for (const request of busy) await engine.startRun(request, 'busy');
    await pollUntil(
      () => engine.services.inFlight.runs().length,
      (calls) => calls === busyRuns,
    );
    await engine.startRun(wideRequest(1, { runId: quietRun }), 'quiet');
    const events = await engine.eventsUntil(quietRun, isOver, { tenantId: 'quiet' });
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    isQuietOver = true;
    const order = provider.meter.calls.map((call) =>
      textOf(call).includes(quietRun) ? 'quiet' : 'busy',
    );
    const untilQuietEnded = order.slice(0, order.lastIndexOf('quiet') + 1);
    const stretches = untilQuietEnded.join('').split('quiet');
    const longest = Math.max(...stretches.map((calls) => calls.length / 'busy'.length));
    expect(stretches.length).toBeGreaterThan(3);
    // One that was in flight when the quiet call came, and the next in turn.
    expect(longest).toBeLessThanOrEqual(2);
    await Promise.all(busy.map(({ runId }) => engine.control(runId, 'stop', 'busy')));
  });
});
