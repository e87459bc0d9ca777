import { expect, test } from 'vitest';
import { type BilledCall, checkBill } from './bill.ts';
import { checkEvents, checkRuns, checkWrites, readExports, settle } from './checks.ts';
import type { MadeFault } from './faults.ts';
import { checkEnds } from './leftovers.ts';
import { makeSeenTenant } from './seen-tenant.ts';
import type { Target } from './system.ts';
import type { AcceptedDelivery } from './webhook-receiver.ts';

type Seen = ReturnType<typeof makeSeenTenant>;
const details = (findings: { rule: string; detail: string }[]) =>
  findings.map(({ detail }) => detail);

// FLT-3
test('runs and documents that fit what clients saw break no promise', async () => {
  const { journal, tenant } = makeSeenTenant();
  expect(await checkRuns(journal, await readExports([tenant]))).toEqual([]);
  expect(await checkWrites(journal, [tenant])).toEqual([]);
});

// FLT-3
test.each<[string, (seen: Seen) => void, string[]]>([
  [
    'a run that has not ended',
    ({ journal }) => Object.assign(journal.runs[1] ?? {}, { ended: null }),
    ['r2 of e1'],
  ],
  [
    'a failed run',
    ({ journal, shown }) => {
      Object.assign(journal.runs[0] ?? {}, { ended: { status: 'failed', error: 'lost', atMs: 1 } });
      Object.assign(shown.exported.runs[0] ?? {}, { status: 'failed' });
    },
    ['r1: failed, lost'],
  ],
  [
    'a second run of one key',
    ({ journal }) => journal.runs.pop(),
    ["r2 of e1 (completed) is nobody's"],
  ],
  [
    'a run that was completed and failed later',
    ({ shown }) => Object.assign(shown.exported.runs[0] ?? {}, { status: 'failed', error: 'lost' }),
    ['r1 ended completed and is failed now: lost'],
  ],
  [
    'a run that is gone',
    ({ shown }) => shown.exported.runs.shift(),
    [
      'r1 of e1 is gone',
      'version 1 of demand.md is of run r1, which is not there',
      'costs.md',
      'offer.md',
    ],
  ],
  [
    'a missing document beside a failed run',
    ({ journal, shown }) => {
      Object.assign(journal.runs[1] ?? {}, { ended: { status: 'failed', error: 'lost', atMs: 1 } });
      Object.assign(shown.exported.runs[1] ?? {}, { status: 'failed' });
      shown.versions['demand.md']?.shift();
    },
    ['r2: failed, lost', 'r1 left 2 of 3 documents: costs.md, offer.md'],
  ],
  [
    'a double document',
    ({ shown }) => shown.versions['offer.md']?.push({ version: 3, runId: 'r2', reviews: [] }),
    ['r2 left 4 of 3 documents: demand.md, costs.md, offer.md, offer.md'],
  ],
])('%s is found', async (_name, breakPromise, expected) => {
  const seen = makeSeenTenant();
  breakPromise(seen);
  const found = details(await checkRuns(seen.journal, [seen.tenant]));
  expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
});

// FLT-3
test.each<[string, (seen: Seen) => void, string]>([
  [
    'a lost engagement',
    ({ shown }) => shown.engagements.pop(),
    'engagement "Matter" of e1 is there 0 times',
  ],
  [
    "nobody's engagement",
    ({ shown }) => shown.engagements.push({ id: 'e2', name: 'Matter' }),
    `engagement e2 "Matter" is nobody's`,
  ],
  [
    'a lost comment',
    ({ shown }) => shown.comments.pop(),
    'comment "a comment" of e1 is there 0 times',
  ],
  ['a lost file', ({ shown }) => shown.files.pop(), 'attachment "a,b" of e1 is there 0 times'],
  [
    'a changed file',
    ({ shown }) => Object.assign(shown.files[0] ?? {}, { text: 'a,c' }),
    'attachment "a,b" of e1 is there 0 times',
  ],
  [
    'a double comment',
    ({ shown }) => shown.comments.push({ body: 'a comment' }),
    'is there 2 times',
  ],
  [
    'a lost review',
    ({ journal }) => journal.writes.push({ kind: 'review', engagementId: 'e1', text: 'approved' }),
    'review "approved" of e1 is there 0 times',
  ],
])('%s is found', async (_name, breakPromise, expected) => {
  const seen = makeSeenTenant();
  breakPromise(seen);
  expect(details(await checkWrites(seen.journal, [seen.tenant]))).toEqual([
    expect.stringContaining(expected),
  ]);
});

// FLT-3
test('a review that is there is found in one version of one document', async () => {
  const { journal, shown, tenant } = makeSeenTenant();
  shown.exported.deliverables.splice(1);
  shown.versions['demand.md']?.[0]?.reviews.push({ notes: 'approved' });
  journal.writes.push({ kind: 'review', engagementId: 'e1', text: 'approved' });
  expect(await checkWrites(journal, [tenant])).toEqual([]);
});

const deliveriesOf = (runId: string): AcceptedDelivery[] =>
  [
    'engagement.started',
    'deliverable.ready',
    'deliverable.ready',
    'deliverable.ready',
    'engagement.completed',
  ].map((event, number) => ({
    deliveryId: `${runId}-${number}`,
    event,
    data: { runId, ...(event === 'deliverable.ready' && { filename: `${number}.md` }) },
  }));

// FLT-3
test('a missing event and one with two ids are found, a document told twice too, and a repeated delivery is none', () => {
  const { journal } = makeSeenTenant();
  const all = [...deliveriesOf('r1'), ...deliveriesOf('r2')];
  expect(checkEvents(journal, [...all, ...all.slice(0, 1)])).toEqual([]);
  expect(details(checkEvents(journal, all.slice(1)))).toEqual([
    'engagement.started of run r1: 0 about 0 instead of 1',
  ]);
  const second = { deliveryId: 'x', event: 'engagement.completed', data: { runId: 'r2' } };
  expect(details(checkEvents(journal, [...all, second]))).toEqual([
    'engagement.completed of run r2: 2 about 1 instead of 1',
  ]);
  const twice = all.map((one) =>
    one.deliveryId === 'r1-2' ? { ...one, data: all[1]?.data ?? {} } : one,
  );
  expect(details(checkEvents(journal, twice))).toEqual([
    'deliverable.ready of run r1: 3 about 2 instead of 3',
  ]);
  const [failed] = journal.runs;
  Object.assign(failed ?? {}, { ended: { status: 'failed', error: 'lost', atMs: 1 } });
  expect(details(checkEvents(journal, all))).toEqual([
    'engagement.failed of run r1: 0 about 0 instead of 1',
  ]);
});

const call = (number: number, prompt: string, key = 'engine-1'): BilledCall => ({
  number,
  key,
  startedAtMs: 10_000 * number - 1_000,
  finishedAtMs: 10_000 * number,
  body: { model: 'm', messages: [{ role: 'user', content: prompt }] },
  outcome: 'answered',
  costNanoUsd: 500_000_000,
});
const service = (name: string): Target => ({ kind: 'service', name });
const link = (from: string, to: string): Target => ({ kind: 'link', from, to });
const postgres: Target = { kind: 'server', name: 'postgres' };
const redis: Target = { kind: 'server', name: 'redis' };
const provider: Target = { kind: 'server', name: 'provider' };
const fault = (target: Target, atMs: number, forMs = 100): MadeFault => ({
  kind: 'kill',
  targets: [target],
  beganAtMs: atMs,
  endedAtMs: atMs + forMs,
  mayTakeLease: true,
  failure: null,
});
const nothingUnknown = { count: 0, usd: 0 };

// FLT-3
test('an answer that is paid twice is excused by a fault of its engine at its time alone', () => {
  const { tenant } = makeSeenTenant();
  const check = (calls: BilledCall[], faults: MadeFault[]) =>
    details(checkBill(calls, faults, [tenant], nothingUnknown).findings);
  const twice = [call(1, 'a'), call(2, 'a', 'engine-2')];
  const found = [
    'call 1 of engine-1 (0.5 USD), answered at 1970-01-01T00:00:10.000Z, was asked again at 1970-01-01T00:00:19.000Z as call 2 of engine-2',
  ];
  expect(check(twice, [])).toEqual(found);
  expect(
    check(twice, [
      fault(redis, 10_000),
      fault(service('engine-2'), 10_000),
      fault(service('engine-12'), 10_000),
    ]),
  ).toEqual(found);
  expect(check(twice, [fault(service('engine-1'), 30_000)])).toEqual(found);
  for (const target of [service('engine-1'), link('engine-1', 'postgres'), postgres, provider]) {
    expect(check(twice, [fault(target, 10_000)])).toEqual([]);
  }
});

// FLT-3
test('a fault excuses one repeated answer of each call and engine, however long it lasts', () => {
  const { tenant, shown } = makeSeenTenant();
  Object.assign(shown.exported.runs[0] ?? {}, { estimatedCost: 1 });
  const long = [fault(postgres, 5_000, 90_000)];
  const check = (calls: BilledCall[]) =>
    details(checkBill(calls, long, [tenant], nothingUnknown).findings);
  expect(
    check([call(1, 'a'), call(2, 'a', 'engine-2'), call(3, 'a', 'engine-3'), call(4, 'b')]),
  ).toEqual([]);
  expect(check([call(1, 'a'), call(2, 'a'), call(3, 'a'), call(4, 'b')])).toEqual([
    'call 2 of engine-1 (0.5 USD), answered at 1970-01-01T00:00:20.000Z, was asked again at 1970-01-01T00:00:29.000Z as call 3 of engine-1',
  ]);
});

// FLT-3
test('a bill above the cost shown is found', () => {
  const { tenant, shown } = makeSeenTenant();
  const check = () => checkBill([call(1, 'a'), call(2, 'b')], [], [tenant], nothingUnknown);
  expect(check().findings).toEqual([]);
  Object.assign(shown.exported.runs[0] ?? {}, { estimatedCost: 0.4 });
  expect(details(check().findings)).toEqual(['billed 1, shown 0.9, repeated 0']);
});

// FLT-3
test('a cost shown above the bill is found, unless faults interrupted calls of that worst case', () => {
  const { tenant, shown } = makeSeenTenant();
  Object.assign(shown.exported.runs[0] ?? {}, { estimatedCost: 0.9 });
  const check = (faults: MadeFault[], count: number, usd: number) =>
    details(checkBill([call(1, 'a'), call(2, 'b')], faults, [tenant], { count, usd }).findings);
  const atCalls = [fault(service('engine-1'), 10_000, 10_000)];
  expect(check(atCalls, 2, 0.4)).toEqual([]);
  expect(check(atCalls, 2, 0.3)).toEqual(['shown 1.4, billed 1, worst case 0.3']);
  expect(check(atCalls, 3, 0.4)).toEqual(['3 calls of unknown outcome, at most 2 interrupted']);
  expect(check([fault(link('engine-1', 'provider'), 10_000, 10_000)], 8, 0.4)).toEqual([]);
  expect(check([fault(service('engine-1'), 30_000)], 1, 0.4)).toEqual([
    '1 calls of unknown outcome, at most 0 interrupted',
  ]);
  expect(check([fault(service('platform-1'), 10_000)], 1, 0.4)).toEqual([
    '1 calls of unknown outcome, at most 0 interrupted',
  ]);
});

// FLT-3
test('an end is found, unless a fault kept its service from the database at that time', () => {
  const ends = (code: number | null, atMs: number, faults: MadeFault[]) =>
    checkEnds(
      [{ name: 'engine-1', endings: [{ atMs, code, signal: code === null ? 'SIGABRT' : null }] }],
      faults,
    );
  const expected = {
    byDesign: 0,
    findings: [
      { rule: 'no service ends by itself', detail: 'engine-1: 1970-01-01T00:00:20.000Z code 1' },
    ],
  };
  expect(ends(1, 20_000, [])).toEqual(expected);
  for (const target of [service('engine-2'), link('engine-1', 'provider'), redis]) {
    expect(ends(1, 20_000, [fault(target, 15_000)])).toEqual(expected);
  }
  expect(ends(1, 20_000, [{ ...fault(service('engine-1'), 15_000), mayTakeLease: false }])).toEqual(
    expected,
  );
  expect(ends(1, 20_000, [fault(service('engine-1'), 21_000)])).toEqual(expected);
  expect(ends(1, 50_200, [fault(service('engine-1'), 20_000)]).findings).toHaveLength(1);
  for (const code of [null, 3])
    expect(ends(code, 20_000, [fault(service('engine-1'), 15_000)]).findings).toHaveLength(1);
  const ahead: Target = { kind: 'service', name: 'engine-1', state: 'an hour ahead' };
  const everything: Target = { kind: 'everything' };
  for (const target of [
    service('engine-1'),
    ahead,
    link('engine-1', 'postgres'),
    postgres,
    everything,
  ]) {
    expect(ends(1, 20_000, [fault(target, 15_000)])).toEqual({ byDesign: 1, findings: [] });
  }
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
