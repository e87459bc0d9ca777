import type { RunEvent } from '@ecp/sdk/follow-run';
import { expect, test } from 'vitest';
import { applyWriting, type DraftTexts } from './run-feed.ts';

const piece = (offset: number, text: string, call = 'call-1', taskId = 'a'): RunEvent => {
  return {
    id: null,
    type: 'writing',
    timestamp: '2026-03-02T10:00:00.000Z',
    taskId,
    call,
    purpose: 'draft',
    offset,
    text,
  };
};
const other = (type: string, facts: object) => ({ id: 'r:9', type, ...facts }) as RunEvent;
const none: DraftTexts = new Map();
const textOf = (...events: RunEvent[]) => applyWriting(none, events).get('a');

// FOL-13
test.each([
  ['grows with each piece', [piece(0, 'Dem'), piece(3, 'and')], { text: 'Demand', missing: 0 }],
  [
    'takes a repeated beginning once',
    [piece(0, 'Dem'), piece(0, 'Demand')],
    { text: 'Demand', missing: 0 },
  ],
  [
    'keeps what an old piece repeats',
    [piece(0, 'Demand'), piece(0, 'De')],
    { text: 'Demand', missing: 0 },
  ],
  [
    'is cut when it begins again otherwise',
    [piece(0, 'Thinking aloud'), piece(0, 'Demand')],
    { text: 'Demand' },
  ],
  [
    'begins where the page began to listen',
    [piece(40, 'and'), piece(43, ' on')],
    { text: 'and on', missing: 40 },
  ],
  ['goes on behind a gap', [piece(0, 'Dem'), piece(30, 'later')], { text: 'later', missing: 30 }],
  [
    'gets a beginning that arrives later',
    [piece(40, 'on'), piece(0, 'Whole text')],
    { text: 'Whole text', missing: 0 },
  ],
  [
    'starts anew with another call',
    [piece(0, 'Demand'), piece(0, 'Cost', 'call-2')],
    { text: 'Cost', call: 'call-2' },
  ],
] as const)('a text that is being written %s', (_, events, expected) => {
  expect(textOf(...events)).toMatchObject(expected);
});

// FOL-13
test.each([
  ['its document', other('deliverable', { taskId: 'a', filename: 'a.md' })],
  ['its task', other('task_complete', { taskId: 'a', status: 'failed' })],
  ['the run', other('status', { status: 'failed' })],
])('a text ends with %s', (_, end) => {
  expect(applyWriting(none, [piece(0, 'Demand'), end]).size).toBe(0);
});

test('a text is finished when its call is paid, and stays; another call begins a new one', () => {
  const paid = (purpose: string, answered = true) =>
    other('cost', { call: { taskId: 'a', agent: 'x', purpose, answered, cost: 0.1 } });
  const finished = (...events: RunEvent[]) => textOf(piece(0, 'Demand'), ...events)?.isFinished;
  expect(finished(paid('draft'))).toBe(true);
  expect(finished(paid('draft'), piece(6, '.'))).toBe(true);
  expect(finished(paid('draft', false))).toBe(false);
  expect(finished(paid('observe'), other('cost', {}))).toBe(false);
  expect(finished(paid('draft'), piece(0, 'Anew', 'call-2'))).toBe(false);
});

test('a pause, a report and another task’s document end no text; other events change nothing', () => {
  const texts = applyWriting(none, [piece(0, 'Demand'), piece(0, 'Cost', 'call-2', 'b')]);
  const after = [
    other('status', { status: 'paused' }),
    other('deliverable', { taskId: null, filename: '_run_report.md' }),
    other('log', { message: 'x' }),
  ];
  expect(applyWriting(texts, after)).toBe(texts);
  const left = applyWriting(texts, [other('deliverable', { taskId: 'b', filename: 'b.md' })]);
  expect([...left.keys()]).toEqual(['a']);
});
