import { openDatabase } from '@ecp/database/database';
import { takeLease } from '@ecp/database/executor-lease';
import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import pino from 'pino';
import { loadRoster } from '../../../apps/server/src/engine/agents/roster.ts';
import { createKnownForms } from '../../../apps/server/src/engine/call/build-request.ts';
import type { EngineServices } from '../../../apps/server/src/engine/call/engine-services.ts';
import {
  createCallsInFlight,
  openModelHealth,
  openProviderThrottle,
} from '../../../apps/server/src/engine/call/gate.ts';
import { makeCall } from '../../../apps/server/src/engine/call/make-call.ts';
import {
  createBegunTasks,
  defaultCallLimits,
} from '../../../apps/server/src/engine/call/model-call.ts';
import { createContextIndexes } from '../../../apps/server/src/engine/context/text-index.ts';
import { openLiveTexts } from '../../../apps/server/src/engine/kernel/live-texts.ts';
import {
  openRunChangePoller,
  openRunSignals,
} from '../../../apps/server/src/engine/kernel/waiting.ts';
import type { CatalogModel } from '../../../apps/server/src/engine/models/catalog.ts';
import { runRecorded } from '../../../apps/server/src/engine/steps/calling/call-model.ts';
import { loadRubrics } from '../../../apps/server/src/engine/steps/evaluating/evaluate-deliverable.ts';
import { prepareTools } from '../../../apps/server/src/engine/tools/prepare-tools.ts';
import { noEffects, noKeys, noMaterial } from '../../../apps/server/testing/engine/no-material.ts';
import { createInstantModel, durableSizes, timeWorkflows } from './workload.ts';

/**
 * Runs the same six steps as calls of the engine to a model that answers at once, to measure what
 * our step costs beyond the durable record. Each workflow is a run of a separate engagement. The
 * arguments are a migrated database, and `tenants` to give each run its own tenant, so that no two
 * calls share a commit.
 */
const [url = '', owners = ''] = process.argv.slice(2);
const tenantOf = (run: string) => (owners === 'tenants' ? run : 'bench');
const model: CatalogModel = {
  id: 'instant',
  provider: 'openai-compatible',
  inputPerMillion: 1,
  outputPerMillion: 1,
  tier: 'standard',
};
const log = pino({ level: 'error' }, pino.destination(2));
const lease = await takeLease(url, 'engine', log);
const database = openDatabase({ url, fair: true, shareCommits: true, fence: lease.fence });
const signals = await openRunSignals(url, log);
const instant = createInstantModel();
const services: EngineServices = {
  database,
  effects: noEffects,
  executorId: lease.executorId,
  leaseHeld: lease.leaseHeld,
  maxTenantNanoUsdPerDay: null,
  roster: await loadRoster(),
  rubrics: await loadRubrics(),
  models: [model],
  judges: [],
  languageModel: () => instant,
  limits: { ...defaultCallLimits, maxConcurrent: durableSizes.concurrency },
  embedder: null,
  ownModels: {
    open: async () => null,
    openCandidate: () => Promise.reject(new Error('No key is tried')),
    tell: () => undefined,
  },
  material: noMaterial,
  keySource: noKeys,
  contexts: createContextIndexes(),
  texts: { run: async (_, reader, given) => reader.read(given) },
  signals,
  runChanges: openRunChangePoller(database, signals, log),
  log,
  redact: createRedactor([]),
  slots: createSemaphore({ permits: durableSizes.concurrency }),
  inFlight: createCallsInFlight(),
  live: openLiveTexts(database, signals, lease.executorId, log),
  forms: createKnownForms(),
  begunTasks: createBegunTasks(),
  suspects: createSemaphore({ permits: 1 }),
  health: await openModelHealth(database, signals),
  prepareTools,
  throttle: await openProviderThrottle(database, signals, {}),
};
const input = samplePromptInputs().draft;
const gather = async () => input;

async function runCalls(number: number): Promise<number> {
  const runId = `run-${number}`;
  const tenantId = tenantOf(runId);
  const engagementId = `engagement-${number}`;
  for (let step = 0; step < durableSizes.steps; step += 1) {
    const callKey = `call-${step}`;
    const about = {
      tenantId,
      runId,
      engagementId,
      taskId: null,
      callKey,
      agentSlug: input.agent.slug,
    };
    const call = { ...about, models: [model], difficulty: 0.5, gather };
    const { outcome } = await runRecorded(services, () =>
      makeCall(services, { ...call, purpose: 'draft' }),
    );
    if (outcome !== 'answered') throw new Error(`A call ended with the outcome ${outcome}`);
  }
  return number;
}

async function insertRuns(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const values = [numbers, numbers.map((number) => tenantOf(`run-${number}`))];
  await database.pool.query(
    `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd)
      select owner, 'engagement-' || number, 100000000000
      from unnest($1::integer[], $2::text[]) as runs (number, owner)`,
    values,
  );
  await database.pool.query(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input)
      select 'run-' || number, owner, 'engagement-' || number, 'running', '{}'
      from unnest($1::integer[], $2::text[]) as runs (number, owner)`,
    values,
  );
}

await insertRuns(durableSizes.warmUp + durableSizes.rounds * durableSizes.workflows);
const result = await timeWorkflows(runCalls);
await lease.release();
await signals.close();
await database.close();
console.log(JSON.stringify(result));
