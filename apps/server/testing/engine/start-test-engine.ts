import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { usdToNano } from '@ecp/contract/declaring/money';
import { closeKeptService } from '@ecp/testing/kept-service';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import type { EngineServices } from '../../src/engine/call/engine-services.ts';
import { type CallLimits, defaultCallLimits } from '../../src/engine/call/model-call.ts';
import { forgetRun, readRun, type TaskEnding } from '../../src/engine/kernel/runs.ts';
import type { ModelSettings } from '../../src/engine/models/available-models.ts';
import { openEngine } from '../../src/engine/open-engine.ts';
import { runTask } from '../../src/engine/workflow/task-workflow.ts';
import { createEngineClient, type EngineClient, testTenant } from './engine-client.ts';

/** An engine in this process, with its own database and a free port. */
export interface TestEngine extends FreshDatabase, EngineClient {
  /**
   * Executes a task of a run again, as the next process does after a crash, which may have other
   * services.
   */
  repeatTask(
    runId: string,
    taskId: string,
    services?: Partial<EngineServices>,
  ): Promise<TaskEnding>;
  /** Counts the open connections of the engine's HTTP server. */
  countConnections(): Promise<number>;
  close(): Promise<void>;
}

interface TestEngineOptions {
  models?: Partial<ModelSettings>;
  limits?: Partial<CallLimits>;
  maxTenantUsdPerDay?: number;
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
  const fresh = await createFreshDatabase();
  const token = randomBytes(16).toString('hex');
  const config = {
    host: '127.0.0.1',
    port: 0,
    token,
    databaseUrl: fresh.url,
    models: { localModelLatencyMs: 0, ...options.models },
    maxTenantNanoUsdPerDay:
      options.maxTenantUsdPerDay === undefined ? undefined : usdToNano(options.maxTenantUsdPerDay),
    logLevel: 'silent' as const,
  };
  const engine = await openEngine(config, pino({ level: 'silent' }), {
    ...defaultCallLimits,
    ...options.limits,
  });
  const baseUrl = await engine.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...fresh,
    ...createEngineClient(baseUrl, token),
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
    countConnections: promisify(engine.app.server.getConnections.bind(engine.app.server)),
    async close() {
      await engine.close();
      await fresh.drop();
    },
  };
}
