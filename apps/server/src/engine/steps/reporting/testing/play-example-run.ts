import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { pino } from 'pino';
import { noEffects, noKeys, noMaterial } from '../../../../../testing/engine/no-material.ts';
import { loadRoster } from '../../../agents/roster.ts';
import { type CallSettlement, reserveCall, settleCall } from '../../../call/budget.ts';
import { createKnownForms } from '../../../call/build-request.ts';
import type { EngineServices } from '../../../call/engine-services.ts';
import {
  createCallSlots,
  createCallsInFlight,
  openModelHealth,
  openProviderThrottle,
} from '../../../call/gate.ts';
import { createBegunTasks, defaultCallLimits } from '../../../call/model-call.ts';
import { createContextIndexes } from '../../../context/text-index.ts';
import { emitEvent } from '../../../kernel/events.ts';
import { openLiveTexts } from '../../../kernel/live-texts.ts';
import type { EngineTask, TaskResult } from '../../../kernel/runs.ts';
import { readRun, type StoredRun } from '../../../kernel/runs.ts';
import { openRunChangePoller, openRunSignals } from '../../../kernel/waiting.ts';
import type { CatalogModel } from '../../../models/catalog.ts';
import { plainUsage } from '../../../models/catalog.ts';
import { outcomeStatement, routeTask } from '../../../routing/route-task.ts';
import { emitDeliverable, emitTaskComplete, emitTaskStarted } from '../../calling/task-record.ts';
import { recordConsultation } from '../../consulting/consult-colleagues.ts';
import { loadRubrics } from '../../evaluating/evaluate-deliverable.ts';

const cent = 10_000_000;
export const sonnet: CatalogModel = {
  id: 'claude-sonnet-4-5',
  provider: 'anthropic',
  inputPerMillion: 3,
  outputPerMillion: 15,
  tier: 'standard',
};

const exampleTasks: EngineTask[] = [
  task('t1', 'Market | scan <b>now</b>', 'research', 'market-research-analyst', []),
  task('t2', 'Price model for Nordlicht', 'financial', 'financial-modeller', ['t1']),
  task('t3', 'Entry strategy', 'strategy', 'corporate-strategist', ['t1']),
  task('t4', 'Roadmap', 'plan', 'programme-manager', ['t3']),
];

function task(
  id: string,
  name: string,
  kind: EngineTask['kind'],
  agentSlug: string,
  dependsOn: string[],
): EngineTask {
  return {
    id,
    name,
    description: `${name}, in full`,
    kind,
    agentSlug,
    dependsOn,
    filename: `${id}.md`,
  };
}

export const exampleResults: TaskResult[] = [
  { state: 'completed', taskId: 't1', filename: 't1.md' },
  { state: 'completed', taskId: 't2', filename: 't2.md' },
  {
    state: 'failed',
    taskId: 't3',
    reason: 'call_failed',
    error: 'The model claude-sonnet-4-5 did not answer within 180 s; try again later',
  },
  {
    state: 'skipped',
    taskId: 't4',
    reason: 'dependency_failed',
    error: 'A task that it builds on did not complete',
  },
];

export const exampleRequest: StartRunRequest = {
  runId: 'run-1',
  engagement: {
    id: 'engagement-1',
    name: 'Nordlicht: # market entry',
    client: 'Nordlicht',
    brief:
      'Nordlicht roasts coffee in Bremen.\n\n# Ignore me\n<img src=x onerror=alert(1)>\n| a | b |\nWhich market is next?',
    budgetUsd: 2,
  },
  tasks: exampleTasks,
  sources: [],
  previous: [],
  rerunTaskId: null,
};

const noOwnModels: EngineServices['ownModels'] = {
  open: async () => null,
  openCandidate: () => Promise.reject(new Error('Reports must not open a key')),
  tell: () => undefined,
};

/** Opens services as a process does, except the language models, which reports never call. */
export async function openExampleServices(fresh: FreshDatabase): Promise<EngineServices> {
  const log = pino({ level: 'silent' });
  const signals = await openRunSignals(fresh.url, log);
  return {
    database: fresh.database,
    executorId: 'reports-test',
    leaseHeld: () => true,
    maxTenantNanoUsdPerDay: null,
    hasPhases: false,
    roster: await loadRoster(),
    rubrics: await loadRubrics(),
    models: [sonnet],
    judges: [],
    languageModel: () => {
      throw new Error('Reports must not call a model');
    },
    embedder: null,
    ownModels: noOwnModels,
    effects: noEffects,
    material: noMaterial,
    keySource: noKeys,
    contexts: createContextIndexes(),
    texts: { run: async (_, reader, input) => reader.read(input) },
    limits: defaultCallLimits,
    live: openLiveTexts(fresh.database, signals, 'reports-test', log),
    forms: createKnownForms(),
    begunTasks: createBegunTasks(),
    suspects: createSemaphore({ permits: 1 }),
    health: await openModelHealth(fresh.database, signals),
    slots: createCallSlots(1),
    inFlight: createCallsInFlight(),
    throttle: await openProviderThrottle(fresh.database, signals, {}),
    signals,
    runChanges: openRunChangePoller(fresh.database, signals, log),
    log,
    redact: createRedactor([]),
  };
}

/**
 * Records a run through the engine's own functions: tasks with a retry, with a consultation, failed
 * and skipped.
 */
export async function playExampleRun(
  services: EngineServices,
  tenantId: string,
): Promise<StoredRun> {
  const ref = { tenantId, runId: 'run-1', engagementId: 'engagement-1' };
  await storePlannedRun(services, ref);
  const play = new CallPlayer(services, ref);
  await play.call(null, 'plan', 'engagement-director', answered(2 * cent));
  const [scan, prices, strategy, roadmap] = exampleTasks as [
    EngineTask,
    EngineTask,
    EngineTask,
    EngineTask,
  ];

  await emitTaskStarted(
    services,
    ref,
    scan,
    await routeTask(services, ref, scan, { tasksLeft: 4, pinned: null }),
  );
  await play.call(scan, 'draft', scan.agentSlug, {
    status: 'released',
    error: 'The model is rate limited',
  });
  await play.call(scan, 'draft', scan.agentSlug, answered(20 * cent));
  await play.call(scan, 'observe', 'observer', answered(3 * cent));
  // A model may write U+0000. JSON may contain it, but Postgres's json operators refuse it.
  await emitDeliverable(services, ref, scan, {
    content: '# Scan\n\nFour words\u0000 are here \\ud800 "wordCount":99',
    citations: [],
    figures: [],
    noteAnswers: [],
    assumptions: [],
  });
  await finish(services, ref, scan, 82, 61);

  await emitTaskStarted(
    services,
    ref,
    prices,
    await routeTask(services, ref, prices, { tasksLeft: 3, pinned: null }),
  );
  await play.call(prices, 'consult:1', 'pricing-strategist', answered(4 * cent));
  const asked = {
    ...ref,
    id: `${prices.id}/consult:1`,
    taskId: prices.id,
    from: prices.agentSlug,
    to: 'pricing-strategist',
    question: 'What would a | café pay?\n# And why',
    chain: [prices.agentSlug],
    parentId: null,
  };
  await recordConsultation(services, asked, 'Eleven euros.');
  await play.call(prices, 'draft', prices.agentSlug, answered(30 * cent));
  await play.call(prices, 'observe', 'observer', answered(3 * cent));
  const source = { kind: 'brief', title: 'Brief', location: null } as const;
  const citation = {
    footnote: '1',
    claim: '"state":"altered"',
    quote: null,
    source,
    passage: null,
    derivation: null,
  };
  await emitDeliverable(services, ref, prices, {
    content: '# Prices\n\nTwo words',
    citations: [
      { ...citation, state: 'verified', reason: null },
      { ...citation, state: 'verified', reason: null },
      { ...citation, state: 'missing_source', reason: 'no source of this name was given' },
    ],
    figures: [],
    noteAnswers: [],
    assumptions: [],
  });
  await finish(services, ref, prices, 88, 84);

  await emitTaskStarted(
    services,
    ref,
    strategy,
    await routeTask(services, ref, strategy, { tasksLeft: 2, pinned: null }),
  );
  await play.call(strategy, 'draft', strategy.agentSlug, {
    status: 'unknown',
    error: 'Did not answer within 180 s',
  });
  await play.call(strategy, 'draft', strategy.agentSlug, {
    status: 'unknown',
    error: 'Did not answer within 180 s',
  });
  for (const [index, ended] of [strategy, roadmap].entries()) {
    await emitTaskComplete(services, ref, ended, exampleResults[index + 2] as TaskResult);
  }
  return readRun(services.database, ref);
}

interface ExampleRef {
  tenantId: string;
  runId: string;
  engagementId: string;
}

async function storePlannedRun(services: EngineServices, ref: ExampleRef): Promise<void> {
  const { database } = services;
  const { tenantId } = ref;
  await database.batchTenant(tenantId, [
    {
      text: `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd, spent_nano_usd) values ($1, $2, $3, $4)`,
      values: [tenantId, ref.engagementId, 200 * cent, 5 * cent],
    },
    {
      text: `insert into engine.runs (id, tenant_id, engagement_id, status, input, tasks)
        values ($1, $2, $3, 'running', $4, $5)`,
      values: [
        ref.runId,
        tenantId,
        ref.engagementId,
        JSON.stringify(exampleRequest),
        JSON.stringify(exampleTasks),
      ],
    },
  ]);
  const shown = exampleTasks.map(({ agentSlug: agent, kind: _kind, ...rest }) => ({
    ...rest,
    agent,
  }));
  await emitEvent(services, ref, 'plan', { type: 'plan', planned: true, tasks: shown });
}

const answered = (costNanoUsd: number): CallSettlement => ({
  status: 'settled',
  costNanoUsd,
  savedNanoUsd: 0,
  ...plainUsage(1_000, 200),
  answer: 'text',
});

async function finish(
  services: EngineServices,
  ref: ExampleRef,
  done: EngineTask,
  observed: number,
  score: number,
): Promise<void> {
  await services.database.batchTenant(ref.tenantId, [
    outcomeStatement(ref, done.id, { observerScore: observed }),
  ]);
  await emitEvent(services, ref, `score:${done.id}`, {
    type: 'score',
    taskId: done.id,
    taskName: done.name,
    score,
    rubricType: done.kind,
    rubricVersion: 1,
    feedback: 'Feedback',
    criteria: [
      {
        id: 'evidence',
        name: 'Evidence',
        weight: 0.5,
        score: score - 20,
        comment: 'No source | is named',
      },
      { id: 'insight', name: 'Insight', weight: 0.5, score: score + 10, comment: 'Clear' },
    ],
  });
  await emitTaskComplete(services, ref, done, {
    state: 'completed',
    taskId: done.id,
    filename: done.filename,
  });
}

/** Makes calls one after another, each attempt with its own number. */
class CallPlayer {
  private readonly services: EngineServices;
  private readonly ref: ExampleRef;
  private made = 0;

  constructor(services: EngineServices, ref: ExampleRef) {
    this.services = services;
    this.ref = ref;
  }

  async call(
    of: EngineTask | null,
    key: string,
    agentSlug: string,
    ending: CallSettlement,
  ): Promise<void> {
    this.made += 1;
    const callId = `${this.ref.tenantId}-call-${this.made}`;
    await reserveCall(this.services.database, {
      ...this.ref,
      callId,
      callKey: of ? `${of.id}/${key}` : key,
      attempt: this.made,
      taskId: of?.id ?? null,
      purpose: key.split(':')[0] ?? key,
      agentSlug,
      model: sonnet.id,
      executorId: 'reports-test',
      worstCaseNanoUsd: 35 * cent,
      promptSha256: null,
      dayLimitNanoUsd: null,
    });
    await settleCall(this.services.database, this.ref.tenantId, callId, ending);
  }
}
