import type {
  ControlledEngineRun,
  EngineRun,
  StartRunRequest,
} from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { openDatabase } from '@ecp/database/database';
import pino from 'pino';
import type { ServedModels } from '../../src/engine/models/served-models.ts';
import { openEngineCalls } from '../../src/engine/open-engine-calls.ts';
import { createKeyRing } from '../../src/kernel/keys/key-ring.ts';
import type { EngineClient as EngineCalls } from '../../src/kernel/ports.ts';
import { noEffects } from './no-material.ts';

export const testTenant = 'tenant-a';

/** The secret with which tests seal keys for workers. */
export const testSecret = 'a-secret-of-the-tests-of-the-engine';

/** Calls the engine of a database as the work above it does. The default tenant is `testTenant`. */
export interface EngineClient {
  /** All calls of the engine. */
  calls: EngineCalls;
  startRun(request: StartRunRequest, tenantId?: string): Promise<EngineRun>;
  /** Reads the current state of a run. Throws if it is not found. */
  readRun(runId: string, tenantId?: string): Promise<EngineRun>;
  /** Pauses, resumes or stops a run. Throws if that is refused. */
  control(
    runId: string,
    verb: 'pause' | 'resume' | 'stop',
    tenantId?: string,
  ): Promise<ControlledEngineRun>;
  /** Answers a question of a run. Returns false if it has an answer. */
  answer(runId: string, questionId: string, text: string, tenantId?: string): Promise<boolean>;
  /** Deletes an engagement, as the floor above does. */
  deleteEngagement(engagementId: string): Promise<void>;
  /** Reads events until `enough`. Throws after `deadlineMs` (by default 240 s). */
  eventsUntil(
    runId: string,
    enough: (events: EngineEvent[]) => boolean,
    options?: { tenantId?: string; deadlineMs?: number },
  ): Promise<EngineEvent[]>;
  /** Closes the connections of the calls. */
  closeCalls(): Promise<void>;
}

/**
 * Opens the calls of the engine on a database whose workers run in this process or elsewhere.
 * `ownModels` returns what a tenant's own keys serve; by default a tenant has none.
 */
export async function createEngineClient(
  databaseUrl: string,
  ownModels: () => Promise<ServedModels | null> = async () => null,
): Promise<EngineClient> {
  const database = openDatabase({ url: databaseUrl, onPoolError: () => undefined });
  const calls = await openEngineCalls({
    database,
    databaseUrl,
    processId: 'tests',
    log: pino({ level: 'silent' }),
    redact: (text) => text,
    effects: noEffects,
    keys: createKeyRing([testSecret]),
    ownModels,
  });
  const verbs = { pause: calls.pauseRun, resume: calls.resumeRun, stop: calls.stopRun };
  return {
    calls,
    async startRun(request, tenantId = testTenant) {
      const order = await calls.openOrder(tenantId);
      await database.withTenant(tenantId, (tx) => order.place(tx, request));
      const run = await calls.getRun(tenantId, request.runId);
      if (!run) throw new Error(`The engine has no run ${request.runId}`);
      return run;
    },
    async readRun(runId, tenantId = testTenant) {
      const run = await calls.getRun(tenantId, runId);
      if (!run) throw new Error(`The engine has no run ${runId}`);
      return run;
    },
    control: (runId, verb, tenantId = testTenant) => verbs[verb](tenantId, runId),
    answer: (runId, questionId, text, tenantId = testTenant) =>
      database.withTenant(tenantId, async (tx) => {
        await calls.lockRun(tx, tenantId, runId);
        const answer = { text, author: { kind: 'user', id: 'ada', name: 'Ada' } } as const;
        return (await calls.answerQuestion(tx, tenantId, { runId, questionId }, answer)) !== null;
      }),
    async deleteEngagement(engagementId) {
      await database.batchTenant(testTenant, [
        {
          text: 'delete from platform.engagements where tenant_id = $1 and id = $2',
          values: [testTenant, engagementId],
        },
      ]);
    },
    async eventsUntil(runId, enough, { tenantId = testTenant, deadlineMs = 240_000 } = {}) {
      const events: EngineEvent[] = [];
      const endMs = performance.now() + deadlineMs;
      while (!enough(events)) {
        if (performance.now() > endMs)
          throw new Error(`Waited in vain; events: ${JSON.stringify(events.slice(-10))}`);
        const page = { after: events.at(-1)?.seq ?? 0, limit: 200, waitMs: 2_000 };
        const read = await calls.listEvents(tenantId, runId, page);
        if (!read) throw new Error(`The engine has no run ${runId}`);
        events.push(...read.events);
      }
      return events;
    },
    async closeCalls() {
      await calls.close();
      await database.close();
    },
  };
}

/** Returns true if the events include the final status. */
export function isOver(events: EngineEvent[]): boolean {
  return events.some(
    (event) => event.type === 'status' && ['completed', 'failed'].includes(event.status),
  );
}

/** Returns the events of one type. */
export function ofType<T extends EngineEvent['type']>(events: EngineEvent[], type: T) {
  return events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type);
}
