import { expect, test } from 'vitest';
import { type BilledCall, checkBill } from './bill.ts';
import { checkEvents, checkRuns, checkWrites, type Finding, settle } from './checks.ts';
import type { MadeFault } from './faults.ts';
import { checkEnds } from './leftovers.ts';
import { makeSeenTenant } from './seen-tenant.ts';
import type { Target } from './system.ts';

type Seen = ReturnType<typeof makeSeenTenant>;
function rulesOf(findings: Finding[]): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}
const findAll = async ({ journal, tenant }: Seen) =>
  rulesOf([...(await checkRuns(journal, [tenant])), ...(await checkWrites(journal, [tenant]))]);

// FLT-3
test('what fits breaks no promise', async () => {
  expect(await findAll(makeSeenTenant())).toEqual([]);
});

// FLT-3
test.each<[string, (seen: Seen) => unknown, string]>([
  [
    'a run that has not ended',
    ({ journal }) => Object.assign(journal.runs[1] ?? {}, { ended: null }),
    'every run ends',
  ],
  [
    'a run that failed after it was completed',
    ({ shown }) => Object.assign(shown.exported.runs[0] ?? {}, { status: 'failed' }),
    'a run stays as it ended',
  ],
  ['a second run of one key', ({ journal }) => journal.runs.pop(), 'one key, one run'],
  ['a lost document', ({ shown }) => shown.versions.get('demand.md')?.pop(), 'every document once'],
  [
    'a double document',
    ({ shown }) => shown.versions.get('offer.md')?.push({ version: 3, runId: 'r2', reviews: [] }),
    'every document once',
  ],
  [
    'an engagement of nobody',
    ({ shown }) => shown.engagements.push({ id: 'e2', name: 'Matter' }),
    'every acknowledged write once',
  ],
  ['a lost comment', ({ shown }) => shown.comments.pop(), 'every acknowledged write once'],
  [
    'a double comment',
    ({ shown }) => shown.comments.push({ body: 'a comment' }),
    'every acknowledged write once',
  ],
  [
    'a changed file',
    ({ shown }) => Object.assign(shown.files[0] ?? {}, { text: 'a,c' }),
    'every acknowledged write once',
  ],
  [
    'a lost review',
    ({ journal }) => journal.writes.push({ kind: 'review', engagementId: 'e1', text: 'good' }),
    'every acknowledged write once',
  ],
])('%s is found', async (_name, breakPromise, rule) => {
  const seen = makeSeenTenant();
  breakPromise(seen);
  expect(await findAll(seen)).toEqual([rule]);
});

// FLT-3
test('a lost event and one with two ids are found, and a repeated delivery is none', () => {
  const { journal } = makeSeenTenant();
  const names = [
    'engagement.started',
    'engagement.completed',
    ...Array(3).fill('deliverable.ready'),
  ];
  const all = ['r1', 'r2'].flatMap((runId) =>
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
const service = (name: string): Target => ({ kind: 'service', name });
const postgres: Target = { kind: 'server', name: 'postgres' };
const fault = (target: Target, atMs: number): MadeFault => ({
  kind: 'kill',
  targets: [target],
  beganAtMs: atMs,
  endedAtMs: atMs + 100,
  mayTakeLease: true,
  failure: null,
});

// FLT-3
test('an answer that is paid twice is excused by a fault of its engine at its time alone', () => {
  const { tenant } = makeSeenTenant();
  const twice = [call(1, 'a'), call(2, 'a', 'engine-2')];
  const find = (faults: MadeFault[]) =>
    rulesOf(checkBill(twice, faults, [tenant], { count: 0, usd: 0 }).findings);
  const found = ['no paid answer asked for twice'];
  expect(find([])).toEqual(found);
  expect(find([fault(service('engine-2'), 10_000)])).toEqual(found);
  expect(find([fault(service('engine-1'), 30_000)])).toEqual(found);
  const excuses = [
    service('engine-1'),
    postgres,
    { kind: 'link', from: 'engine-1', to: 'postgres' },
  ];
  for (const target of excuses as Target[]) expect(find([fault(target, 10_000)])).toEqual([]);
});

// FLT-3
test('a cost shown below the bill is found, and one above it that no interrupted call explains', () => {
  const { tenant, shown } = makeSeenTenant();
  const find = (costs: number, usd: number) => {
    for (const run of shown.exported.runs) run.estimatedCost = costs / 2;
    const calls = [call(1, 'a'), call(2, 'b')];
    const unknown = { count: 1, usd };
    return rulesOf(
      checkBill(calls, [fault(service('engine-1'), 10_000)], [tenant], unknown).findings,
    );
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
  for (const faults of [[], [fault(service('engine-2'), 15_000)], [fault(postgres, 21_000)]])
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
