import { thriftyOptions } from '@ecp/testing/server-programs';
import { expect, test } from 'vitest';
import { allFaults } from '../ops/chaos/faults.ts';
import { runChaos } from '../ops/chaos/run-chaos.ts';

/**
 * The short form of `npm run chaos`: outages of half a second at most. Other tests kill engines.
 */
const planned = [
  { kind: 'engine stopped and continued', forMs: 500, choice: 0.9 },
  { kind: 'proxy answers 404', forMs: 500, choice: 0.5 },
  { kind: 'connections cut', forMs: 500, choice: 0.9 },
  { kind: 'Postgres killed', forMs: 0, choice: 0 },
];

// FLT-2
test('killed, frozen and cut off, the product keeps what clients, receivers and the provider saw', async () => {
  const { made, findings, journal } = await runChaos({
    planned,
    kinds: allFaults,
    recoveryMs: 0,
    stopped: new AbortController().signal,
    log: () => undefined,
    platforms: 1,
    engines: 2,
    nodeOptions: thriftyOptions,
    modelMs: 250,
    engagements: 2,
    pauseMs: 0,
  });
  expect(findings).toEqual([]);
  expect(made).toHaveLength(planned.length);
  expect(journal.runs.length).toBeGreaterThanOrEqual(2);
});
