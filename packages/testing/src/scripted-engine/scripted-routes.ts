import {
  engineApi,
  runNotFoundCode,
  type StartRunRequest,
  tenantHeader,
} from '@ecp/contract/engine/engine-api';
import {
  type EngineGridAnswer,
  type EngineGridRequest,
  engineGridApi,
} from '@ecp/contract/engine/engine-grid-answers';
import {
  type EngineJudgement,
  type EngineJudgementRequest,
  engineJudgementApi,
} from '@ecp/contract/engine/engine-judgements';
import { type EnginePlanRequest, enginePlanApi } from '@ecp/contract/engine/engine-plans';
import {
  type EngineQueryDraft,
  type EngineQueryDraftRequest,
  engineQueryDraftApi,
} from '@ecp/contract/engine/engine-query-drafts';
import {
  type EngineStoryline,
  type EngineStorylineRequest,
  engineStorylineApi,
} from '@ecp/contract/engine/engine-storylines';
import type { TenantModelKey } from '@ecp/contract/engine/model-access';
import type { Agent, CallableModel } from '@ecp/contract/reach/service';
import type { LogEntry } from '@ecp/contract/values/run-facts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createScriptedRun,
  type EngineState,
  isActive,
  makeScriptedPlan,
  type ScriptedRun,
} from './scripted-engine.ts';

/** The roster of the scripted engine. */
export const scriptedAgents: Agent[] = [
  'corporate-strategist',
  'market-research-analyst',
  'data-analyst',
].map((slug) => ({
  slug,
  name: slug,
  role: 'Consultant',
  department: 'Strategy',
  description: `The ${slug}`,
}));

/** The models that the scripted engine can call. */
const scriptedModels: CallableModel[] = [
  {
    id: 'swift-2',
    provider: 'openai-compatible',
    tier: 'economy',
    inputPerMillion: 0.4,
    outputPerMillion: 1.6,
    contextWindow: 128_000,
  },
  {
    id: 'scripted-model',
    provider: 'openai-compatible',
    tier: 'premium',
    inputPerMillion: 3,
    outputPerMillion: 15,
    contextWindow: null,
  },
];

/** Registers the routes of the engine's API on the records of `state`. */
export function registerRoutes(app: FastifyInstance, state: EngineState): void {
  registerService(app, state);
  registerControl(app, state);
  registerReading(app, state, state.down.signal);
  registerPlans(app, state);
  registerJudgements(app, state);
  registerQueryDrafts(app);
  registerStorylines(app, state);
  registerGrids(app, state);
}

export const fail = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send({ error: code.replaceAll('_', ' '), code, requestId: 'scripted' });

const failMissing = (reply: FastifyReply) => fail(reply, 404, runNotFoundCode);

type Params = { runId: string };
type Query = { after?: string; limit?: string; waitMs?: string; offset?: string };

function ownRun(state: EngineState, request: FastifyRequest): ScriptedRun | undefined {
  const run = state.runs.get((request.params as Params).runId);
  return run?.tenantId === request.headers[tenantHeader] ? run : undefined;
}

function registerService(app: FastifyInstance, state: EngineState): void {
  const activeRuns = () =>
    [...state.runs.values()].filter(({ status }) => status === 'running').length;
  app.get('/health', async () => ({
    status: 'ok',
    service: 'engine',
    version: 'scripted',
    activeRuns: activeRuns(),
    timestamp: new Date().toISOString(),
  }));
  app.get('/agents', async () => ({ agents: scriptedAgents }));
  app.get('/models', async () => ({ models: scriptedModels }));
  app.post('/models/test', async (request) => {
    const { model } = request.body as { model: string };
    const refusal = model === 'swift-2' ? null : 'The provider refused the key of scripted-model';
    return { ms: 840, costNanoUsd: refusal === null ? 21_000 : 0, refusal };
  });
  app.post(
    '/model-keys/test',
    { schema: { body: engineApi.testModelKey.body } },
    async (request, reply) => {
      const { apiKey, models } = request.body as TenantModelKey;
      if (models?.includes('unknown')) return fail(reply, 400, 'unknown_model');
      const refusal = apiKey.includes('wrong')
        ? `The provider refused the key (${apiKey.slice(-4)})`
        : null;
      return { ms: 620, costNanoUsd: refusal === null ? 21_000 : 0, refusal };
    },
  );
  app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.put('/engagements/:engagementId/images/:sha256', async (request) => {
    const { engagementId, sha256 } = request.params as { engagementId: string; sha256: string };
    state.images.add(`${request.headers[tenantHeader]} ${engagementId} ${sha256}`);
    return { success: true };
  });
  app.get('/engagements/:engagementId/calls', async () => ({ calls: [], next: null }));
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
    if (known) return known.tenantId === tenantId ? known.view() : failMissing(reply);
    const images = input.sources.flatMap(({ images: given = [] }) => given);
    const isStored = ({ sha256 }: { sha256: string }) =>
      state.images.has(`${tenantId} ${input.engagement.id} ${sha256}`);
    if (!images.every(isStored)) return fail(reply, 409, 'image_missing');
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
      if (!run) return failMissing(reply);
      if (run.status === to) return { ...run.view(), changed: false };
      if (run.status !== from) return fail(reply, 409, `cannot_${verb}`);
      run.push({ type: 'status', status: to, error: null });
      return { ...run.view(), changed: true };
    });
  }
  app.post('/runs/:runId/questions/:questionId/answer', async (request, reply) => {
    const run = ownRun(state, request);
    if (!run) return failMissing(reply);
    const { questionId } = request.params as { questionId: string };
    const accepted = isActive(run) && !run.answers.has(questionId);
    if (accepted)
      run.answers.set(questionId, request.body as { answer: string; answeredBy: string });
    return { accepted };
  });
  app.post('/runs/:runId/stop', async (request) => {
    const { runId } = request.params as Params;
    const run = ownRun(state, request);
    if (!run) {
      const changed = !state.stopped.has(runId);
      state.stopped.add(runId);
      const nothing = {
        estimatedCost: 0,
        inputTokens: 0,
        outputTokens: 0,
        steps: 0,
        lastEvent: 0,
        snapshot: null,
      };
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

/** A judgement costs a tenth of a cent. */
function registerJudgements(app: FastifyInstance, state: EngineState): void {
  app.post('/judgements', { schema: { body: engineJudgementApi.body } }, async (request, reply) => {
    const { judgementId, questions } = request.body as EngineJudgementRequest;
    if (state.stopped.has(judgementId)) return fail(reply, 409, 'run_stopped');
    const judged = questions.map((question) => ({ question, answer: state.judge(question) }));
    return {
      judgementId,
      status: 'completed',
      judged,
      judgingSpentUsd: 0.001,
    } satisfies EngineJudgement;
  });
}

/**
 * A draft counts the rows of the first table and costs a tenth of a cent; without a table there is
 * none.
 */
function registerQueryDrafts(app: FastifyInstance): void {
  app.post('/query-drafts', { schema: { body: engineQueryDraftApi.body } }, async (request) => {
    const { draftId, tables = [], question } = request.body as EngineQueryDraftRequest;
    const [table] = tables;
    const draft = table
      ? {
          sql: `select count(*) as number\nfrom ${table.name}`,
          note: `Counts the rows: ${question}`,
        }
      : { sql: null, note: 'There are no tables.' };
    const spent = { judgingSpentUsd: 0.001, spentUsd: 0.001 };
    return {
      draftId,
      status: 'completed',
      error: null,
      failureReason: null,
      draft,
      ...spent,
    } satisfies EngineQueryDraft;
  });
}

/** Asks the script of storylines, by default for the slides by rules. */
function registerStorylines(app: FastifyInstance, state: EngineState): void {
  app.post('/storylines', { schema: { body: engineStorylineApi.body } }, async (request) => {
    const asked = request.body as EngineStorylineRequest;
    return {
      storylineId: asked.storylineId,
      status: 'completed',
      error: null,
      failureReason: null,
      written: { slides: asked.byRules, findings: [] },
      costUsd: 0.001,
      judgingSpentUsd: 0.001,
      ...state.storyline(asked),
    } satisfies EngineStoryline;
  });
}

/**
 * Asks the script of grids, once for each id. An ask costs a tenth of a cent unless the script says
 * otherwise.
 */
function registerGrids(app: FastifyInstance, state: EngineState): void {
  app.post('/grid-answers', { schema: { body: engineGridApi.body } }, async (request, reply) => {
    const asked = request.body as EngineGridRequest;
    const { askId, engagement } = asked;
    const known = state.asks.get(askId);
    if (!known && state.stopped.has(askId)) return fail(reply, 409, 'run_stopped');
    const done = {
      status: 'completed' as const,
      error: null,
      failureReason: null,
      cells: [],
      costUsd: 0.001,
    };
    const answer = known ?? { askId, engagementId: engagement.id, ...done, ...state.grid(asked) };
    state.asks.set(askId, answer);
    const all = [...state.asks.values()].filter(
      ({ engagementId }) => engagementId === engagement.id,
    );
    const { engagementId: _, ...said } = answer;
    const judgingSpentUsd = all.reduce((sum, { costUsd }) => sum + costUsd, 0);
    return { ...said, judgingSpentUsd } satisfies EngineGridAnswer;
  });
}

function registerReading(app: FastifyInstance, state: EngineState, down: AbortSignal): void {
  app.get(
    '/runs/:runId',
    async (request, reply) => ownRun(state, request)?.view() ?? failMissing(reply),
  );
  app.get('/runs/:runId/events', async (request, reply) => {
    const run = ownRun(state, request);
    if (!run) return failMissing(reply);
    const { after = '0', limit = '200', waitMs = '0' } = request.query as Query;
    const ended = AbortSignal.any([AbortSignal.timeout(Number(waitMs)), down]);
    while (run.events.length <= Number(after) && isActive(run) && !ended.aborted)
      await run.changed(ended);
    return run.page(Number(after), Number(limit));
  });
  app.get('/runs/:runId/logs', async (request, reply) => {
    const run = ownRun(state, request);
    if (!run) return failMissing(reply);
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
    if (!run) return failMissing(reply);
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
    const sendEvents = () => {
      for (const event of run.events.slice(sent)) {
        const { content: _content, ...shown } = { content: undefined, ...event };
        reply.raw.write(`id: ${event.seq}\ndata: ${JSON.stringify(shown)}\n\n`);
        sent = event.seq;
      }
    };
    run.onWriting((piece) => {
      sendEvents();
      reply.raw.write(`data: ${JSON.stringify(piece)}\n\n`);
    }, ended);
    while (!ended.aborted) {
      sendEvents();
      if (!isActive(run)) break;
      await run.changed(ended);
    }
    reply.raw.end();
  });
}
