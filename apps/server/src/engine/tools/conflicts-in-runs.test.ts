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

const sources = [
  {
    id: 'att1-1',
    title: 'report.pdf',
    location: 'page 4',
    text: 'Net sales in 2024 were EUR 4.8 million.',
  },
  {
    id: 'att2-1',
    title: 'memo.md',
    location: null,
    text: 'Net sales in 2024 came to EUR 4.1 million.',
  },
];
const values = [
  { value: 4_800_000, text: 'were EUR 4.8 million', filename: 'report.pdf' },
  { value: 4_100_000, text: 'came to EUR 4.1 million', filename: 'memo.md' },
];
const note = (input: object) => ({ name: 'note_conflict', arguments: JSON.stringify(input) });

// CON-5, CON-6
it('agents report a conflict once, later tasks and the report are told, and a wrong report is answered', async () => {
  const about = 'Net sales 2024';
  const wrong = [values[0], { ...values[1], text: 'came to EUR 4.2 million' }];
  // Each task asks twice, and each round executes the earlier ones again.
  provider.respondWith((body) => {
    if (purposeOf({ body }) === 'observe')
      return JSON.stringify({ score: 90, strengths: [], issues: [] });
    const rounds = body.messages.filter(({ role }) => role === 'tool').length;
    if (purposeOf({ body }) !== 'draft' || rounds > 1) return null;
    return { toolCalls: [note({ about, values: rounds === 0 ? wrong : values })] };
  });
  const settlement = { chosen: 0, reason: 'the register says so', by: 'Ada' };
  const given = [12, 14].map((value, at) => ({
    value,
    text: `${value} shops`,
    place: null,
    filename: values[at]?.filename ?? '',
  }));
  const request = runRequest({
    sources,
    conflicts: [
      { id: 'earlier', kind: 'sources', about: 'Number of shops', values: given, settlement },
    ],
    tasks: [
      { id: 'market', name: 'Market research' },
      { id: 'price', name: 'Price study', dependsOn: ['market'] },
    ],
  });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const [noted, ...others] = ofType(events, 'conflict');
  expect(others).toEqual([]);
  expect(noted).toMatchObject({
    conflictId: expect.any(String),
    taskId: 'market',
    agent: expect.any(String),
    about,
    values: [
      { ...values[0], place: 'page 4', sourceId: 'att1-1' },
      { ...values[1], place: null, sourceId: 'att2-1' },
    ],
  });
  const drafts = provider.meter.calls.filter((call) => purposeOf(call) === 'draft').map(textOf);
  const [first = '', second = ''] = drafts;
  expect(first).not.toContain('open conflicts');
  expect(first).toContain(
    'Number of shops: settled: 12 shops (report.pdf), because the register says so',
  );
  expect(JSON.stringify(provider.meter.calls)).toContain(
    'do not stand in memo.md; give them exactly.',
  );
  expect(second).not.toContain('open conflicts');
  const line =
    'Net sales 2024: were EUR 4.8 million (report.pdf, page 4); came to EUR 4.1 million (memo.md)';
  expect(drafts.some((text) => text.includes(`- ${line}`))).toBe(true);
  const codes = ofType(events, 'log').map(({ code }) => code);
  expect(codes.filter((code) => code === 'conflict_noted')).toHaveLength(2);
  const report =
    ofType(events, 'deliverable').find(({ filename }) => filename === '_run_report.md')?.content ??
    '';
  expect(report).toContain(
    'Net sales 2024: were EUR 4.8 million (report.pdf) / came to EUR 4.1 million (memo.md)',
  );
  expect(report).not.toContain('Number of shops');
});
