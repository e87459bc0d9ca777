import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { parkRun } from './questions.ts';

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
  await fresh.asSuperuser(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input) values ($1, 't', 'e', 'running', '{}')`,
    [runId],
  );
  await fresh.asSuperuser(
    `insert into platform.questions (tenant_id, engagement_id, run_id, id, task_id, agent_slug, question, assumption,
        impact, due_at, status)
      values ('t', 'e', $1, $1, 'costs', 'analyst', 'Which?', 'This.', 'All.', now() + interval '1 hour', 'open')`,
    [runId],
  );
});

const park = () => parkRun(fresh.database, { tenantId: 't', runId, generation: 0 }, ['costs']);
const answer = () =>
  fresh.asSuperuser(
    `update platform.questions set status = 'answered', answer = 'That.', answerer_kind = 'user', answerer_name = 'Ada',
        answered_at = now()
      where run_id = $1`,
    [runId],
  );
const isParked = async () => {
  const [run] = await fresh.asSuperuser<{ parked: boolean }>(
    'select wakes_at is not null as parked from engine.runs where id = $1',
    [runId],
  );
  return run?.parked;
};

describe('a run of which everything left waits', () => {
  // ASK-14
  it('is parked, and one whose question is answered goes on', async () => {
    expect([await park(), await isParked()]).toEqual([true, true]);
    await fresh.asSuperuser('update engine.runs set wakes_at = null where id = $1', [runId]);
    await answer();
    expect([await park(), await isParked()]).toEqual([false, false]);
  });

  // ASK-14
  it.each([
    ['still parked', 'wakes_at = now()'],
    ['in its next generation', 'wakes_at = null, generation = 1'],
    ['over', `wakes_at = null, status = 'failed'`],
  ])(
    'no longer belongs to a repeated workflow after an answer, while it is %s',
    async (_, change) => {
      await park();
      await answer();
      await fresh.asSuperuser(`update engine.runs set ${change} where id = $1`, [runId]);
      expect(await park()).toBe(true);
      const events = await fresh.asSuperuser('select from engine.events where run_id = $1', [
        runId,
      ]);
      expect(events).toHaveLength(2);
    },
  );
});
