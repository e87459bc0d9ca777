import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngineServices } from '../kernel/engine-services.ts';
import type { EngineTask } from '../kernel/runs/engine-task.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { exampleRequest, openExampleServices } from '../steps/reporting/testing/play-example-run.ts';
import type { RoutingCandidate } from './choice.ts';
import { readPastTasks } from './read-past-tasks.ts';
import { recordReviews } from './record-reviews.ts';
import type { ReviewOutcome } from './reward.ts';
import { recordTaskOutcome, routeTask } from './route-task.ts';

const model = (id: string): CatalogModel => {
  return { id, provider: 'openai-compatible', tier: 'standard', inputPerMillion: 0.3, outputPerMillion: 1.5 };
};
const task: EngineTask = {
  ...{ id: 'task-1', name: 'Scan', description: 'Scan the market', kind: 'research', agentSlug: 'analyst' },
  ...{ dependsOn: [], filename: 'scan.md' },
};

let fresh: FreshDatabase;
let services: EngineServices;
let tenants = 0;
let tenantId: string;
beforeAll(async () => {
  fresh = await createFreshDatabase();
  services = { ...(await openExampleServices(fresh)), models: [model('amber'), model('birch')] };
});
afterAll(async () => {
  await services?.runChanges.close();
  await services?.signals.close();
  await fresh?.drop();
});
beforeEach(() => {
  tenants += 1;
  tenantId = `tenant-${tenants}`;
});

async function addRun(runId: string, of = tenantId) {
  const ref = { tenantId: of, runId, engagementId: 'engagement-1' };
  await services.database.batchTenant(of, [
    {
      text: `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd) values ($1, $2, $3)
        on conflict do nothing`,
      values: [of, ref.engagementId, 100e9],
    },
    {
      text: `insert into engine.runs (id, tenant_id, engagement_id, status, input) values ($1, $2, $3, 'running', $4)`,
      values: [runId, of, ref.engagementId, JSON.stringify(exampleRequest)],
    },
  ]);
  return ref;
}

/** Adds a run whose only task was done by a model and scored. */
async function addJudged(runId: string, by: string, score: number, of = tenantId): Promise<void> {
  const ref = await addRun(runId, of);
  await routeTask({ ...services, models: [model(by)] }, ref, task, 1);
  await recordTaskOutcome(services, ref, task.id, score);
  await recordTaskOutcome(services, ref, task.id, null, score);
}

const review = (reviews: Record<string, ReviewOutcome>, of = tenantId) => {
  const outcomes = Object.entries(reviews).map(([runId, outcome]) => ({ runId, taskId: task.id, outcome }));
  return services.database.batchTenant(of, [recordReviews(of, outcomes)]);
};
const decisionsOf = (of = tenantId) =>
  fresh.asSuperuser<{ run_id: string; model: string; explored: boolean; candidates: RoutingCandidate[] }>(
    'select run_id, model, explored, candidates from engine.routing_decisions where tenant_id = $1 order by run_id',
    [of],
  );

describe('routeTask', () => {
  it('records the choice with every candidate; a repeated step gets the recorded choice, whatever was learned since', async () => {
    const ref = await addRun('run-a');
    const first = await routeTask(services, ref, task, 1);
    const [decision] = await decisionsOf();
    expect(decision?.model).toBe(first.model.id);
    expect(decision?.candidates.map((candidate) => candidate.model)).toEqual(['amber', 'birch']);
    expect(decision?.candidates[0]).toMatchObject({ samples: 0, affordable: true, why: expect.any(String) });
    const other = first.model.id === 'amber' ? 'birch' : 'amber';
    for (let run = 0; run < 12; run += 1) await addJudged(`past-${run}`, other, 97);
    expect(await routeTask(services, ref, task, 1)).toEqual(first);
    const next = await routeTask(services, await addRun('run-b'), task, 1);
    expect(next.model.id).toBe(other);
    expect(next.reason).toContain('from 12 observed tasks, 12 of this agent');
  });

  it('learns from reviews: the scores are equal, but the work of one model was rejected', async () => {
    for (let run = 0; run < 10; run += 1) {
      await addJudged(`amber-${run}`, 'amber', 84);
      await addJudged(`birch-${run}`, 'birch', 80);
    }
    const rejected = Array.from({ length: 10 }, (_, run) => [`amber-${run}`, 'rejected' as const] as const);
    const approved = Array.from({ length: 10 }, (_, run) => [`birch-${run}`, 'approved' as const] as const);
    await review(Object.fromEntries([...rejected, ...approved]));
    for (const run of ['run-a', 'run-b', 'run-c']) {
      expect((await routeTask(services, await addRun(run), task, 1)).model.id).toBe('birch');
    }
    const rewards = (await readPastTasks(services.database, tenantId, 'research')).map((past) => [
      past.model,
      past.reward,
    ]);
    expect(rewards).toContainEqual(['amber', 52]);
    expect(rewards).toContainEqual(['birch', 85]);
  });

  it('replaces an earlier review by a later one, and ignores unknown runs and tasks', async () => {
    await addJudged('run-a', 'amber', 80);
    await review({ 'run-a': 'rejected', 'run-gone': 'approved' });
    await review({ 'run-a': 'approved' });
    const rewards = (await readPastTasks(services.database, tenantId, 'research')).map(({ reward }) => reward);
    expect(rewards).toEqual([85]);
  });

  it('does not deadlock if several starts bring the same reviews at once, in any order', async () => {
    const runs = Array.from({ length: 30 }, (_, run) => `run-${run}`);
    for (const run of runs) await addJudged(run, 'amber', 80);
    const bring = (round: number) => {
      const ordered = round % 2 === 0 ? runs : runs.toReversed();
      const outcome = round % 3 === 0 ? ('approved' as const) : ('rejected' as const);
      return review(Object.fromEntries(ordered.map((run) => [run, outcome])));
    };
    await Promise.all(Array.from({ length: 24 }, (_, round) => bring(round)));
    await review(Object.fromEntries(runs.map((run) => [run, 'approved' as const])));
    const rewards = (await readPastTasks(services.database, tenantId, 'research')).map(({ reward }) => reward);
    expect(rewards).toEqual(Array(30).fill(85));
  });

  it('does not explore on a task that a reviewer sent back', async () => {
    await addJudged('run-0', 'amber', 84);
    await review({ 'run-0': 'revision_requested' });
    for (let run = 1; run <= 12; run += 1) await routeTask(services, await addRun(`run-${run}`), task, 1);
    expect((await decisionsOf()).map(({ explored }) => explored)).toEqual(Array(13).fill(false));
    const other = { ...task, id: 'task-2' };
    for (let run = 1; run <= 12; run += 1) {
      await routeTask(services, { tenantId, runId: `run-${run}`, engagementId: 'engagement-1' }, other, 1);
    }
    expect((await decisionsOf()).some(({ explored }) => explored)).toBe(true);
  });

  it('isolates tenants: none learns from another’s tasks or changes them by naming their runs', async () => {
    const theirs = tenantId;
    for (let run = 0; run < 10; run += 1) await addJudged(`run-${run}`, 'amber', 30);
    const mine = `${theirs}-other`;
    expect(await readPastTasks(services.database, mine, 'research')).toEqual([]);
    await review({ 'run-1': 'approved' }, mine);
    const rewards = (await readPastTasks(services.database, theirs, 'research')).map(({ reward }) => reward);
    expect(rewards).toEqual(Array(10).fill(30));
    const { reason } = await routeTask(services, await addRun('run-1', mine), task, 1);
    expect(reason).toContain('by its tier');
  });
});
