import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import {
  endSearch,
  type SearchEnd,
  selectSearch,
} from '../../material/research/calls/call-rows.ts';
import { holdSearch, settleSearch } from './research.ts';

const price = 5_000_000;
const client = {
  tenantId: 't',
  engagementId: 'e',
  taskId: 'a',
  agentSlug: 'analyst',
  callKey: 'a/draft:1',
};

let fresh: FreshDatabase;
let runs = 0;
let runId: string;
beforeAll(async () => {
  fresh = await createEngineDatabase();
});
afterAll(() => fresh.drop());
beforeEach(async () => {
  runs += 1;
  runId = `run-${runs}`;
  const research = {
    url: 'http://platform',
    token: 'k',
    domains: [],
    maxPages: 5,
    searchNanoUsd: price,
  };
  await fresh.asSuperuser('delete from engine.budgets');
  await fresh.asSuperuser('delete from platform.searches');
  await fresh.asSuperuser(
    `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd) values ('t', 'e', $1)`,
    [2 * price],
  );
  await fresh.asSuperuser(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input) values ($1, 't', 'e', 'running', $2)`,
    [runId, JSON.stringify({ research })],
  );
});

const hold = (id: string) =>
  holdSearch(fresh.database, { ...client, runId }, { id, query: 'Power prices' }, null);
const nothingFound: SearchEnd['outcome'] = { hits: [] };
const busy: SearchEnd['outcome'] = { refusal: { reason: 'provider_busy', detail: null } };
async function settle(id: string, outcome: SearchEnd['outcome'], paid: boolean): Promise<void> {
  const ending = { outcome, paid, costNanoUsd: 0 };
  await fresh.database.batchTenant(client.tenantId, [endSearch(client.tenantId, id, ending)]);
  await settleSearch(fresh.database, { ...client, runId }, id);
}
async function readAmounts() {
  const [amounts] = await fresh.asSuperuser(
    `select spent_nano_usd::integer as spent, cost_nano_usd::integer as cost,
      (select count(*)::integer from engine.events where run_id = $1) as events
      from engine.budgets, engine.runs where id = $1`,
    [runId],
  );
  return amounts;
}

describe('a search with a price', () => {
  // BUD-1
  it('is not made beyond the budget, however many ask at once', async () => {
    const states = await Promise.all(['s1', 's2', 's3', 's4'].map(hold));
    expect(states.filter((isHeld) => isHeld)).toHaveLength(2);
    expect(await readAmounts()).toMatchObject({ spent: 2 * price });
  });

  // BUD-1
  it('is paid once, and its first outcome is final', async () => {
    expect([await hold('s1'), await hold('s1')]).toEqual([true, true]);
    await settle('s1', nothingFound, true);
    await settle('s1', busy, false);
    expect(await hold('s1')).toBe(true);
    const [[row]] = await fresh.database.batchTenant('t', [selectSearch('t', 's1')]);
    expect(row).toMatchObject({ state: 'found', paid: true, cost_nano_usd: price });
    expect(await readAmounts()).toEqual({ spent: price, cost: price, events: 1 });
  });

  // BUD-1
  it('keeps its price until it has ended', async () => {
    await hold('s1');
    await settleSearch(fresh.database, { ...client, runId }, 's1');
    expect(await readAmounts()).toEqual({ spent: price, cost: 0, events: 0 });
  });

  it('gives its price back if nobody billed it', async () => {
    await hold('s1');
    await settle('s1', busy, false);
    expect(await readAmounts()).toEqual({ spent: 0, cost: 0, events: 0 });
  });

  it.each(["status = 'completed'", 'stop_requested_at = now()'])(
    'is not made in a run with %s',
    async (change) => {
      await fresh.asSuperuser(`update engine.runs set ${change} where id = $1`, [runId]);
      expect(await hold('s1')).toBe(false);
    },
  );
});
