import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EngineRun,
  type EventPage,
  type StartRunRequest,
  tenantHeader,
} from '@ecp/contract/engine/engine-api';
import type {
  EngineEvent,
  EngineEventOf,
  EngineEventType,
  EngineRunStatus,
  WritingEvent,
} from '@ecp/contract/engine/engine-events';
import type { EngineGridAnswer, EngineGridRequest } from '@ecp/contract/engine/engine-grid-answers';
import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type {
  EngineStoryline,
  EngineStorylineRequest,
} from '@ecp/contract/engine/engine-storylines';
import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import type { RunPattern } from '@ecp/contract/values/run-facts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { fail, registerRoutes } from './scripted-routes.ts';

/**
 * A real HTTP server with the engine's API (packages/contract, engine-api), controlled by the test.
 */
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
  /** Sets what answers the questions of grids: by default the first line of the file, verified. */
  onGrid(script: EngineState['grid']): void;
  /** Sets what a model writes for a deck; missing fields are those of the slides by rules. */
  onStoryline(script: EngineState['storyline']): void;
  /** Calls `choose` before each call; undefined lets it pass. Returns a function that ends this. */
  interfere(choose: (call: EngineCall) => Interference | undefined): () => void;
  /**
   * Holds matching calls back until `release`, which also ends this. `reached` resolves at the
   * first of them.
   */
  hold(matches: (call: EngineCall) => boolean): { reached: Promise<void>; release(): void };
  /**
   * Calls `listener` when a stream ends, also if its reader disconnects. Returns a function that
   * ends this.
   */
  onStreamEnd(listener: () => void): () => void;
  /** Breaks all connections and refuses new ones until `comeBack`. Runs are kept. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Resets what the tests have set, and fails the runs that are still active. */
  settle(): void;
  close(): Promise<void>;
}

const silent = () => null;

const firstLine: EngineState['grid'] = ({ file, columns }) => {
  const text = file.parts[0]?.text.split('\n')[0] ?? '';
  const place = file.parts[0]?.location ?? null;
  return {
    cells: columns.map(({ id: columnId }) => {
      const words = { text, quote: text, place, passage: text, reason: null };
      return { columnId, value: text, unit: null, ...words, state: 'verified' };
    }),
  };
};

/** Starts the engine on a free loopback port. */
export async function startScriptedEngine(
  token = 'scripted-engine-token',
): Promise<ScriptedEngine> {
  const state: EngineState = {
    token,
    calls: [],
    runs: new Map(),
    images: new Set(),
    plans: new Map(),
    judge: silent,
    grid: firstLine,
    storyline: () => ({}),
    asks: new Map(),
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
    onGrid(script) {
      state.grid = script;
    },
    onStoryline(script) {
      state.storyline = script;
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
      state.grid = firstLine;
      state.storyline = () => ({});
      state.choosers.clear();
      state.streamEnds.clear();
      for (const run of state.runs.values()) {
        if (isActive(run))
          run.push({ type: 'status', status: 'failed', error: 'The test is over' });
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
  const app = Fastify({
    bodyLimit: 64 * 1024 * 1024,
    ajv: { customOptions: { coerceTypes: false } },
  });
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

function interfere(
  { choosers }: EngineState,
  choose: (call: EngineCall) => Interference | undefined,
): () => void {
  choosers.add(choose);
  return () => choosers.delete(choose);
}

function hold(
  state: EngineState,
  matches: (call: EngineCall) => boolean,
): { reached: Promise<void>; release(): void } {
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
  if (interference.kind === 'answer')
    return reply.code(interference.status).send(interference.body);
  if (interference.kind === 'hold') await interference.until;
  if (interference.kind === 'cut') {
    reply.hijack();
    reply.raw.destroy();
  }
  return undefined;
}

/** A request that reached the engine. */
export interface EngineCall {
  method: string;
  /** Path and query. */
  url: string;
  tenantId: string | undefined;
  body: unknown;
}

/** The event that takes the place of the normal answer to a call. */
type Interference =
  | { kind: 'answer'; status: number; body: unknown }
  /** The connection breaks before the work is done. */
  | { kind: 'cut' }
  /** The work is done, but its answer is lost. */
  | { kind: 'lose_answer' }
  /** The call waits until the promise settles, then continues. */
  | { kind: 'hold'; until: Promise<unknown> };

/** The records of the scripted engine, which its routes share. */
export interface EngineState {
  token: string;
  calls: EngineCall[];
  runs: Map<string, ScriptedRun>;
  /** The stored images: tenant, engagement and hash. */
  images: Set<string>;
  /** Ids of the paid plans, by engagement. */
  plans: Map<string, Set<string>>;
  /** Answers a question to the judge; null for no answer. */
  judge: (question: JudgeQuestion) => JudgeAnswer | null;
  /**
   * What is answered to a question about a file; missing fields are those of an ask that succeeds.
   */
  grid: (
    asked: EngineGridRequest,
  ) => Partial<Pick<EngineGridAnswer, 'status' | 'error' | 'failureReason' | 'cells' | 'costUsd'>>;
  /** What a model writes for a deck; missing fields are those of the slides by rules. */
  storyline: (asked: EngineStorylineRequest) => Partial<EngineStoryline>;
  /** Answered asks of grids. */
  asks: Map<string, Omit<EngineGridAnswer, 'judgingSpentUsd'> & { engagementId: string }>;
  /** Runs that were stopped before their start. A later start is refused. */
  stopped: Set<string>;
  script: ((run: ScriptedRun) => void) | undefined;
  choosers: Set<(call: EngineCall) => Interference | undefined>;
  streamEnds: Set<() => void>;
  /** Requests without an answer, such as readers that wait for an event. */
  open: number;
  down: AbortController;
}

export const isActive = (run: ScriptedRun): boolean =>
  run.status === 'running' || run.status === 'paused';

/** Facts of an event that a test may leave out. */
type OptionalFacts<T> = T extends 'status' | 'task_complete'
  ? 'failureReason'
  : T extends 'log'
    ? 'level' | 'code' | 'agent' | 'taskId'
    : never;
type Loose<E, K> = Omit<E, K & keyof E> & Partial<Pick<E, K & keyof E>>;
/**
 * An event as a test gives it. The default failure reason is `tasks_failed`; a log line may omit
 * its facts.
 */
type ScriptedEvent<T extends EngineEventType> = Loose<EngineEventOf<T>, OptionalFacts<T>> & {
  type: T;
};

/** A run of the scripted engine, controlled by the test. */
export interface ScriptedRun {
  readonly tenantId: string;
  readonly request: StartRunRequest;
  readonly events: readonly EngineEvent[];
  /** The answers of people that the run has taken, by question. */
  readonly answers: Map<string, { answer: string; answeredBy: string }>;
  readonly status: EngineRunStatus;
  /**
   * Appends the next event. A `status` event also changes the run's state, a `cost` event its cost.
   */
  push<T extends EngineEventType>(event: ScriptedEvent<T>): EngineEvent;
  /**
   * Sends a piece of a document to the streams that are open now. It is neither numbered nor kept.
   */
  write(piece: Omit<WritingEvent, 'type' | 'timestamp'>): void;
  /** Calls `listener` with each piece until `signal` aborts. */
  onWriting(listener: (piece: WritingEvent) => void, signal: AbortSignal): void;
  /**
   * Pushes a plan, a deliverable and a score for each task, cost, internal files, analytics, then
   * `completed`.
   */
  complete(options?: { score?: number; costUsd?: number }): void;
  /** Returns the run as `GET /runs/:runId` does. */
  view(): EngineRun;
  page(after: number, limit: number): EventPage;
  /** Resolves at the next event or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Begins a run in state `running`, without events. */
export function createScriptedRun(tenantId: string, request: StartRunRequest): ScriptedRun {
  const events: EngineEvent[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  const state: Pick<EngineRun, 'status' | 'error' | 'failureReason'> = {
    status: 'running',
    error: null,
    failureReason: null,
  };
  const cost = { estimatedCost: 0, inputTokens: 0, outputTokens: 0, steps: 0 };

  const push: ScriptedRun['push'] = (event) => {
    const numbered = {
      ...factsOf(event),
      ...event,
      seq: events.length + 1,
      timestamp: new Date().toISOString(),
    } as unknown as EngineEvent;
    events.push(numbered);
    if (numbered.type === 'status') {
      const { status, error, failureReason } = numbered;
      Object.assign(state, { status, error, failureReason });
    }
    if (numbered.type === 'cost') {
      const {
        estimated_cost: estimatedCost,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        steps,
      } = numbered;
      Object.assign(cost, { estimatedCost, inputTokens, outputTokens, steps });
    }
    changes.emit('change');
    return numbered;
  };

  const run: ScriptedRun = {
    tenantId,
    request,
    events,
    answers: new Map(),
    get status() {
      return state.status;
    },
    push,
    write: (piece) => {
      const timestamp = new Date().toISOString();
      changes.emit('writing', { type: 'writing', timestamp, ...piece } satisfies WritingEvent);
    },
    onWriting(listener, signal) {
      changes.on('writing', listener);
      signal.addEventListener('abort', () => changes.off('writing', listener), { once: true });
    },
    complete: (options = {}) => playToTheEnd(run, options),
    view: () => ({
      runId: request.runId,
      ...state,
      ...cost,
      lastEvent: events.length,
      snapshot: state.status === 'paused' ? takeSnapshot(run, cost.estimatedCost) : null,
    }),
    page: (after, limit) => ({
      events: events.slice(after, after + limit),
      lastEvent: events.length,
      status: state.status,
    }),
    async changed(signal) {
      await once(changes, 'change', { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
  return run;
}

function factsOf(event: { type: EngineEventType; status?: string }) {
  if (event.type === 'log')
    return { level: 'info', code: 'task_started', agent: null, taskId: null };
  if (event.type === 'status')
    return { failureReason: event.status === 'failed' ? 'tasks_failed' : null };
  if (event.type === 'task_complete')
    return { failureReason: event.status === 'completed' ? null : 'call_failed' };
  return {};
}

function takeSnapshot(run: ScriptedRun, estimatedCost: number) {
  return {
    takenAt: new Date().toISOString(),
    lastEvent: run.events.length,
    estimatedCost,
    tasks: run.request.tasks.map(({ id, name }) => ({ id, name, state: 'pending' })),
  };
}

function playToTheEnd(
  run: ScriptedRun,
  { score = 82, costUsd = 0.01 }: { score?: number; costUsd?: number },
): void {
  const given =
    run.request.tasks.length > 0
      ? run.request.tasks
      : [{ id: 'task-1', name: 'Situation analysis' }];
  const { rerunTaskId, rerunTaskIds = rerunTaskId === null ? null : [rerunTaskId] } = run.request;
  const chosen = given.filter(({ id }) => rerunTaskIds === null || rerunTaskIds.includes(id));
  const tasks = chosen.map((task) => ({
    id: task.id,
    name: task.name,
    description: task.description ?? '',
    agent: task.agent ?? 'corporate-strategist',
    dependsOn: task.dependsOn ?? [],
    filename: `${task.id}.md`,
  }));
  run.push({ type: 'plan', planned: run.request.tasks.length === 0, tasks });
  for (const { id, name, agent, filename } of tasks) {
    const content = `# ${name}\n\nWritten for ${run.request.engagement.client} in run ${run.request.runId}.\n`;
    run.push({
      type: 'task_started',
      taskId: id,
      taskName: name,
      agent,
      model: 'local/extractive',
    });
    run.push({ type: 'log', message: `Working on ${name}` });
    run.push({
      type: 'deliverable',
      taskId: id,
      filename,
      wordCount: content.split(/\s+/).length - 1,
      content,
    });
    const rubric = {
      rubricType: 'strategy',
      rubricVersion: 1,
      feedback: 'Clear and specific.',
      criteria: [],
    };
    run.push({ type: 'score', taskId: id, taskName: name, score, ...rubric });
    run.push({
      type: 'task_complete',
      taskId: id,
      taskName: name,
      status: 'completed',
      error: null,
      cost: costUsd,
    });
  }
  const tokens = { input_tokens: 1200, output_tokens: 800, cached_input_tokens: 0 };
  run.push({ type: 'cost', estimated_cost: costUsd * tasks.length, ...tokens, steps: 3 });
  const report = {
    taskId: null,
    filename: '_run_report.md',
    wordCount: 2,
    content: '# Run report\n',
  };
  run.push({ type: 'deliverable', ...report });
  const { runId, engagement } = run.request;
  run.push({
    type: 'library_entry',
    title: engagement.name,
    jsonData: examplePattern(engagement.id, runId),
  });
  run.push({ type: 'analytics', analytics: { agents: [], delegations: [], modelRouting: [] } });
  run.push({ type: 'status', status: 'completed', error: null });
}

const cost = { lowUsd: 0.5, expectedUsd: 1, highUsd: 2 };

/** The tasks that the scripted planner makes for a brief without tasks. */
const scriptedPlanTasks = [
  {
    id: 'task-1',
    name: 'Situation analysis',
    description: 'Where the client stands.',
    dependsOn: [],
  },
  { id: 'task-2', name: 'Recommendations', description: 'What to do.', dependsOn: ['task-1'] },
];

/**
 * Makes the plan of a request: its tasks or two planned ones, one dollar each. Planning costs a
 * cent.
 */
export function makeScriptedPlan(request: EnginePlanRequest, spentUsd: number): EnginePlan {
  const planned = request.tasks.length === 0;
  const given = planned ? scriptedPlanTasks : request.tasks;
  const priced = given.filter(({ id = '' }) => request.taskIds?.includes(id) ?? true);
  const tasks = priced.map(({ id, name, description = '', dependsOn = [], ...task }) => {
    const agent =
      'agent' in task && typeof task.agent === 'string' ? task.agent : 'corporate-strategist';
    return {
      id,
      name,
      description,
      agent,
      kind: 'strategy',
      dependsOn,
      model: 'scripted-model',
      cost,
    };
  });
  const { lowUsd, expectedUsd, highUsd } = cost;
  const count = tasks.length;
  return {
    planId: request.planId,
    status: 'completed',
    error: null,
    failureReason: null,
    planned,
    tasks,
    cost: { lowUsd: lowUsd * count, expectedUsd: expectedUsd * count, highUsd: highUsd * count },
    planningCostUsd: planned ? 0.01 : 0,
    planningSpentUsd: spentUsd,
    spentUsd,
    learnedFromTasks: 0,
  };
}

/** Makes the library's pattern of a run with one completed task. `marker` is in its texts. */
export function examplePattern(
  engagementId: string,
  runId: string,
  marker = 'Market scan',
): RunPattern {
  const judged = { score: 82.3, rubricType: 'research', rubricVersion: 1 };
  const sums = { tasks: 1, averageScore: 82.3, costUsd: 0.03 };
  return {
    formatVersion: 1,
    engagementId,
    runId,
    planned: true,
    offlineModel: false,
    tasks: [
      {
        position: 1,
        name: marker,
        kind: 'research',
        agent: 'market-research-analyst',
        dependsOn: [],
        state: 'completed',
        model: 'swift-2',
        observerScore: 80,
        ...judged,
        criteria: [{ id: 'task-fit', score: 82.3 }],
        wordCount: 900,
        costUsd: 0.03,
        durationMs: 65_000,
      },
    ],
    rubrics: [{ rubricType: 'research', tasks: 1, averageScore: 82.3 }],
    models: [{ model: 'swift-2', ...sums, averageObserverScore: 80 }],
    totals: { ...sums, completed: 1, durationMs: 65_000 },
  };
}
