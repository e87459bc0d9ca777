import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import { engineApi, tenantHeader } from '@ecp/contract/engine-api';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallDependencies } from '../calls/make-call.ts';
import { waitForEvents } from '../events/follow-events.ts';
import { readLogs } from '../events/read-events.ts';
import { streamEvents } from '../events/stream-events.ts';
import { pauseRun, resumeRun, stopRun } from '../runs/control-run.ts';
import { eraseEngagement } from '../runs/erase-engagement.ts';
import { countActiveRuns, readRunState, toEngineRun } from '../runs/run-store.ts';
import { startRun } from '../runs/start-run.ts';
import { takeSnapshot } from '../runs/take-snapshot.ts';
import { EngineRequestError, runNotFound } from './engine-request-error.ts';

/** Everything that the HTTP API works on. */
export type EngineApp = CallDependencies & { client: DBOSClient; version: string };

/** Far beyond any number of events, and within what Postgres counts. */
const maxEventNumber = Number.MAX_SAFE_INTEGER;

const maxBodyBytes = 64 * 1024 * 1024;

/** The engine's endpoints (packages/contract, engine-api): thin, each calls one verb. */
export function registerRoutes(instance: FastifyInstance, services: EngineApp): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  // A close must not wait for readers of a run that goes on for long; they come again elsewhere.
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const goneSignal = (reply: FastifyReply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return AbortSignal.any([gone.signal, closing.signal]);
  };
  const { database, roster } = services;
  const state = async (ref: { tenantId: string; runId: string }) => {
    const run = await readRunState(database, ref);
    if (!run) throw runNotFound();
    return toEngineRun(run, run.status === 'paused' ? await takeSnapshot(database, run) : null);
  };

  app.route({
    ...spec(engineApi.health),
    handler: async () => ({
      status: 'ok' as const,
      service: 'engine' as const,
      version: services.version,
      activeRuns: await countActiveRuns(database),
      timestamp: new Date().toISOString(),
    }),
  });
  app.route({
    ...spec(engineApi.agents),
    handler: async () => ({
      agents: roster.agents.map(({ slug, name, role, department, description }) => {
        return { slug, name, role, department, description };
      }),
    }),
  });
  app.route({
    ...spec(engineApi.startRun),
    bodyLimit: maxBodyBytes,
    handler: async (request) => toEngineRun(await startRun(services, tenantOf(request), request.body), null),
  });
  app.route({ ...spec(engineApi.getRun), handler: (request) => state(runOf(request)) });
  for (const [endpoint, verb] of [
    [engineApi.pauseRun, pauseRun],
    [engineApi.resumeRun, resumeRun],
    [engineApi.stopRun, stopRun],
  ] as const) {
    app.route({
      ...spec(endpoint),
      handler: async (request) => {
        const ref = runOf(request);
        await verb(services, ref);
        return state(ref);
      },
    });
  }
  app.route({
    ...spec(engineApi.listEvents),
    handler: async (request, reply) => {
      const { after = 0, limit = 200, waitMs = 0 } = request.query;
      const page = { after: Math.min(after, maxEventNumber), limit, waitMs };
      const read = await waitForEvents(services, runOf(request), page, goneSignal(reply));
      if (!read) throw runNotFound();
      return read;
    },
  });
  app.route({
    ...spec(engineApi.getLogs),
    handler: async (request) => {
      const logs = await readLogs(database, runOf(request), Math.min(request.query.offset ?? 0, maxEventNumber));
      if (!logs) throw runNotFound();
      return logs;
    },
  });
  app.route({
    ...spec(engineApi.streamRun),
    handler: async (request, reply) => {
      const ref = runOf(request);
      if (!(await readRunState(database, ref))) throw runNotFound();
      const seen = Number.parseInt(String(request.headers['last-event-id'] ?? ''), 10) || 0;
      const after = Math.min(Math.max(seen, 0), maxEventNumber);
      return streamEvents(services, ref, { after, signal: goneSignal(reply) }, reply);
    },
  });
  app.route({
    ...spec(engineApi.eraseEngagement),
    handler: async (request) => {
      await eraseEngagement(services, tenantOf(request), request.params.engagementId, request.body?.runIds ?? []);
      return { success: true };
    },
  });
}

/** A declaration of the contract as Fastify takes it. */
function spec<const E extends { method: 'GET' | 'POST' | 'DELETE'; url: string }>({ method, url, ...schema }: E) {
  return { method, url, schema };
}

function tenantOf(request: FastifyRequest): string {
  const tenantId = request.headers[tenantHeader];
  if (typeof tenantId !== 'string' || tenantId === '') {
    throw new EngineRequestError(400, 'tenant_required', `The header ${tenantHeader} is required`);
  }
  return tenantId;
}

function runOf(request: FastifyRequest): { tenantId: string; runId: string } {
  return { tenantId: tenantOf(request), runId: (request.params as { runId: string }).runId };
}
