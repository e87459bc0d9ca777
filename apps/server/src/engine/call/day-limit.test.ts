import { usdToNano } from '@ecp/contract/declaring/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const dayLimitUsd = 0.5;
let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  const limits = { backoffMs: 10, maxBackoffMs: 50, maxTries: 3 };
  engine = await startTestEngine({
    models: provider.settings,
    limits,
    maxTenantUsdPerDay: dayLimitUsd,
  });
  // Postgres itself refuses a day that exceeds its limit, so the engine cannot break it even for a
  // moment.
  await engine.asSuperuser(
    `alter table engine.tenant_days add constraint wall
      check (spent_nano_usd + reserved_nano_usd <= ${usdToNano(dayLimitUsd)})`,
  );
});
afterAll(async () => {
  await engine?.close();
  await provider?.close();
});
beforeEach(() => {
  provider.behave({ reasoningTokens: 2_400 });
});

async function readDay(tenantId: string) {
  const [day] = await engine.asSuperuser<{ spent: number; reserved: number }>(
    `select spent_nano_usd::float8 as spent, reserved_nano_usd::float8 as reserved from engine.tenant_days
      where tenant_id = $1 and day = (now() at time zone 'utc')::date`,
    [tenantId],
  );
  return day;
}

describe('a limit of what a tenant may spend on a day', () => {
  // BUD-6, BUD-7
  it('is never exceeded by several engagements at once, and ends their runs with its reason', async () => {
    const tenantId = 'tenant-of-a-day';
    const requests = [wideRequest(20), wideRequest(20), wideRequest(20)];
    for (const request of requests) request.engagement.budgetUsd = 10;
    await Promise.all(requests.map((request) => engine.startRun(request, tenantId)));
    const ends = await Promise.all(
      requests.map(({ runId }) => engine.eventsUntil(runId, isOver, { tenantId })),
    );
    const spent = await Promise.all(
      requests.map(({ engagement }) => readMoney(engine, engagement.id)),
    );
    const sum = spent.reduce((total, money) => total + money.spent, 0);
    expect(await readDay(tenantId)).toEqual({ spent: sum, reserved: 0 });
    expect(sum).toBeLessThanOrEqual(usdToNano(dayLimitUsd));
    const finals = ends.map((events) => ofType(events, 'status').at(-1));
    expect(finals.map((final) => final?.failureReason)).toContain('tenant_spend_limit');
    const told = finals.find((final) => final?.failureReason === 'tenant_spend_limit');
    expect(told?.error).toMatch(
      /^The workspace has reached its limit of today: spent \$0\.\d+ of \$0\.50$/,
    );
    const finished = ends.flatMap((events) => ofType(events, 'deliverable'));
    expect(finished.length).toBeGreaterThan(0);
  });

  // BUD-6
  it('is of one tenant and one day', async () => {
    const tenantId = 'tenant-of-two-days';
    await engine.asSuperuser(
      `insert into engine.tenant_days (tenant_id, day, spent_nano_usd)
        values ($1, (now() at time zone 'utc')::date - 1, $2), ($1, (now() at time zone 'utc')::date, $2)`,
      [tenantId, usdToNano(dayLimitUsd)],
    );
    const [refused, next] = [wideRequest(1), wideRequest(1)];
    await engine.startRun(refused, tenantId);
    await engine.eventsUntil(refused.runId, isOver, { tenantId });
    expect(await engine.readRun(refused.runId, tenantId)).toMatchObject({
      failureReason: 'tenant_spend_limit',
    });
    await engine.asSuperuser(
      `delete from engine.tenant_days where tenant_id = $1 and day = (now() at time zone 'utc')::date`,
      [tenantId],
    );
    await engine.startRun(next, tenantId);
    await engine.eventsUntil(next.runId, isOver, { tenantId });
    expect(await engine.readRun(next.runId, tenantId)).toMatchObject({ status: 'completed' });
    await engine.startRun(wideRequest(1), 'another-tenant');
  });
});
