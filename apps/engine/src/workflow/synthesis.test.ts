import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../testing/engine-client.ts';
import { type PricedProvider, purposeOf, startPricedProvider, textOf } from '../../testing/priced-provider.ts';
import { runRequest } from '../../testing/run-request.ts';
import { startTestEngine, type TestEngine } from '../../testing/start-test-engine.ts';

let provider: PricedProvider;
let engine: TestEngine;
beforeAll(async () => {
  provider = await startPricedProvider();
  provider.respondWith((body) => {
    if (purposeOf({ body }) !== 'draft') return null;
    const text = textOf({ body });
    if (text.includes('Task: Market research')) return '# Market\n\nNet sales were EUR 40 million in 2024.\n';
    if (text.includes('Task: Cost analysis')) return '# Costs\n\nNet sales were EUR 55 million in 2024.\n';
    return '# Paper\n\nStart with one line.\n';
  });
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

// SYN-2
it('tells the writer of the paper what the documents say, and where their figures differ', async () => {
  const tasks = [
    { id: 'market', name: 'Market research' },
    { id: 'costs', name: 'Cost analysis' },
    { id: 'paper', name: 'Board paper', dependsOn: ['market', 'costs'], synthesis: true },
  ];
  const request = runRequest({ tasks });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
  const draft = provider.meter.calls.find(
    (call) => purposeOf(call) === 'draft' && textOf(call).includes('Task: Board paper'),
  );
  const text = draft ? textOf(draft) : '';
  expect(text).toContain('Net sales were EUR 40 million in 2024.');
  expect(text).toContain('conflicting figures');
  expect(text).toContain('55 million (cost-analysis.md)');
  expect(ofType(events, 'score').find(({ taskId }) => taskId === 'paper')?.rubricType).toBe('synthesis');
});
