import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { EngineTask } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import {
  exampleRequest,
  openExampleServices,
} from '../steps/reporting/testing/play-example-run.ts';
import type { RoutingCandidate } from './choose-model.ts';
import type { ReviewOutcome } from './estimates.ts';
import { readPastTasks, recordModelFailure, recordReviews } from './estimates.ts';
import { outcomeStatement, routeTask } from './route-task.ts';

const model = (id: string): CatalogModel => {
  return {
    id,
    provider: 'openai-compatible',
    tier: 'standard',
    inputPerMillion: 0.3,
    outputPerMillion: 1.5,
  };
};
const task: EngineTask = {
  id: 'task-1',
  name: 'Scan',
  description: 'Scan the market',
  kind: 'research',
  agentSlug: 'analyst',
  dependsOn: [],
  filename: 'scan.md',
};

const alone = { tasksLeft: 1, pinned: null };

let fresh: FreshDatabase;
let services: EngineServices;
let tenants = 0;
let tenantId: string;
beforeAll(async () => {
  fresh = await createEngineDatabase();
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
  await routeTask({ ...services, models: [model(by)] }, ref, task, alone);
  const outcome = outcomeStatement(ref, task.id, { observerScore: score, evaluatorScore: score });
  await services.database.batchTenant(ref.tenantId, [outcome]);
}

const pastResearch = async (of: string) =>
  (await readPastTasks(services.database, of, ['research'], false)).get('research');

/** Adds an answered draft by a model to the only task of a run. */
async function addDraft(runId: string, by: string): Promise<void> {
  const ids = [
    `${tenantId}-${runId}`,
    tenantId,
    runId,
    'engagement-1',
    `${task.id}/draft`,
    task.id,
    'analyst',
    by,
  ];
  await services.database.batchTenant(tenantId, [
    {
      text: `insert into engine.model_calls (id, tenant_id, run_id, engagement_id, call_key, attempt, task_id, purpose,
          agent_slug, model, status, executor_id, reserved_nano_usd, settled_at)
        values ($1, $2, $3, $4, $5, 1, $6, 'draft', $7, $8, 'settled', 'test', 0, now())`,
      values: ids,
    },
  ]);
}

const review = (reviews: Record<string, ReviewOutcome>, of = tenantId) => {
  const outcomes = Object.entries(reviews).map(([runId, outcome]) => ({
    runId,
    taskId: task.id,
    outcome,
  }));
  return services.database.batchTenant(of, [recordReviews(of, outcomes)]);
};
const decisionsOf = (of = tenantId) =>
  fresh.asSuperuser<{
    run_id: string;
    model: string;
    explored: boolean;
    candidates: RoutingCandidate[];
  }>(
    'select run_id, model, explored, candidates from engine.routing_decisions where tenant_id = $1 order by run_id',
    [of],
  );

const idsOf = (models: CatalogModel[]) => models.map(({ id }) => id);

describe('routeTask', () => {
  it('records the choice with every candidate; a repeated step gets the recorded choice, whatever was learned since', async () => {
    const ref = await addRun('run-a');
    const first = await routeTask(services, ref, task, alone);
    const [decision] = await decisionsOf();
    expect(decision?.model).toBe(first.model.id);
    expect(decision?.candidates.map((candidate) => candidate.model)).toEqual(
      idsOf([first.model, ...first.fallbacks]),
    );
    expect(decision?.candidates[0]).toMatchObject({
      samples: 0,
      affordable: true,
      why: expect.any(String),
    });
    const other = first.model.id === 'amber' ? 'birch' : 'amber';
    for (let run = 0; run < 24; run += 1) await addJudged(`past-${run}`, other, 97);
    expect(await routeTask(services, ref, task, alone)).toEqual(first);
    const next = await routeTask(services, await addRun('run-b'), task, alone);
    expect(next.model.id).toBe(other);
    expect(next.reason).toContain('from 24 observed tasks, 24 of this agent');
  });

  // PRO-17
  it('stores nothing in a run that is over, because its row may stand in place of an erased one', async () => {
    const ref = await addRun('run-erased');
    await fresh.asSuperuser(`update engine.runs set status = 'failed' where tenant_id = $1`, [
      tenantId,
    ]);
    expect(idsOf([(await routeTask(services, ref, task, alone)).model])).toEqual([
      expect.any(String),
    ]);
    await recordModelFailure(services.database, ref, task, model('amber'));
    expect(await decisionsOf()).toEqual([]);
    const failures = await fresh.asSuperuser(
      'select from engine.model_failures where tenant_id = $1',
      [tenantId],
    );
    expect(failures).toEqual([]);
  });

  it('learns from reviews: the scores are equal, but the work of one model was sent back', async () => {
    for (let run = 0; run < 15; run += 1) {
      await addJudged(`amber-${run}`, 'amber', 84);
      await addJudged(`birch-${run}`, 'birch', 84);
    }
    const rejected = Array.from(
      { length: 15 },
      (_, run) => [`amber-${run}`, 'rejected' as const] as const,
    );
    const approved = Array.from(
      { length: 15 },
      (_, run) => [`birch-${run}`, 'approved' as const] as const,
    );
    await review(Object.fromEntries([...rejected, ...approved]));
    for (const run of ['run-a', 'run-b', 'run-c']) {
      expect((await routeTask(services, await addRun(run), task, alone)).model.id).toBe('birch');
    }
  });

  it('learns from documents that the observer has not scored: by the evaluator, or by people alone', async () => {
    const [scored, unscored] = [await addRun('run-a'), await addRun('run-b')];
    for (const ref of [scored, unscored])
      await routeTask({ ...services, models: [model('amber')] }, ref, task, alone);
    const outcome = outcomeStatement(scored, task.id, { evaluatorScore: 72 });
    await services.database.batchTenant(scored.tenantId, [outcome]);
    await review({ 'run-b': 'rejected' });
    const past = await pastResearch(tenantId);
    expect(past?.map(({ score, review: decided }) => [score, decided])).toEqual([
      [null, 'rejected'],
      [72, null],
    ]);
  });

  it('replaces an earlier review by a later one, and ignores unknown runs and tasks', async () => {
    await addJudged('run-a', 'amber', 80);
    await review({ 'run-a': 'rejected', 'run-gone': 'approved' });
    await review({ 'run-a': 'approved' });
    const past = await pastResearch(tenantId);
    expect(past?.map(({ score, review: decided }) => [score, decided])).toEqual([[80, 'approved']]);
  });

  it('uses the pinned model alone, and falls back on the others in order', async () => {
    for (let run = 0; run < 10; run += 1) await addJudged(`past-${run}`, 'birch', 90);
    const ref = await addRun('run-a');
    const pinned = await routeTask(services, ref, task, { ...alone, pinned: 'amber' });
    expect([pinned.model.id, idsOf(pinned.fallbacks)]).toEqual(['amber', ['birch']]);
    expect(pinned.reason).toContain('pinned');
    expect(await routeTask(services, ref, task, { ...alone, pinned: 'amber' })).toEqual(pinned);
  });

  it('falls back only on what the remaining money can pay', async () => {
    const dear = { ...model('dear'), inputPerMillion: 3_000, outputPerMillion: 15_000 };
    const all = { ...services, models: [model('amber'), dear, model('birch')] };
    const { model: chosen, fallbacks } = await routeTask(all, await addRun('run-a'), task, alone);
    expect(idsOf([chosen, ...fallbacks]).toSorted()).toEqual(['amber', 'birch']);
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
    const past = await pastResearch(tenantId);
    expect(past?.map((done) => done.review)).toEqual(Array(30).fill('approved'));
  });

  it('does not explore on a task that a reviewer sent back', async () => {
    await addJudged('run-0', 'amber', 84);
    await review({ 'run-0': 'revision_requested' });
    for (let run = 1; run <= 12; run += 1)
      await routeTask(services, await addRun(`run-${run}`), task, alone);
    expect((await decisionsOf()).map(({ explored }) => explored)).toEqual(Array(13).fill(false));
    const other = { ...task, id: 'task-2' };
    for (let run = 1; run <= 12; run += 1) {
      await routeTask(
        services,
        { tenantId, runId: `run-${run}`, engagementId: 'engagement-1' },
        other,
        alone,
      );
    }
    expect((await decisionsOf()).some(({ explored }) => explored)).toBe(true);
  });

  it('isolates tenants: none learns from another’s tasks or changes them by naming their runs', async () => {
    const theirs = tenantId;
    for (let run = 0; run < 10; run += 1) await addJudged(`run-${run}`, 'amber', 30);
    const mine = `${theirs}-other`;
    expect(await pastResearch(mine)).toEqual([]);
    await review({ 'run-1': 'approved' }, mine);
    const past = await pastResearch(theirs);
    expect(past?.map(({ score, review: decided }) => [score, decided])).toEqual(
      Array(10).fill([30, null]),
    );
    const { reason } = await routeTask(services, await addRun('run-1', mine), task, alone);
    expect(reason).toContain('by its tier');
  });
});

describe('recordModelFailure', () => {
  it('makes two failures end the use of a model, on other kinds of task as well', async () => {
    for (let run = 0; run < 12; run += 1) await addJudged(`past-${run}`, 'amber', 92);
    for (const run of ['run-a', 'run-b']) {
      await recordModelFailure(services.database, await addRun(run), task, model('amber'));
    }
    const other = { ...task, kind: 'plan' as const };
    for (const asked of [task, other]) {
      const { model: chosen, fallbacks } = await routeTask(
        services,
        await addRun(`run-${asked.kind}`),
        asked,
        alone,
      );
      expect([chosen.id, idsOf(fallbacks)]).toEqual(['birch', ['amber']]);
    }
  });

  it('records a failure once, however often the step is repeated', async () => {
    const ref = await addRun('run-a');
    for (let time = 0; time < 3; time += 1)
      await recordModelFailure(services.database, ref, task, model('amber'));
    const past = await pastResearch(tenantId);
    expect(past).toMatchObject([
      { model: 'amber', kind: 'research', agentSlug: 'analyst', failed: true, score: null },
    ]);
  });

  it('leaves the document, its score and its review to the model that wrote it', async () => {
    await addJudged('run-a', 'amber', 88);
    const ref = { tenantId, runId: 'run-a', engagementId: 'engagement-1' };
    await recordModelFailure(services.database, ref, task, model('amber'));
    await addDraft(ref.runId, 'birch');
    await review({ 'run-a': 'approved' });
    const past = await pastResearch(tenantId);
    expect(
      past?.map(({ model: by, failed, score, review: decided, costNanoUsd }) => {
        return { by, failed, score, decided, costNanoUsd };
      }),
    ).toEqual([
      { by: 'amber', failed: true, score: null, decided: null, costNanoUsd: null },
      { by: 'birch', failed: false, score: 88, decided: 'approved', costNanoUsd: null },
    ]);
  });

  it('is the tenant’s own: another tenant keeps using the model', async () => {
    const mine = `${tenantId}-other`;
    for (const run of ['run-a', 'run-b']) {
      await recordModelFailure(services.database, await addRun(run), task, model('amber'));
    }
    expect(await pastResearch(mine)).toEqual([]);
    const { reason } = await routeTask(services, await addRun('run-1', mine), task, alone);
    expect(reason).toContain('by its tier');
  });
});
