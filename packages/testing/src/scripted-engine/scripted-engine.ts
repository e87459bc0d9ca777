import { setTimeout as delay } from 'node:timers/promises';
import { engineApi, type StartRunRequest, tenantHeader } from '@ecp/contract/engine/engine-api';
import { type EnginePlanRequest, enginePlanApi } from '@ecp/contract/engine/engine-plans';
import type { Agent } from '@ecp/contract/reach/service';
import type { LogEntry } from '@ecp/contract/values/log-entries';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { makeScriptedPlan } from './scripted-plan.ts';
import { createScriptedRun, type ScriptedRun } from './scripted-run.ts';

/** A request that reached the engine. */
export interface EngineCall {
  method: string;
  /** Path and query. */
  url: string;
  tenantId: string | undefined;
  body: unknown;
}

/** The event that takes the place of the normal answer to a call. */
export type Interference =
  | { kind: 'answer'; status: number; body: unknown }
  /** The connection breaks before the work is done. */
  | { kind: 'cut' }
  /** The work is done, but its answer is lost. */
  | { kind: 'lose_answer' }
  /** The call waits until the promise settles, then continues. */
  | { kind: 'hold'; until: Promise<unknown> };

/** A real HTTP server with the engine's API (packages/contract, engine-api), controlled by the test. */
export interface ScriptedEngine {
  readonly url: string;
  readonly token: string;
  /** Every call since the start, oldest first. */
  readonly calls: readonly EngineCall[];
  /** Returns a started run. Throws if the engine has none with that id. */
  run(runId: string): ScriptedRun;
  /** Resolves once the engine has the run; rejects after 10 s. */
  waitForRun(runId: string): Promise<ScriptedRun>;
  /** Sets a function to call on each new run, for example `(run) => run.complete()`. */
  onStart(script: ((run: ScriptedRun) => void) | undefined): void;
  /** Calls `choose` before each call; undefined lets it pass. Returns a function that ends this. */
  interfere(choose: (call: EngineCall) => Interference | undefined): () => void;
  /** Calls `listener` when a stream ends, also if its reader disconnects. Returns a function that ends this. */
  onStreamEnd(listener: () => void): () => void;
  /** Breaks all connections and refuses new ones until `comeBack`. Runs are kept. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Resets what the tests have set, and fails the runs that are still active. */
  settle(): void;
  close(): Promise<void>;
}

interface EngineState {
  token: string;
  calls: EngineCall[];
  runs: Map<string, ScriptedRun>;
  /** Ids of the paid plans, by engagement. */
  plans: Map<string, Set<string>>;
  /** Runs that were stopped before their start. A later start is refused. */
  stopped: Set<string>;
  script: ((run: ScriptedRun) => void) | undefined;
  choosers: Set<(call: EngineCall) => Interference | undefined>;
  streamEnds: Set<() => void>;
  down: AbortController;
}

/** The roster of the scripted engine. */
export const scriptedAgents: Agent[] = ['corporate-strategist', 'market-research-analyst', 'data-analyst'].map(
  (slug) => ({ slug, name: slug, role: 'Consultant', department: 'Strategy', description: `The ${slug}` }),
);

/** Starts the engine on a free loopback port. */
export async function startScriptedEngine(token = 'scripted-engine-token'): Promise<ScriptedEngine> {
  const state: EngineState = {
    token,
    calls: [],
    runs: new Map(),
    plans: new Map(),
    stopped: new Set(),
    script: undefined,
    choosers: new Set(),
    streamEnds: new Set(),
    down: new AbortController(),
  };
  let app = buildEngine(state);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(url);
  const goDown = async () => {
    state.down.abort();
    app.server.closeAllConnections();
    await app.close();
  };

  return {
    url,
    token,
    calls: state.calls,
    run: (runId) => findRun(state, runId),
    async waitForRun(runId) {
      const deadlineMs = performance.now() + 10_000;
      while (!state.runs.has(runId) && performance.now() < deadlineMs) await delay(5);
      return findRun(state, runId);
    },
    onStart(script) {
      state.script = script;
    },
    interfere(choose) {
      state.choosers.add(choose);
      return () => state.choosers.delete(choose);
    },
    onStreamEnd(listener) {
      state.streamEnds.add(listener);
      return () => state.streamEnds.delete(listener);
    },
    goDown,
    async comeBack() {
      state.down = new AbortController();
      app = buildEngine(state);
      await app.listen({ host: '127.0.0.1', port: Number(port) });
    },
    settle() {
      state.script = undefined;
      state.choosers.clear();
      state.streamEnds.clear();
      for (const run of state.runs.values()) {
        if (isActive(run)) run.push({ type: 'status', status: 'failed', error: 'The test is over' });
      }
      state.calls.length = 0;
    },
    close: goDown,
  };
}

function findRun(state: EngineState, runId: string): ScriptedRun {
  const run = state.runs.get(runId);
  if (!run) throw new Error(`The scripted engine has no run ${runId}`);
  return run;
}

function buildEngine(state: EngineState): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, ajv: { customOptions: { coerceTypes: false } } });
  const { down } = state;
  const lost = new WeakSet<FastifyRequest>();
  app.addHook('onSend', async (request) => {
    if (lost.has(request)) request.raw.socket.destroy();
  });
  app.addHook('preHandler', async (request, reply) => {
    const { method, url, body } = request;
    const tenantId = request.headers[tenantHeader]?.toString();
    const call = { method, url, tenantId, body };
    state.calls.push(call);
    if (url !== '/health' && request.headers.authorization !== `Bearer ${state.token}`) {
      return fail(reply, 401, 'unauthorized');
    }
    for (const choose of [...state.choosers]) {
      const interference = choose(call);
      if (interference?.kind === 'lose_answer') lost.add(request);
      else if (interference) return applyInterference(interference, reply);
    }
  });
  registerService(app, state);
  registerControl(app, state);
  registerReading(app, state, down.signal);
  registerPlans(app, state);
  return app;
}

async function applyInterference(
  interference: Exclude<Interference, { kind: 'lose_answer' }>,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (interference.kind === 'answer') return reply.code(interference.status).send(interference.body);
  if (interference.kind === 'hold') await interference.until;
  if (interference.kind === 'cut') {
    reply.hijack();
    reply.raw.destroy();
  }
  return undefined;
}

const fail = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send({ error: code.replaceAll('_', ' '), code, requestId: 'scripted' });

type Params = { runId: string };
type Query = { after?: string; limit?: string; waitMs?: string; offset?: string };

function ownRun(state: EngineState, request: FastifyRequest): ScriptedRun | undefined {
  const run = state.runs.get((request.params as Params).runId);
  return run?.tenantId === request.headers[tenantHeader] ? run : undefined;
}

function registerService(app: FastifyInstance, state: EngineState): void {
  const activeRuns = () => [...state.runs.values()].filter(({ status }) => status === 'running').length;
  app.get('/health', async () => ({
    status: 'ok',
    service: 'engine',
    version: 'scripted',
    activeRuns: activeRuns(),
    timestamp: new Date().toISOString(),
  }));
  app.get('/agents', async () => ({ agents: scriptedAgents }));
  app.delete('/engagements/:engagementId', async (request) => {
    const { engagementId } = request.params as { engagementId: string };
    const { runIds = [] } = (request.body ?? {}) as { runIds?: string[] };
    for (const runId of runIds) state.stopped.add(runId);
    for (const [runId, run] of state.runs) {
      const own = run.tenantId === request.headers[tenantHeader];
      if (own && run.request.engagement.id === engagementId) state.runs.delete(runId);
    }
    return { success: true };
  });
}

const stopped = { error: 'Stopped by user', failureReason: 'stopped' } as const;

function registerControl(app: FastifyInstance, state: EngineState): void {
  app.post('/runs', { schema: { body: engineApi.startRun.body } }, async (request, reply) => {
    const input = request.body as StartRunRequest;
    const tenantId = String(request.headers[tenantHeader]);
    if (state.stopped.has(input.runId)) return fail(reply, 409, 'run_stopped');
    const known = state.runs.get(input.runId);
    if (known) return known.tenantId === tenantId ? known.view() : fail(reply, 404, 'not_found');
    const run = createScriptedRun(tenantId, input);
    state.runs.set(input.runId, run);
    run.push({ type: 'status', status: 'running', error: null });
    state.script?.(run);
    return run.view();
  });
  const moves = { pause: ['running', 'paused'], resume: ['paused', 'running'] } as const;
  for (const [verb, [from, to]] of Object.entries(moves)) {
    app.post(`/runs/:runId/${verb}`, async (request, reply) => {
      const run = ownRun(state, request);
      if (!run) return fail(reply, 404, 'not_found');
      if (run.status === to) return { ...run.view(), changed: false };
      if (run.status !== from) return fail(reply, 409, `cannot_${verb}`);
      run.push({ type: 'status', status: to, error: null });
      return { ...run.view(), changed: true };
    });
  }
  app.post('/runs/:runId/stop', async (request) => {
    const { runId } = request.params as Params;
    const run = ownRun(state, request);
    if (!run) {
      const changed = !state.stopped.has(runId);
      state.stopped.add(runId);
      const nothing = { estimatedCost: 0, inputTokens: 0, outputTokens: 0, steps: 0, lastEvent: 0, snapshot: null };
      return { runId, status: 'failed', ...stopped, ...nothing, changed };
    }
    const changed = isActive(run);
    if (changed) run.push({ type: 'status', status: 'failed', ...stopped });
    return { ...run.view(), changed };
  });
}

function registerPlans(app: FastifyInstance, state: EngineState): void {
  app.post('/plans', { schema: { body: enginePlanApi.body } }, async (request) => {
    const order = request.body as EnginePlanRequest;
    const paid = state.plans.get(order.engagement.id) ?? new Set();
    if (order.tasks.length === 0) state.plans.set(order.engagement.id, paid.add(order.planId));
    return makeScriptedPlan(order, paid.size / 100);
  });
}

function registerReading(app: FastifyInstance, state: EngineState, down: AbortSignal): void {
  app.get('/runs/:runId', async (request, reply) => ownRun(state, request)?.view() ?? fail(reply, 404, 'not_found'));
  app.get('/runs/:runId/events', async (request, reply) => {
    const run = ownRun(state, request);
    if (!run) return fail(reply, 404, 'not_found');
    const { after = '0', limit = '200', waitMs = '0' } = request.query as Query;
    const ended = AbortSignal.any([AbortSignal.timeout(Number(waitMs)), down]);
    while (run.events.length <= Number(after) && isActive(run) && !ended.aborted) await run.changed(ended);
    return run.page(Number(after), Number(limit));
  });
  app.get('/runs/:runId/logs', async (request, reply) => {
    const run = ownRun(state, request);
    if (!run) return fail(reply, 404, 'not_found');
    const entries = run.events.flatMap((event): LogEntry[] => {
      if (event.type !== 'log') return [];
      const { type: _type, seq: _seq, ...entry } = event;
      return [entry];
    });
    const { offset = '0' } = request.query as Query;
    return { entries: entries.slice(Number(offset)), total: entries.length, status: run.status };
  });
  app.get('/runs/:runId/stream', async (request, reply) => {
    const run = ownRun(state, request);
    if (!run) return fail(reply, 404, 'not_found');
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.flushHeaders();
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      for (const listener of [...state.streamEnds]) listener();
    });
    let sent = Number(request.headers['last-event-id'] ?? 0);
    const ended = AbortSignal.any([gone.signal, down]);
    while (!ended.aborted) {
      for (const event of run.events.slice(sent)) {
        const { content: _content, ...shown } = { content: undefined, ...event };
        reply.raw.write(`id: ${event.seq}\ndata: ${JSON.stringify(shown)}\n\n`);
        sent = event.seq;
      }
      if (!isActive(run)) break;
      await run.changed(ended);
    }
    reply.raw.end();
  });
}

const isActive = (run: ScriptedRun): boolean => run.status === 'running' || run.status === 'paused';
