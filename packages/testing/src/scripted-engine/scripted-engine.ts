import { setTimeout as delay } from 'node:timers/promises';
import { tenantHeader } from '@ecp/contract/engine/engine-api';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type EngineCall, type EngineState, type Interference, isActive } from './engine-state.ts';
import { fail, registerRoutes } from './scripted-routes.ts';
import type { ScriptedRun } from './scripted-run.ts';

/** A real HTTP server with the engine's API (packages/contract, engine-api), controlled by the test. */
export interface ScriptedEngine {
  readonly url: string;
  readonly token: string;
  /** Every call since the start, oldest first. */
  readonly calls: readonly EngineCall[];
  /** The number of requests without an answer. */
  readonly openRequests: number;
  /** Returns a started run. Throws if the engine has none with that id. */
  run(runId: string): ScriptedRun;
  /** Resolves once the engine has the run; rejects after 10 s. */
  waitForRun(runId: string): Promise<ScriptedRun>;
  /** Sets a function to call on each new run, for example `(run) => run.complete()`. */
  onStart(script: ((run: ScriptedRun) => void) | undefined): void;
  /** Sets the judge, who answers nothing by default. */
  onJudge(judge: EngineState['judge']): void;
  /** Calls `choose` before each call; undefined lets it pass. Returns a function that ends this. */
  interfere(choose: (call: EngineCall) => Interference | undefined): () => void;
  /** Holds matching calls back until `release`, which also ends this. `reached` resolves at the first of them. */
  hold(matches: (call: EngineCall) => boolean): { reached: Promise<void>; release(): void };
  /** Calls `listener` when a stream ends, also if its reader disconnects. Returns a function that ends this. */
  onStreamEnd(listener: () => void): () => void;
  /** Breaks all connections and refuses new ones until `comeBack`. Runs are kept. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Resets what the tests have set, and fails the runs that are still active. */
  settle(): void;
  close(): Promise<void>;
}

const silent = () => null;

/** Starts the engine on a free loopback port. */
export async function startScriptedEngine(token = 'scripted-engine-token'): Promise<ScriptedEngine> {
  const state: EngineState = {
    token,
    calls: [],
    runs: new Map(),
    images: new Set(),
    plans: new Map(),
    judge: silent,
    stopped: new Set(),
    script: undefined,
    choosers: new Set(),
    streamEnds: new Set(),
    open: 0,
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
    get openRequests() {
      return state.open;
    },
    run: (runId) => findRun(state, runId),
    async waitForRun(runId) {
      const deadlineMs = performance.now() + 10_000;
      while (!state.runs.has(runId) && performance.now() < deadlineMs) await delay(5);
      return findRun(state, runId);
    },
    onStart(script) {
      state.script = script;
    },
    onJudge(judge) {
      state.judge = judge;
    },
    interfere: (choose) => interfere(state, choose),
    hold: (matches) => hold(state, matches),
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
      state.judge = silent;
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
  const lost = new WeakSet<FastifyRequest>();
  app.addHook('onSend', async (request) => {
    if (lost.has(request)) request.raw.socket.destroy();
  });
  app.addHook('onRequest', async (_request, reply) => {
    state.open += 1;
    reply.raw.once('close', () => {
      state.open -= 1;
    });
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
  registerRoutes(app, state);
  return app;
}

function interfere({ choosers }: EngineState, choose: (call: EngineCall) => Interference | undefined): () => void {
  choosers.add(choose);
  return () => choosers.delete(choose);
}

function hold(state: EngineState, matches: (call: EngineCall) => boolean): { reached: Promise<void>; release(): void } {
  const gate = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const end = interfere(state, (call) => {
    if (!matches(call)) return undefined;
    reach();
    return { kind: 'hold', until: gate.promise };
  });
  const release = () => {
    end();
    gate.resolve();
  };
  return { reached, release };
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
