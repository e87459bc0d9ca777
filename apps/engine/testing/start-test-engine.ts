import { randomBytes } from 'node:crypto';
import type { EngineRun, EventPage, StartRunRequest } from '@ecp/contract/engine-api';
import { tenantHeader } from '@ecp/contract/engine-api';
import type { EngineEvent } from '@ecp/contract/engine-events';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/fresh-database';
import pino from 'pino';
import { type CallLimits, defaultCallLimits } from '../src/calls/call-limits.ts';
import type { ModelSettings } from '../src/models/model-settings.ts';
import { openEngine } from '../src/open-engine.ts';

/** A real engine in this process, on its own database, listening on a free port. */
export interface TestEngine extends FreshDatabase {
  baseUrl: string;
  token: string;
  request(method: string, path: string, body?: unknown, tenantId?: string): Promise<{ status: number; body: unknown }>;
  startRun(request: StartRunRequest, tenantId?: string): Promise<EngineRun>;
  /** Reads events until `enough`, by long poll; throws after 30 s. */
  eventsUntil(runId: string, enough: (events: EngineEvent[]) => boolean, tenantId?: string): Promise<EngineEvent[]>;
  close(): Promise<void>;
}

export const testTenant = 'tenant-a';

/** Opens an engine with the offline model, or with the models of `settings`. One a test file: DBOS is a singleton. */
export async function startTestEngine(
  options: { models?: Partial<ModelSettings>; limits?: Partial<CallLimits> } = {},
): Promise<TestEngine> {
  const fresh = await createFreshDatabase();
  const token = randomBytes(16).toString('hex');
  const config = {
    host: '127.0.0.1',
    port: 0,
    token,
    databaseUrl: fresh.url,
    models: { localModelLatencyMs: 0, ...options.models },
    logLevel: 'silent' as const,
  };
  const engine = await openEngine(config, pino({ level: 'silent' }), { ...defaultCallLimits, ...options.limits });
  const baseUrl = await engine.app.listen({ host: '127.0.0.1', port: 0 });

  const request: TestEngine['request'] = async (method, path, body, tenantId = testTenant) => {
    const headers = { authorization: `Bearer ${token}`, [tenantHeader]: tenantId };
    const json = { ...headers, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      ...(body === undefined ? { headers } : { headers: json, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  return {
    ...fresh,
    baseUrl,
    token,
    request,
    async startRun(body, tenantId) {
      const answer = await request('POST', '/runs', body, tenantId);
      if (answer.status !== 200) throw new Error(`start failed: ${JSON.stringify(answer.body)}`);
      return answer.body as EngineRun;
    },
    async eventsUntil(runId, enough, tenantId) {
      const events: EngineEvent[] = [];
      const deadlineMs = performance.now() + 30_000;
      while (!enough(events)) {
        if (performance.now() > deadlineMs) throw new Error(`Waited in vain; events: ${JSON.stringify(events)}`);
        const path = `/runs/${runId}/events?after=${events.at(-1)?.seq ?? 0}&waitMs=2000`;
        const answer = await request('GET', path, undefined, tenantId);
        if (answer.status !== 200) throw new Error(`no events: ${JSON.stringify(answer.body)}`);
        events.push(...(answer.body as EventPage).events);
      }
      return events;
    },
    async close() {
      await engine.close();
      await fresh.drop();
    },
  };
}

/** True when the final status is among the events. */
export function isOver(events: EngineEvent[]): boolean {
  return events.some((event) => event.type === 'status' && ['completed', 'failed'].includes(event.status));
}

let nextRun = 1;
/** A start request with three tasks, two of them independent; parts may be replaced. */
export function runRequest(overrides: Partial<StartRunRequest> = {}): StartRunRequest {
  const number = nextRun++;
  return {
    runId: `run-${number}`,
    engagement: {
      id: `engagement-${number}`,
      name: 'Northwind coffee growth plan',
      client: 'Northwind Roasters',
      brief: sampleBrief,
      budgetUsd: 5,
    },
    tasks: [
      { id: 'market', name: 'Market research', description: 'Size the regional speciality coffee market.' },
      { id: 'costs', name: 'Cost analysis', description: 'Analyse roasting and delivery cost per kilogram.' },
      {
        id: 'plan',
        name: 'Growth plan',
        description: 'Bring both together in a plan for two years.',
        dependsOn: ['market', 'costs'],
      },
    ],
    sources: [],
    previous: [],
    rerunTaskId: null,
    ...overrides,
  };
}

const sampleBrief = `Northwind Roasters sells 42 tonnes of coffee a year to 310 cafés in the north-east. Revenue was
$1.9 million in 2025, up 6 % on 2024, while green coffee prices rose 31 %. The owners want to know whether to open a
subscription business for households, what it would cost, and which cafés are worth keeping. Two delivery vans cover
4 routes; the roaster runs at 64 % of its capacity. Goals: raise gross margin from 34 % to 40 % within two years, and
win 2,000 household subscribers. Constraints: no new debt above $150,000, and no redundancies. Open: churn of
subscribers, cost of packaging, and the price that households will pay.`;
