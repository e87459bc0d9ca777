import { RunAnalytics } from '@ecp/contract/work/runs';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineDatabase } from '../../../../testing/engine/engine-database.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import { readRunState, type StoredRun } from '../../kernel/runs.ts';
import { analyticsOf, libraryEntryOf } from './library-entry.ts';
import type { RunFacts } from './run-facts.ts';
import { gatherRunFacts } from './run-facts.ts';
import {
  exampleResults,
  openExampleServices,
  playExampleRun,
  sonnet,
} from './testing/play-example-run.ts';

const cent = 10_000_000;
let fresh: FreshDatabase;
let services: EngineServices;
let run: StoredRun;
let facts: RunFacts;

beforeAll(async () => {
  fresh = await createEngineDatabase();
  services = await openExampleServices(fresh);
  run = await playExampleRun(services, 'tenant-1');
  facts = await gatherRunFacts(services, run, exampleResults);
});
afterAll(async () => {
  await services?.runChanges.close();
  await services?.signals.close();
  await fresh?.drop();
});

describe('gatherRunFacts', () => {
  it('has state, scores, words and cost of each task, without its document', () => {
    const short = facts.tasks.map(
      ({ id, state, observerScore, evaluation, wordCount, costNanoUsd }) => [
        id,
        state,
        observerScore,
        evaluation?.score ?? null,
        wordCount,
        costNanoUsd / cent,
      ],
    );
    expect(short).toEqual([
      ['t1', 'completed', 82, 61, 8, 23],
      ['t2', 'completed', 88, 84, 3, 37],
      ['t3', 'failed', null, null, null, 70],
      ['t4', 'skipped', null, null, null, 0],
    ]);
    expect(facts.tasks.map(({ model }) => model)).toEqual([sonnet.id, sonnet.id, sonnet.id, null]);
    expect(facts.tasks.map(({ durationMs }) => durationMs !== null)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(JSON.stringify(facts)).not.toContain('Four words');
  });

  it('counts the citations of each document, whatever a claim says', () => {
    expect(facts.evidence).toEqual([
      {
        taskId: 't1',
        verified: 0,
        computed: 0,
        unjudged: 0,
        setByText: 0,
        altered: 0,
        unsupported: 0,
        missingSource: 0,
        uncited: 0,
      },
      {
        taskId: 't2',
        verified: 2,
        computed: 0,
        unjudged: 0,
        setByText: 0,
        altered: 0,
        unsupported: 0,
        missingSource: 1,
        uncited: 0,
      },
    ]);
  });

  // CHK-7
  it('counts the citations of an event, but no states of figures and no words of its text', async () => {
    const internal = {
      taskId: 't3',
      filename: '_c.md',
      wordCount: 2,
      content: '"citationCounts": {"verified": 9}',
    };
    const citations = ['verified', 'altered', 'missing_source'].map((state) => ({
      claim: 'Sales.',
      state,
    }));
    const figures = [{ label: 'sales', state: 'uncited' }];
    const counts = {
      verified: 7,
      computed: 1,
      unjudged: 0,
      setByText: 0,
      altered: 0,
      unsupported: 2,
      missingSource: 0,
      uncited: 3,
    };
    const delivered = {
      taskId: 't4',
      filename: 'd.md',
      wordCount: 2,
      citationCounts: counts,
      figures,
      content: '',
      citations,
    };
    await fresh.asSuperuser(
      `insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
        values ($1, $2, 9001, 'deliverable:t3', 'deliverable', $3), ($1, $2, 9002, 'deliverable:t4', 'deliverable', $4)`,
      [run.tenantId, run.runId, JSON.stringify(internal), JSON.stringify(delivered)],
    );
    const { evidence } = await gatherRunFacts(services, run, exampleResults);
    await fresh.asSuperuser('delete from engine.events where seq > 9000', []);
    expect(evidence.slice(2)).toEqual([{ taskId: 't4', ...counts }]);
  });

  it('sums calls, retries and lost attempts', () => {
    expect(
      facts.calls.find(({ taskId, purpose }) => taskId === 't1' && purpose === 'draft'),
    ).toMatchObject({
      tries: 2,
      retries: 1,
      answered: 1,
      costNanoUsd: 20 * cent,
      inputTokens: 1_000,
      outputTokens: 200,
    });
    expect(
      facts.lostTries.map(({ taskId, billing, tries, costNanoUsd }) => [
        taskId,
        billing,
        tries,
        costNanoUsd,
      ]),
    ).toEqual([
      ['t1', 'none', 1, 0],
      ['t3', 'unknown', 2, 70 * cent],
    ]);
  });

  it('has the same amounts as the run and the budget', async () => {
    const state = await readRunState(services.database, run);
    expect(facts.costNanoUsd).toBe(state?.costNanoUsd);
    expect(facts.costNanoUsd).toBe(132 * cent);
    expect(facts.budget).toEqual({
      limitNanoUsd: 200 * cent,
      spentNanoUsd: 137 * cent,
      reservedNanoUsd: 0,
    });
    expect([facts.inputTokens, facts.outputTokens]).toEqual([
      state?.inputTokens,
      state?.outputTokens,
    ]);
  });

  it('has whether the tasks were planned and how long the run was paused', async () => {
    expect(facts.planned).toBe(true);
    expect(facts.pausedMs).toBe(0);
    await fresh.asSuperuser(`insert into engine.events (tenant_id, run_id, seq, event_key, type, data, created_at)
      values ('tenant-1', 'run-1', 1001, 'status:1001', 'status', '{"status":"paused","error":null}', now()),
             ('tenant-1', 'run-1', 1002, 'status:1002', 'status', '{"status":"running","error":null}', now() + '1.5 s')`);
    const paused = await gatherRunFacts(services, run, exampleResults);
    expect(paused.pausedMs).toBeGreaterThanOrEqual(1_499);
    expect(paused.pausedMs).toBeLessThanOrEqual(1_501);
  });

  it('shows another tenant nothing of the run', async () => {
    await expect(gatherRunFacts(services, { ...run, tenantId: 'tenant-2' }, [])).rejects.toThrow(
      'no longer exists',
    );
  });
});

describe('analyticsOf', () => {
  // QUA-5
  it('has the shape of the contract', () => {
    expect([...Value.Errors(RunAnalytics, analyticsOf(facts))]).toEqual([]);
  });

  // QUA-5
  it('counts answered calls per agent and distinct tasks per model', () => {
    const { agents } = analyticsOf(facts);
    expect(agents.map(({ slug, steps, models }) => [slug, steps, models[0]?.taskCount])).toEqual([
      ['observer', 2, 2],
      ['engagement-director', 1, 0],
      ['financial-modeller', 1, 1],
      ['market-research-analyst', 1, 1],
      ['pricing-strategist', 1, 1],
    ]);
    expect(agents.every(({ role, department }) => role !== '' && department !== '')).toBe(true);
  });

  // QUA-5
  it('lists delegations, and routing with observer score and cost in USD', () => {
    const { delegations, modelRouting } = analyticsOf(facts);
    expect(delegations).toEqual([
      { from: 'financial-modeller', to: 'pricing-strategist', count: 1 },
    ]);
    expect(
      modelRouting.map(({ taskId, observerScore, cost }) => [taskId, observerScore, cost]),
    ).toEqual([
      ['t1', 82, 0.23],
      ['t2', 88, 0.37],
      ['t3', null, 0.7],
    ]);
    expect(modelRouting[0]).toMatchObject({
      selectedModel: sonnet.id,
      agentSlug: 'market-research-analyst',
    });
    expect(modelRouting[0]?.reason).toContain('difficulty');
  });

  // QUA-8
  it('has the input that was read from caches, and what that saved', async () => {
    await fresh.asSuperuser(
      `update engine.runs set cached_input_tokens = 600, saved_nano_usd = ${cent}`,
    );
    const { cache } = analyticsOf(await gatherRunFacts(services, run, exampleResults));
    expect(cache).toEqual({
      inputTokens: facts.inputTokens,
      cachedInputTokens: 600,
      savedUsd: 0.01,
    });
  });

  it('includes an agent that left the roster', () => {
    const { agents } = analyticsOf({ ...facts, agents: new Map() });
    expect(agents[0]).toMatchObject({
      slug: 'observer',
      role: 'observer',
      department: 'Not in the roster',
    });
  });
});

describe('libraryEntryOf', () => {
  // INS-6
  it('stores the pattern, its scores and costs', () => {
    const { title, jsonData } = libraryEntryOf(facts);
    expect(title).toBe(
      'Nordlicht: # market entry: 2 of 4 tasks (research, financial, strategy, plan), average score 72.5',
    );
    expect(jsonData).toMatchObject({
      engagementId: 'engagement-1',
      runId: 'run-1',
      planned: true,
      offlineModel: false,
    });
    expect(
      jsonData.tasks.map(({ position, dependsOn, costUsd }) => [position, dependsOn, costUsd]),
    ).toEqual([
      [1, [], 0.23],
      [2, [1], 0.37],
      [3, [1], 0.7],
      [4, [3], 0],
    ]);
    expect(jsonData.rubrics).toEqual([
      { rubricType: 'research', tasks: 1, averageScore: 61 },
      { rubricType: 'financial', tasks: 1, averageScore: 84 },
    ]);
    expect(jsonData.models).toEqual([
      { model: sonnet.id, tasks: 3, averageScore: 72.5, averageObserverScore: 85, costUsd: 1.3 },
    ]);
  });

  // INS-6
  it('names neither client nor brief in its data', () => {
    const data = JSON.stringify(libraryEntryOf(facts).jsonData);
    expect(data).not.toMatch(/Nordlicht|Bremen|No source/);
    expect(data).toContain('Price model for [client]');
  });
});
