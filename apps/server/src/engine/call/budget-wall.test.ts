import { formatUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { LlmFailure } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const halfDollar = 0.5;
const limits = { backoffMs: 10, maxBackoffMs: 50, maxTries: 3 };

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, limits });
  // Postgres itself refuses a budget that exceeds its limit, so the engine cannot break it even for
  // a moment.
  await engine.asSuperuser(
    'alter table engine.budgets add constraint wall check (spent_nano_usd + reserved_nano_usd <= limit_nano_usd)',
  );
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.behave({});
  provider.failWhen(() => null);
});

/** Makes each call expensive and take up to 300 ms, and about one in ten fail in one of `kinds`. */
function makeUnsteady(kinds: LlmFailure[] = []): void {
  // The drafts and their reviews alone cost more than the limit. Scores do not: a run completes
  // without them.
  provider.behave({ reasoningTokens: 2_400 });
  provider.failWhen(() => {
    provider.latencyMs = Math.random() * 300;
    return Math.random() < 0.1 ? (kinds[Math.floor(Math.random() * kinds.length)] ?? null) : null;
  });
}

async function expectWallHeld(
  engagementId: string,
  meterBefore: number,
  runIds: string[],
): Promise<void> {
  const ends = await Promise.all(runIds.map((runId) => engine.eventsUntil(runId, isOver)));
  const money = await readMoney(engine, engagementId);
  const metered = provider.meter.costNanoUsd - meterBefore;
  expect(money.limit).toBe(usdToNano(halfDollar));
  expect(metered).toBeLessThanOrEqual(money.limit);
  expect(money.spent).toBeLessThanOrEqual(money.limit);
  expect(money.spent).toBeGreaterThanOrEqual(metered);
  expect(money).toMatchObject({ reserved: 0, calls: money.spent });
  const finals = ends.map((events) => ofType(events, 'status').at(-1));
  // Some runs may complete before the budget is exhausted. The others end at its limit.
  const short = finals.filter((final) => final?.status !== 'completed');
  expect(short).not.toEqual([]);
  for (const final of short)
    expect(final?.error).toMatch(/^Budget exhausted: spent \$0\.\d+ of \$0\.50$/);
}

describe('a budget of $0.50', () => {
  // BUD-1, BUD-2, PRO-1
  it('is never exceeded by 30 tasks at once', async () => {
    makeUnsteady();
    const before = provider.meter.costNanoUsd;
    const request = wideRequest(30);
    request.engagement.budgetUsd = halfDollar;
    await engine.startRun(request);
    await expectWallHeld(request.engagement.id, before, [request.runId]);
    expect(provider.meter.maxInFlight).toBeGreaterThan(8);
    const error = (await engine.readRun(request.runId)).error;
    const { spent } = await readMoney(engine, request.engagement.id);
    expect(error).toBe(`Budget exhausted: spent ${formatUsd(spent)} of $0.50`);
  });

  // BUD-1, BUD-2, PRO-1
  it('is never exceeded by ten runs of one engagement at once, with lost and unusable answers', async () => {
    makeUnsteady([
      { kind: 'cut' },
      { kind: 'garbage' },
      { kind: 'server_error' },
      { kind: 'broken_body' },
    ]);
    const before = provider.meter.costNanoUsd;
    const first = wideRequest(3);
    const engagement = { ...first.engagement, budgetUsd: halfDollar };
    const requests = [first, ...Array.from({ length: 9 }, () => wideRequest(3))].map((one) => ({
      ...one,
      engagement,
    }));
    await Promise.all(requests.map((request) => engine.startRun(request)));
    await expectWallHeld(
      engagement.id,
      before,
      requests.map(({ runId }) => runId),
    );
  });
});

describe('a budget that is exhausted in the middle of a run', () => {
  // BUD-3
  it('keeps finished deliverables and reports the spending; after it is raised, the next run completes', async () => {
    const chain = ['one', 'two', 'three'].map((id, index, all) => {
      const dependsOn = index === 0 ? [] : [all[index - 1] ?? ''];
      return { id, name: `Part ${id}`, description: 'Write this part.', dependsOn };
    });
    const rich = runRequest({ tasks: chain.slice(0, 1) });
    await engine.startRun(rich);
    const costs = ofType(await engine.eventsUntil(rich.runId, isOver), 'task_complete').map(
      ({ cost }) => cost,
    );

    const poor = runRequest({ tasks: chain });
    poor.engagement.budgetUsd = (costs[0] ?? 0) + 0.036;
    await engine.startRun(poor);
    const events = await engine.eventsUntil(poor.runId, isOver);
    const { spent, limit, reserved, calls } = await readMoney(engine, poor.engagement.id);
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      error: `Budget exhausted: spent ${formatUsd(spent)} of ${formatUsd(limit)}`,
    });
    expect({ reserved, calls }).toEqual({ reserved: 0, calls: spent });
    const ends = ofType(events, 'task_complete').map(({ taskId, status }) => `${taskId} ${status}`);
    expect(ends).toEqual(['one completed', 'two failed', 'three skipped']);
    const documents = ofType(events, 'deliverable');
    expect(documents.map(({ taskId, filename }) => taskId ?? filename)).toEqual([
      'one',
      '_run_report.md',
      '_operations_review.md',
    ]);

    const raised = {
      ...runRequest({ tasks: chain.slice(0, 1) }),
      engagement: { ...poor.engagement, budgetUsd: 5 },
    };
    await engine.startRun(raised);
    expect((await engine.eventsUntil(raised.runId, isOver)).at(-1)).toMatchObject({
      status: 'completed',
      error: null,
    });
    const after = await readMoney(engine, poor.engagement.id);
    expect(after.limit).toBe(usdToNano(5));
    expect(after).toMatchObject({ reserved: 0, calls: after.spent });
    expect(after.spent).toBeGreaterThan(spent);
  });

  it('fails the run at once if it cannot pay for a single call', async () => {
    const before = provider.meter.calls.length;
    const request = runRequest();
    request.engagement.budgetUsd = 0.001;
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    const failure = {
      error: 'Budget exhausted: spent $0.00 of $0.001',
      failureReason: 'budget_exhausted',
    };
    expect(events.at(-1)).toMatchObject({ status: 'failed', ...failure });
    expect(provider.meter.calls).toHaveLength(before);
    expect(ofType(events, 'task_complete')).toHaveLength(3);
  });

  it('is not changed by a repeated start', async () => {
    const request = wideRequest(1);
    const started = await engine.startRun(request);
    await engine.eventsUntil(request.runId, isOver);
    const again = await engine.startRun({
      ...request,
      engagement: { ...request.engagement, budgetUsd: 9 },
    });
    expect(again).toMatchObject({ runId: started.runId, status: 'completed' });
    expect((await readMoney(engine, request.engagement.id)).limit).toBe(usdToNano(5));
  });
});
