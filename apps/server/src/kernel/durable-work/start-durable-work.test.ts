import { type ExecutorLease, takeLease } from '@ecp/database/executor-lease';
import { type DurableRecords, durableRecords } from '@ecp/durable-work/testing/durable-records';
import { closeKeptService } from '@ecp/testing/kept-service';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DurableInputs, DurableWork, EnqueueOptions } from './durable-work.ts';
import { type DurableHandlers, startDurableWork } from './start-durable-work.ts';

let fresh: FreshDatabase;
let records: DurableRecords;
let durable: DurableWork;
let lease: ExecutorLease;
/** The inputs of the handlers, in order. */
let done: { name: string; input: unknown }[] = [];
let sendMail: DurableHandlers['sendMail'];
let deliverWebhook: DurableHandlers['deliverWebhook'];

beforeAll(async () => {
  await closeKeptService();
  fresh = await createFreshDatabase();
  records = durableRecords(fresh, 'platform');
});
afterAll(() => fresh.drop());

const log = pino({ level: 'silent' });
const start = async () => {
  lease = await takeLease(fresh.url, 'platform', log);
  durable = startDurableWork({
    databaseUrl: fresh.url,
    database: fresh.database,
    lease,
    executes: true,
    log,
    handlers: {
      sendMail: (input, signal) => sendMail(input, signal),
      sendLinkMail: async (input) => void done.push({ name: 'sendLinkMail', input }),
      sendQuestionMail: async () => undefined,
      sendReleaseMail: async () => undefined,
      extractAttachment: async () => undefined,
      refreshAttachmentIndex: async () => undefined,
      eraseAccount: async () => undefined,
      sweepErasedTenant: async () => undefined,
      deleteStoredFiles: async () => undefined,
      recheckVersion: async () => undefined,
      makeCards: async (input) => void done.push({ name: 'makeCards', input }),
      postNotice: async () => undefined,
      fillGrid: async () => undefined,
      checkSources: async () => undefined,
      writeStoryline: async () => undefined,
      analyzePatterns: async (input) => void done.push({ name: 'analyzePatterns', input }),
      deliverWebhook: (input, signal, partition) => deliverWebhook(input, signal, partition),
    },
  });
};
beforeEach(async () => {
  done = [];
  sendMail = async (input) => void done.push({ name: 'sendMail', input });
  deliverWebhook = async (input) => void done.push({ name: 'deliverWebhook', input });
  await start();
});
const stop = async () => {
  await durable.close();
  await lease.release();
};
afterEach(stop);

const mail = (mailId: string): DurableInputs['sendMail'] => ({
  mailId,
  to: 'a@b.example',
  subject: 's',
  text: 't',
  html: 'h',
});
const enqueueMail = (mailId: string) =>
  fresh.database.withTenant('any', (tx) => durable.enqueue(tx, 'sendMail', mailId, mail(mailId)));
const statusOf = async (id: string) => (await records.find(id))?.state;
const waitForStatus = (id: string, wanted: string | undefined) =>
  pollUntil(
    () => statusOf(id),
    (status) => status === wanted,
  );

test('executes committed work, enqueued by a tenant’s or a system transaction', async () => {
  const cards = { tenantId: 't', deliverableId: 'd' };
  const patterns = { tenantId: 't', analysisId: 'a' };
  await enqueueMail('m1');
  await fresh.database.withSystem(async (tx) => {
    await durable.enqueue(tx, 'makeCards', 'd', cards);
    await durable.enqueue(tx, 'analyzePatterns', 'a', patterns);
    const { rows } = await tx.query<{ role: string }>({ text: 'select current_user as role' });
    expect(rows).toEqual([{ role: 'ecp_system' }]);
  });
  await pollUntil(
    () => done.length,
    (count) => count === 3,
  );
  expect(done).toEqual(
    expect.arrayContaining([
      { name: 'sendMail', input: mail('m1') },
      { name: 'makeCards', input: cards },
      { name: 'analyzePatterns', input: patterns },
    ]),
  );
});

test('executes no work that was rolled back', async () => {
  const failing = fresh.database.withTenant('any', async (tx) => {
    await durable.enqueue(tx, 'sendMail', 'rolled-back', mail('rolled-back'));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await enqueueMail('after-it');
  await waitForStatus('sendMail:after-it', 'ended');
  expect(done).toEqual([{ name: 'sendMail', input: mail('after-it') }]);
});

test('enqueuing the same id again adds nothing and does not fail the transaction', async () => {
  await fresh.database.withTenant('any', async (tx) => {
    await durable.enqueue(tx, 'sendMail', 'twice', mail('twice'));
    await durable.enqueue(tx, 'sendMail', 'twice', mail('twice'));
    await tx.query({ text: 'select 1' });
  });
  await waitForStatus('sendMail:twice', 'ended');
  await enqueueMail('twice');
  await enqueueMail('last');
  await waitForStatus('sendMail:last', 'ended');
  expect(done.map(({ input }) => input)).toEqual([mail('twice'), mail('last')]);
});

test('repeats work that fails', async () => {
  let attempts = 0;
  sendMail = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('The server is busy');
  };
  await enqueueMail('repeated');
  await waitForStatus('sendMail:repeated', 'ended');
  expect(attempts).toBe(2);
});

test('a close leaves unfinished work to the next process', async () => {
  const begun = Promise.withResolvers<void>();
  sendMail = async (_input, signal) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    throw new Error('Interrupted');
  };
  await enqueueMail('unfinished');
  await begun.promise;
  await stop();
  expect(await statusOf('sendMail:unfinished')).toBe('running');
  sendMail = async (input) => void done.push({ name: 'sendMail', input });
  await start();
  await waitForStatus('sendMail:unfinished', 'ended');
  expect(done).toEqual([{ name: 'sendMail', input: mail('unfinished') }]);
});

// LEA-2
test('a live process takes over the work of a dead one, and leaves that of another live one alone', async () => {
  const begun = Promise.withResolvers<void>();
  sendMail = async () => {
    begun.resolve();
    await new Promise(() => undefined);
  };
  await enqueueMail('left');
  await begun.promise;
  await durable.close();
  // The first process lives on without executing its work.
  const first = lease;
  sendMail = async (input) => void done.push({ name: 'sendMail', input });
  await start();
  await enqueueMail('own');
  await waitForStatus('sendMail:own', 'ended');
  expect(await statusOf('sendMail:left')).toBe('running');
  await first.release();
  await waitForStatus('sendMail:left', 'ended');
  expect(done.map(({ input }) => input)).toEqual([mail('own'), mail('left')]);
});

test('finished work leaves no input, and its id is forgotten after ten minutes', async () => {
  const waiting = Promise.withResolvers<void>();
  sendMail = async ({ mailId }) => (mailId === 'waiting' ? waiting.promise : undefined);
  await enqueueMail('waiting');
  await enqueueMail('finished');
  await waitForStatus('sendMail:finished', 'ended');
  expect(await records.find('sendMail:finished')).toMatchObject({ input: '{}' });
  expect(await statusOf('sendMail:waiting')).toBe('running');
  waiting.resolve();
  await waitForStatus('sendMail:waiting', 'ended');
});

// PRO-17
test('finished work of an erased tenant leaves no record', async () => {
  const works = async () => (await records.read()).filter(({ id }) => id.includes('erasure'));
  for (const tenantId of ['erased', 'other']) {
    await fresh.database.withTenant(tenantId, async (tx) => {
      const id = `erasure-${tenantId}`;
      await durable.enqueue(tx, 'sendMail', id, { ...mail(id), tenantIds: ['third', tenantId] });
      await durable.enqueue(
        tx,
        'deliverWebhook',
        id,
        { tenantId, deliveryId: id, attempt: 1 },
        { partition: id },
      );
      await durable.enqueue(tx, 'deleteStoredFiles', id, { tenantId, key: id });
    });
  }
  await pollUntil(works, (all) => all.length === 6 && all.every(({ state }) => state === 'ended'));
  await durable.eraseTenantWork('erased');
  const kinds = ['sendMail', 'deliverWebhook', 'deleteStoredFiles'];
  const left = (await works()).map(({ id }) => id);
  expect(new Set(left)).toEqual(new Set(kinds.map((kind) => `${kind}:erasure-other`)));
});

const delivery = (deliveryId: string) => ({ tenantId: 't', deliveryId, attempt: 1 });
const enqueueDelivery = (id: string, placement: EnqueueOptions) =>
  fresh.database.withTenant('any', (tx) =>
    durable.enqueue(tx, 'deliverWebhook', id, delivery(id), placement),
  );

test('work of a partition that a process leaves unfinished is done by the next one', async () => {
  const begun = Promise.withResolvers<void>();
  deliverWebhook = async (_input, signal) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  await enqueueDelivery('unfinished', { partition: 'a' });
  await begun.promise;
  await stop();
  expect(await statusOf('deliverWebhook:unfinished')).toBe('running');
  deliverWebhook = async (input, _signal, partition) => void done.push({ name: partition, input });
  await start();
  await waitForStatus('deliverWebhook:unfinished', 'ended');
  expect(done).toEqual([{ name: 'a', input: delivery('unfinished') }]);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('delayed work of a process whose clock is %s begins after its wait', async (_name, shiftMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shiftMs });
  await enqueueDelivery(`shifted ${shiftMs}`, { partition: 'a', waitMs: 7_200_000 }).finally(() =>
    vi.useRealTimers(),
  );
  const work = await records.find(`deliverWebhook:shifted ${shiftMs}`);
  expect(work).toMatchObject({ state: 'delayed', waitMs: 7_200_000 });
});

test('delayed work begins after its wait, even in another process', async () => {
  await enqueueDelivery('later', { partition: 'a', waitMs: 3_600_000 });
  await enqueueDelivery('soon', { partition: 'a', waitMs: 300 });
  await waitForStatus('deliverWebhook:soon', 'ended');
  await stop();
  await start();
  await enqueueDelivery('now', { partition: 'a' });
  await waitForStatus('deliverWebhook:now', 'ended');
  expect(await statusOf('deliverWebhook:later')).toBe('delayed');
  await records.wake('deliverWebhook:later');
  await waitForStatus('deliverWebhook:later', 'ended');
  expect(done.map(({ input }) => input)).toEqual(['soon', 'now', 'later'].map(delivery));
});
