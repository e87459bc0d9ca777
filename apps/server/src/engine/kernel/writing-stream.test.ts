import { tenantHeader } from '@ecp/contract/engine/engine-api';
import { beforeAll, expect, it } from 'vitest';
import { testTenant } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf } from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});

// FOL-14
it('the stream shows a draft while it is written, without numbers and without storing it', async () => {
  const draft = `# Market\n\n${'The market grows by 14 % a year. '.repeat(40)}`;
  provider.behave({ slow: { everyMs: 20, forMs: 1_500, sends: 'chunks' } });
  provider.respondWith((body) => (purposeOf({ body }) === 'draft' ? draft : null));
  const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });
  await engine.startRun(request);
  const headers = { authorization: `Bearer ${engine.token}`, [tenantHeader]: testTenant };
  const response = await fetch(`${engine.baseUrl}/runs/${request.runId}/stream`, { headers });
  const stream = await response.text();
  const blocks = stream.split('\n\n').filter((block) => block.includes('"type":"writing"'));
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expect(block).toMatch(/^data: /);
  let text = '';
  for (const block of blocks) {
    const event = JSON.parse(block.slice('data: '.length));
    if (event.purpose === 'draft') text = text.slice(0, event.offset) + event.text;
  }
  expect(text).toBe(draft);
  const stored = await engine.asSuperuser(
    `select from engine.events where run_id = $1 and type = 'writing'`,
    [request.runId],
  );
  expect(stored).toEqual([]);
});
