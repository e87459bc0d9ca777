import {
  type ControlledEngineRun,
  type EngineRun,
  type EventPage,
  type StartRunRequest,
  tenantHeader,
} from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';

export const testTenant = 'tenant-a';

/** Calls an engine over HTTP as the platform does. The default tenant is `testTenant`. */
export interface EngineClient {
  baseUrl: string;
  token: string;
  request(
    method: string,
    path: string,
    body?: unknown,
    tenantId?: string,
  ): Promise<{ status: number; body: unknown }>;
  startRun(request: StartRunRequest, tenantId?: string): Promise<EngineRun>;
  /** Reads the current state of a run. Throws if it is not found. */
  readRun(runId: string, tenantId?: string): Promise<EngineRun>;
  /** Pauses, resumes or stops a run. Throws if that is refused. */
  control(
    runId: string,
    verb: 'pause' | 'resume' | 'stop',
    tenantId?: string,
  ): Promise<ControlledEngineRun>;
  /** Reads events by long poll until `enough`. Throws after `deadlineMs` (by default 90 s). */
  eventsUntil(
    runId: string,
    enough: (events: EngineEvent[]) => boolean,
    options?: { tenantId?: string; deadlineMs?: number },
  ): Promise<EngineEvent[]>;
}

/** Creates a client of the engine at `baseUrl`. */
export function createEngineClient(baseUrl: string, token: string): EngineClient {
  const request: EngineClient['request'] = async (method, path, body, tenantId = testTenant) => {
    const headers = { authorization: `Bearer ${token}`, [tenantHeader]: tenantId };
    const json = { ...headers, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      ...(body === undefined ? { headers } : { headers: json, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const succeed = async <Answer>(...call: Parameters<EngineClient['request']>): Promise<Answer> => {
    const answer = await request(...call);
    if (answer.status !== 200) throw new Error(`${call[0]} ${call[1]}: ${JSON.stringify(answer)}`);
    return answer.body as Answer;
  };
  return {
    baseUrl,
    token,
    request,
    startRun: (body, tenantId) => succeed<EngineRun>('POST', '/runs', body, tenantId),
    readRun: (runId, tenantId) => succeed<EngineRun>('GET', `/runs/${runId}`, undefined, tenantId),
    control: (runId, verb, tenantId) =>
      succeed<ControlledEngineRun>('POST', `/runs/${runId}/${verb}`, undefined, tenantId),
    async eventsUntil(runId, enough, { tenantId, deadlineMs = 240_000 } = {}) {
      const events: EngineEvent[] = [];
      const endMs = performance.now() + deadlineMs;
      while (!enough(events)) {
        if (performance.now() > endMs)
          throw new Error(`Waited in vain; events: ${JSON.stringify(events.slice(-10))}`);
        const path = `/runs/${runId}/events?after=${events.at(-1)?.seq ?? 0}&waitMs=2000`;
        events.push(...(await succeed<EventPage>('GET', path, undefined, tenantId)).events);
      }
      return events;
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
