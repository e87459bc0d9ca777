import { usdToNano } from '@ecp/contract/declaring/money';
import { takeLease } from '@ecp/database/executor-lease';
import { closeKeptService } from '@ecp/testing/kept-service';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { EngineServices } from '../../src/engine/call/engine-services.ts';
import { type CallLimits, defaultCallLimits } from '../../src/engine/call/model-call.ts';
import { defaultWorkLimits, secretsOf } from '../../src/engine/config.ts';
import type { AgentMaterial } from '../../src/engine/kernel/agent-material.ts';
import { forgetRun, readRun, type TaskEnding } from '../../src/engine/kernel/runs.ts';
import type { ModelSettings } from '../../src/engine/models/available-models.ts';
import { openEngine } from '../../src/engine/open-engine.ts';
import { runTask } from '../../src/engine/workflow/task-workflow.ts';
import { createKeyRing } from '../../src/kernel/keys/key-ring.ts';
import { createEngineClient, type EngineClient, testSecret, testTenant } from './engine-client.ts';
import { createEngineDatabase } from './engine-database.ts';
import { noEffects, noKeys, noMaterial } from './no-material.ts';

/** A worker in this process, with its own database, and the calls that give it work. */
export interface TestEngine extends FreshDatabase, EngineClient {
  /** What it serves to those who watch it; not listening. */
  app: FastifyInstance;
  /** What its runs need. */
  services: EngineServices;
  /**
   * Executes a task of a run again, as the next process does after a crash, which may have other
   * services.
   */
  repeatTask(
    runId: string,
    taskId: string,
    services?: Partial<EngineServices>,
  ): Promise<TaskEnding>;
  close(): Promise<void>;
}

interface TestEngineOptions {
  models?: Partial<ModelSettings>;
  limits?: Partial<CallLimits>;
  maxTenantUsdPerDay?: number;
  /** True to work runs by phases; by default each task has its own steps. */
  hasPhases?: boolean;
  /** What agents reach; by default nothing. */
  material?: AgentMaterial;
}

/**
 * Opens an engine with the offline model, or with the models of `settings`, instead of one that
 * test files share.
 */
export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  await closeKeptService();
  return openTestEngine(options);
}

export async function openTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const fresh = await createEngineDatabase();
  const config = {
    host: '127.0.0.1',
    port: 0,
    databaseUrl: fresh.url,
    models: { localModelLatencyMs: 0, ...options.models },
    maxTenantNanoUsdPerDay:
      options.maxTenantUsdPerDay === undefined ? undefined : usdToNano(options.maxTenantUsdPerDay),
    hasPhases: options.hasPhases,
    logLevel: 'silent' as const,
    // Calls that a test has left hanging hold up its end no longer.
    workLimits: { ...defaultWorkLimits, drainMs: 200 },
  };
  const log = pino({ level: 'silent' });
  const lease = await takeLease(fresh.url, 'engine', log);
  const ground = {
    material: options.material ?? noMaterial,
    keySource: noKeys,
    effects: noEffects,
    redact: createRedactor(secretsOf(config)),
    keys: createKeyRing([testSecret]),
    lease,
  };
  const limits = { ...defaultCallLimits, ...options.limits };
  const engine = await openEngine(config, log, ground, limits);
  const client = await createEngineClient(fresh.url);
  return {
    ...fresh,
    ...client,
    app: engine.app,
    services: engine.services,
    async repeatTask(runId, taskId, services = {}) {
      const ref = { tenantId: testTenant, runId };
      forgetRun(engine.services.database, ref);
      const { engagementId, tasks } = await readRun(engine.services.database, ref);
      const task = tasks?.find(({ id }) => id === taskId);
      if (!task) throw new Error(`The run has no task ${taskId}`);
      return runTask(
        { ...engine.services, ...services },
        { ...ref, engagementId, task, tasksLeft: 1 },
      );
    },
    async close() {
      await client.closeCalls();
      await engine.close();
      await lease.release();
      await fresh.drop();
    },
  };
}
