import { expect, test } from 'vitest';
import type { MadeFault } from '../faults/fault.ts';
import type { AcceptedDelivery } from '../system/webhook-receiver.ts';
import { type BilledCall, checkBill } from './check-bill.ts';
import { checkEvents } from './check-events.ts';
import { checkRuns } from './check-runs.ts';
import { checkWrites } from './check-writes.ts';
import { makeSeenTenant } from './testing/seen-tenant.ts';

type Seen = ReturnType<typeof makeSeenTenant>;
const details = (findings: { rule: string; detail: string }[]) => findings.map(({ detail }) => detail);

// FLT-3
test('runs and documents that fit what clients saw break no promise', async () => {
  const { journal, tenant } = makeSeenTenant();
  expect(await checkRuns(journal, [tenant])).toEqual([]);
  expect(await checkWrites(journal, [tenant])).toEqual([]);
});

// FLT-3
test.each<[string, (seen: Seen) => void, string[]]>([
  ['a run that has not ended', ({ journal }) => Object.assign(journal.runs[1] ?? {}, { ended: null }), ['r2 of e1']],
  [
    'a failed run',
    ({ journal }) => Object.assign(journal.runs[0] ?? {}, { ended: { status: 'failed', error: 'lost', atMs: 1 } }),
    ['r1: failed, lost'],
  ],
  ['a second run of one key', ({ journal }) => journal.runs.pop(), ["r2 of e1 (completed) is nobody's"]],
  ['a missing document', ({ shown }) => shown.deliverables.shift(), ['e1 has 2 documents instead of 3']],
  [
    'a double document',
    ({ shown }) => shown.versions.push({ reviews: [] }),
    ['demand.md of e1 has 3', 'costs.md of e1 has 3', 'offer.md of e1 has 3'],
  ],
])('%s is found', async (_name, breakPromise, expected) => {
  const seen = makeSeenTenant();
  breakPromise(seen);
  const found = details(await checkRuns(seen.journal, [seen.tenant]));
  expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
});

// FLT-3
test.each<[string, (seen: Seen) => void, string]>([
  ['a lost engagement', ({ shown }) => shown.engagements.pop(), 'engagement "Matter" of e1 is there 0 times'],
  [
    "nobody's engagement",
    ({ shown }) => shown.engagements.push({ id: 'e2', name: 'Matter' }),
    `engagement e2 "Matter" is nobody's`,
  ],
  ['a lost comment', ({ shown }) => shown.comments.pop(), 'comment "a comment" of e1 is there 0 times'],
  ['a double comment', ({ shown }) => shown.comments.push({ body: 'a comment' }), 'is there 2 times'],
  [
    'a lost review',
    ({ journal }) => journal.writes.push({ kind: 'review', engagementId: 'e1', text: 'approved' }),
    'review "approved" of e1 is there 0 times',
  ],
])('%s is found', async (_name, breakPromise, expected) => {
  const seen = makeSeenTenant();
  breakPromise(seen);
  expect(details(await checkWrites(seen.journal, [seen.tenant]))).toEqual([expect.stringContaining(expected)]);
});

// FLT-3
test('a review that is there is found in one version of one document', async () => {
  const { journal, shown, tenant } = makeSeenTenant();
  shown.deliverables.splice(1);
  shown.versions[0]?.reviews.push({ notes: 'approved' });
  journal.writes.push({ kind: 'review', engagementId: 'e1', text: 'approved' });
  expect(await checkWrites(journal, [tenant])).toEqual([]);
});

const deliveriesOf = (runId: string): AcceptedDelivery[] =>
  ['engagement.started', 'deliverable.ready', 'deliverable.ready', 'deliverable.ready', 'engagement.completed'].map(
    (event, number) => ({ deliveryId: `${runId}-${number}`, event, data: { runId } }),
  );

// FLT-3
test('a missing event and one that is delivered under two ids are found, and a repeated delivery is none', () => {
  const { journal } = makeSeenTenant();
  const all = [...deliveriesOf('r1'), ...deliveriesOf('r2')];
  expect(checkEvents(journal, [...all, ...all.slice(0, 1)])).toEqual([]);
  expect(details(checkEvents(journal, all.slice(1)))).toEqual(['engagement.started of run r1: 0 instead of 1']);
  const second = { deliveryId: 'x', event: 'engagement.completed', data: { runId: 'r2' } };
  expect(details(checkEvents(journal, [...all, second]))).toEqual(['engagement.completed of run r2: 2 instead of 1']);
  const [failed] = journal.runs;
  Object.assign(failed ?? {}, { ended: { status: 'failed', error: 'lost', atMs: 1 } });
  expect(details(checkEvents(journal, all))).toEqual(['engagement.failed of run r1: 0 instead of 1']);
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
const fault = (target: string, atMs: number): MadeFault => ({
  kind: 'kill',
  target,
  beganAtMs: atMs,
  endedAtMs: atMs + 100,
  failure: null,
});

// FLT-3
test('an answer that is paid twice is excused by a fault of its engine at its time alone', async () => {
  const { tenant } = makeSeenTenant();
  const calls = [call(1, 'a'), call(2, 'a', 'engine-2')];
  const check = async (faults: MadeFault[]) => details((await checkBill(calls, faults, [tenant])).findings);
  const found = ['call 1 of engine-1 (0.5 USD) was asked again as call 2'];
  expect(await check([])).toEqual(found);
  expect(await check([fault('redis', 10_000), fault('engine-2', 10_000), fault('engine-12', 10_000)])).toEqual(found);
  expect(await check([fault('engine-1', 30_000)])).toEqual(found);
  for (const target of ['engine-1', 'engine-1 to postgres', 'postgres']) {
    expect(await check([fault(target, 10_000)])).toEqual([]);
  }
});

// FLT-3
test('a bill above the cost shown is found', async () => {
  const { tenant, shown } = makeSeenTenant();
  const calls = [call(1, 'a'), call(2, 'b')];
  expect((await checkBill(calls, [], [tenant])).findings).toEqual([]);
  Object.assign(shown.runs[0] ?? {}, { estimatedCost: 0.4 });
  expect(details((await checkBill(calls, [], [tenant])).findings)).toEqual(['billed 1, shown 0.9, repeated 0']);
});
