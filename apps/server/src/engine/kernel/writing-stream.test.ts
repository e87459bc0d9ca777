import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
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
  const { signal } = new AbortController();
  const pieces: WritingEvent[] = [];
  for await (const event of engine.calls.readRunEvents(testTenant, request.runId, 0, signal))
    if (isPiece(event)) pieces.push(event);
  expect(pieces.length).toBeGreaterThan(2);
  let text = '';
  for (const piece of pieces) {
    expect(piece).not.toHaveProperty('seq');
    if (piece.purpose === 'draft') text = text.slice(0, piece.offset) + piece.text;
  }
  expect(text).toBe(draft);
  const stored = await engine.asSuperuser(
    `select from engine.events where run_id = $1 and type = 'writing'`,
    [request.runId],
  );
  expect(stored).toEqual([]);
});

function isPiece(event: EngineEvent | WritingEvent): event is WritingEvent {
  return event.type === 'writing';
}
