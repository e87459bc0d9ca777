import type { Figure } from '@ecp/contract/values/figures';
import { beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});

const sales = (value: number): Figure => {
  const text = `EUR ${value.toLocaleString('en')}`;
  return {
    label: 'net sales',
    unit: 'EUR',
    period: '2024',
    value,
    text,
    section: null,
    state: 'verified',
  };
};

// CHK-6
it('figures of earlier documents reach every writer and observer, and the report lists those that conflict', async () => {
  const figures = [
    { filename: 'board-paper.md', version: 3, figures: [sales(4_812_000)] },
    { filename: 'price-study.md', version: 1, figures: [sales(4_655_000)] },
    // The run writes this one again, so its old figures count no more.
    { filename: 'market-research.md', version: 1, figures: [sales(1)] },
  ];
  provider.respondWith((body) =>
    purposeOf({ body }) === 'observe'
      ? JSON.stringify({ score: 90, strengths: [], issues: [] })
      : null,
  );
  const request = runRequest({ tasks: [{ id: 'market', name: 'Market research' }], figures });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  for (const purpose of ['draft', 'observe']) {
    const [prompt = ''] = calls.filter((call) => purposeOf(call) === purpose).map(textOf);
    expect(prompt.includes('- net sales (EUR, 2024): EUR 4,812,000, board-paper.md')).toBe(true);
    expect(prompt.includes('- net sales (EUR, 2024): EUR 4,655,000, price-study.md')).toBe(true);
    expect(prompt.includes('market-research.md')).toBe(false);
  }
  const report =
    ofType(events, 'deliverable').find(({ filename }) => filename === '_run_report.md')?.content ??
    '';
  expect(report).toContain(
    '- net sales, 2024: EUR 4,812,000 (board-paper.md) / EUR 4,655,000 (price-study.md)',
  );
  const document = ofType(events, 'deliverable').find(({ taskId }) => taskId === 'market');
  expect(document).toHaveProperty('figures');
  expect(document).toHaveProperty('citationCounts.verified');
});
