import { expect, test } from 'vitest';
import { type BilledCall, checkBill } from './bill.ts';
import {
  checkEvents,
  checkRuns,
  checkWrites,
  type Finding,
  type StoredWork,
  settle,
} from './checks.ts';
import { type AcknowledgedWrite, type Journal, openJournal } from './consultant.ts';
import type { MadeFault } from './faults.ts';
import { checkEnds } from './leftovers.ts';
import type { Target } from './system.ts';

function rulesOf(findings: Finding[]): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

const runIds = ['r1', 'r2'];
const writes: AcknowledgedWrite[] = [
  { kind: 'engagement', engagementId: 'e1', text: 'Matter' },
  { kind: 'comment', engagementId: 'e1', text: 'a comment' },
  { kind: 'review', engagementId: 'e1', text: 'good' },
  { kind: 'attachment', engagementId: 'e1', text: 'hash' },
];

/** Returns two completed runs and a write of each kind as they were seen, and as they are stored. */
function makeWork(): { journal: Journal; stored: StoredWork } {
  const ended = { status: 'completed', error: null };
  const journal: Journal = {
    ...openJournal(),
    runs: runIds.map((runId) => ({ engagementId: 'e1', runId, ended })),
    writes: [...writes],
  };
  const runs = runIds.map((id) => {
    const documents = ['demand.md', 'costs.md', 'offer.md'];
    return { id, ...ended, costUsd: 0.5, documents, starts: 1 };
  });
  const acts = { 'engagement.create': 1, 'comment.create': 1, 'deliverable.review': 1 };
  return { journal, stored: { runs, writes: [...writes], acts } };
}

type Work = ReturnType<typeof makeWork>;
const findAll = ({ journal, stored }: Work) =>
  rulesOf([...checkRuns(journal, stored), ...checkWrites(journal, stored)]);

// FLT-3
test('what fits breaks no promise', () => {
  expect(findAll(makeWork())).toEqual([]);
});

const once = 'every acknowledged write once';

// FLT-3
test.each<[string, (work: Work) => unknown, string]>([
  [
    'a run that has not ended',
    ({ journal }) => Object.assign(journal.runs[1] ?? {}, { ended: null }),
    'every run ends',
  ],
  [
    'a run that failed after it was completed',
    ({ stored }) => Object.assign(stored.runs[0] ?? {}, { status: 'failed' }),
    'a run stays as it ended',
  ],
  ['a lost run', ({ stored }) => stored.runs.pop(), 'a run stays as it ended'],
  ['a second run of one key', ({ journal }) => journal.runs.pop(), 'one key, one run'],
  ['a lost document', ({ stored }) => stored.runs[0]?.documents.pop(), 'every document once'],
  [
    'a double document',
    ({ stored }) => stored.runs[0]?.documents.push('offer.md'),
    'every document once',
  ],
  [
    'an act without an entry',
    ({ stored }) => Object.assign(stored.acts, { 'comment.create': 0 }),
    'every act is in the audit log once',
  ],
  ['a lost write', ({ stored }) => stored.writes.pop(), once],
  ['a double write', ({ stored }) => stored.writes.push(...writes.slice(0, 1)), once],
  ['a write of nobody', ({ journal }) => journal.writes.pop(), once],
])('%s is found', (_name, breakPromise, rule) => {
  const work = makeWork();
  breakPromise(work);
  expect(findAll(work)).toEqual([rule]);
});

// FLT-3
test('a lost event and one with two ids are found, and a repeated delivery is none', () => {
  const { journal } = makeWork();
  const names = [
    'engagement.started',
    'engagement.completed',
    ...Array(3).fill('deliverable.ready'),
  ];
  const all = runIds.flatMap((runId) =>
    names.map((event, at) => {
      const filename = event === 'deliverable.ready' ? { filename: `${at}.md` } : {};
      return { deliveryId: `${runId}-${at}`, event, data: { runId, ...filename } };
    }),
  );
  expect(checkEvents(journal, [...all, ...all.slice(0, 1)])).toEqual([]);
  expect(rulesOf(checkEvents(journal, all.slice(1)))).toEqual(['every event delivered']);
  const second = { deliveryId: 'x', event: 'engagement.completed', data: { runId: 'r2' } };
  expect(rulesOf(checkEvents(journal, [...all, second]))).toEqual(['every event delivered']);
});

const call = (number: number, content: string, key = 'engine-1'): BilledCall => ({
  number,
  key,
  startedAtMs: 10_000 * number - 1_000,
  finishedAtMs: 10_000 * number,
  body: { model: 'm', messages: [{ role: 'user', content }] },
  outcome: 'answered',
  costNanoUsd: 500_000_000,
});
const engine1: Target = { name: 'engine-1' };
const postgres: Target = { name: 'postgres' };
const fault = (target: Target, atMs: number): MadeFault => ({
  kind: 'kill',
  target,
  beganAtMs: atMs,
  endedAtMs: atMs + 100,
  mayTakeLease: true,
  failure: null,
});

// FLT-3
test('an answer that is paid twice is excused by a fault of its engine at its time alone', () => {
  const { stored } = makeWork();
  const twice = [call(1, 'a'), call(2, 'a', 'engine-2')];
  const find = (faults: MadeFault[]) =>
    rulesOf(checkBill(twice, faults, stored, { count: 0, usd: 0 }).findings);
  const found = ['no paid answer asked for twice'];
  expect(find([])).toEqual(found);
  expect(find([fault({ name: 'engine-2' }, 10_000)])).toEqual(found);
  expect(find([fault(engine1, 30_000)])).toEqual(found);
  for (const target of [engine1, postgres, { ...engine1, to: 'postgres' }])
    expect(find([fault(target, 10_000)])).toEqual([]);
});

// FLT-3
test('a cost shown below the bill is found, and one above it that no interrupted call explains', () => {
  const { stored } = makeWork();
  const find = (costs: number, usd: number) => {
    for (const run of stored.runs) run.costUsd = costs / 2;
    const calls = [call(1, 'a'), call(2, 'b')];
    const faults = [fault(engine1, 10_000)];
    return rulesOf(checkBill(calls, faults, stored, { count: 1, usd }).findings);
  };
  expect(find(1, 0)).toEqual([]);
  expect(find(0.9, 0)).toEqual(['the cost shown covers the bill']);
  expect(find(1.4, 0.4)).toEqual([]);
  expect(find(1.4, 0.3)).toHaveLength(1);
});

// FLT-3
test('an end is found, unless a fault kept its service from the database at that time', () => {
  const find = (code: number, faults: MadeFault[]) =>
    checkEnds([{ name: 'engine-1', endings: [{ atMs: 20_000, code, signal: null }] }], faults);
  expect(find(1, [fault(postgres, 15_000)])).toEqual({ byDesign: 1, findings: [] });
  for (const faults of [[], [fault({ name: 'engine-2' }, 15_000)], [fault(postgres, 21_000)]])
    expect(rulesOf(find(1, faults).findings)).toEqual(['no service ends by itself']);
  expect(find(3, [fault(postgres, 15_000)]).findings).toHaveLength(1);
});

// FLT-3
test('a check that throws has found that it could not be made, until it can be made', async () => {
  const failing = () => Promise.reject(new Error('no connection'));
  const finding = { rule: 'no orphan row', detail: 'could not be checked: Error: no connection' };
  expect(await settle('no orphan row', failing)).toEqual([finding]);
  let tries = 0;
  const later = () => {
    tries += 1;
    return tries === 1 ? failing() : [];
  };
  expect(await settle('no orphan row', later, 5_000)).toEqual([]);
});
