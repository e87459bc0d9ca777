import {
  ControlledEngineRun,
  EngineCalls,
  EngineError,
  EngineHealth,
  EngineLogs,
  EngineModelTest,
  EngineRun,
  EventPage,
  engineApi,
  runNotFoundCode,
  tenantHeader,
} from '@ecp/contract/engine/engine-api';
import { EngineGridAnswer } from '@ecp/contract/engine/engine-grid-answers';
import { EngineJudgement } from '@ecp/contract/engine/engine-judgements';
import { EnginePlan } from '@ecp/contract/engine/engine-plans';
import { EngineQueryDraft } from '@ecp/contract/engine/engine-query-drafts';
import { EngineStoryline } from '@ecp/contract/engine/engine-storylines';
import { type ModelAccess, modelAccessHeader } from '@ecp/contract/engine/model-access';
import { AgentRoster } from '@ecp/contract/reach/service';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { activeTraceparent } from '@ecp/tracing/tracing';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Pool } from 'undici';
import { isEqual } from '../../kernel/keys/tokens.ts';
import type { EngineClient } from '../../kernel/ports.ts';
import { answerTooLarge, EngineUnavailableError } from './engine-client.ts';

const healthLimitMs = 3_000;
/** Planning takes as long as a model call and its further attempts. */
const planWaitMs = 120_000;
const judgeWaitMs = 120_000;
const gridWaitMs = 60_000;
const testWaitMs = 30_000;

/** Makes the engine's client over HTTP (packages/contract, engine-api). */
export function createEngineClient(options: EngineAddress): EngineClient {
  const transport = openEngineTransport(options);
  const { 200: Erased } = engineApi.eraseEngagement.response;
  const { 200: Taken } = engineApi.answerQuestion.response;
  const { 200: Models } = engineApi.models.response;
  const { 200: Stored } = engineApi.storeImage.response;
  const control = (verb: 'pause' | 'resume' | 'stop') => (tenantId: string, runId: string) =>
    transport.request(
      { method: 'POST', path: `${runPath(runId)}/${verb}`, tenantId },
      ControlledEngineRun,
    );

  const listSharedModels = createListCache(async () => {
    const { models } = await transport.request({ method: 'GET', path: '/models' }, Models);
    return models;
  });
  const accessOf = options.modelAccess ?? (async () => null);
  /** Orders work that calls models; the engine delays its response by up to `waitMs`. */
  const ordered = async <S extends TSchema>(
    tenantId: string,
    order: Order,
    schema: S,
  ): Promise<Static<S>> => {
    const { path, waitMs } = order;
    const modelAccess = await accessOf(tenantId);
    const waiting = waitMs === 0 ? path : `${path}?waitMs=${waitMs}`;
    return transport.request(
      { ...order, method: 'POST', path: waiting, tenantId, modelAccess },
      schema,
    );
  };

  return {
    listAgents: createListCache(async () => {
      const { agents } = await transport.request({ method: 'GET', path: '/agents' }, AgentRoster);
      return agents;
    }),
    isToken: (text) => isEqual(text, options.token),
    async listModels(tenantId) {
      const modelAccess = tenantId === null ? null : await accessOf(tenantId);
      if (tenantId === null || modelAccess === null) return listSharedModels();
      const call = { method: 'GET', path: '/models', tenantId, modelAccess } as const;
      return (await transport.request(call, Models)).models;
    },
    async testModel(tenantId, model) {
      const modelAccess = await accessOf(tenantId);
      const call = {
        method: 'POST',
        path: '/models/test',
        tenantId,
        body: { model },
        waitMs: testWaitMs,
      } as const;
      return transport.request({ ...call, modelAccess }, EngineModelTest);
    },
    tryModelKey: (tenantId, body) => {
      const call = {
        method: 'POST',
        path: '/model-keys/test',
        tenantId,
        body,
        waitMs: testWaitMs,
      } as const;
      return transport.request(call, EngineModelTest);
    },
    async storeImage(tenantId, engagementId, { sha256, content }) {
      const path = `/engagements/${encodeURIComponent(engagementId)}/images/${sha256}`;
      await transport.request({ method: 'PUT', path, tenantId, body: content }, Stored);
    },
    startRun: (tenantId, body) => ordered(tenantId, { path: '/runs', body, waitMs: 0 }, EngineRun),
    makePlan: (tenantId, body) =>
      ordered(tenantId, { path: '/plans', body, waitMs: planWaitMs }, EnginePlan),
    judge: (tenantId, body) => {
      return ordered(tenantId, { path: '/judgements', body, waitMs: judgeWaitMs }, EngineJudgement);
    },
    draftQuery: (tenantId, body) => {
      return ordered(
        tenantId,
        { path: '/query-drafts', body, waitMs: planWaitMs },
        EngineQueryDraft,
      );
    },
    answerGrid: (tenantId, body, signal) => {
      return ordered(
        tenantId,
        { path: '/grid-answers', body, waitMs: gridWaitMs, signal },
        EngineGridAnswer,
      );
    },
    writeStoryline: (tenantId, body, signal) => {
      return ordered(
        tenantId,
        { path: '/storylines', body, waitMs: planWaitMs, signal },
        EngineStoryline,
      );
    },
    getRun: (tenantId, runId) =>
      nullIfMissing(
        transport.request({ method: 'GET', path: runPath(runId), tenantId }, EngineRun),
      ),
    pauseRun: control('pause'),
    resumeRun: control('resume'),
    stopRun: control('stop'),
    async answerQuestion(tenantId, { runId, questionId }, body) {
      const path = `${runPath(runId)}/questions/${encodeURIComponent(questionId)}/answer`;
      const { accepted } = await transport.request({ method: 'POST', path, tenantId, body }, Taken);
      return accepted;
    },
    listEvents: (tenantId, runId, { after, limit, waitMs }, signal) => {
      const path = `${runPath(runId)}/events?after=${after}&limit=${limit}&waitMs=${waitMs}`;
      return nullIfMissing(
        transport.request({ method: 'GET', path, tenantId, waitMs, signal }, EventPage),
      );
    },
    getLogs: (tenantId, runId, offset) =>
      transport.request(
        { method: 'GET', path: `${runPath(runId)}/logs?offset=${offset}`, tenantId },
        EngineLogs,
      ),
    openStream: (tenantId, runId, lastEventId, signal) =>
      transport.stream({
        method: 'GET',
        path: `${runPath(runId)}/stream`,
        tenantId,
        lastEventId,
        signal,
      }),
    async checkHealth() {
      const signal = AbortSignal.timeout(healthLimitMs);
      await transport.request({ method: 'GET', path: '/health', signal }, EngineHealth);
    },
    async listCalls(tenantId, engagementId, after) {
      const path = `/engagements/${encodeURIComponent(engagementId)}/calls?after=${encodeURIComponent(after)}`;
      const modelAccess = await accessOf(tenantId);
      return transport.request({ method: 'GET', path, tenantId, modelAccess }, EngineCalls);
    },
    async eraseEngagement(tenantId, engagementId, runIds) {
      const path = `/engagements/${encodeURIComponent(engagementId)}`;
      await transport.request({ method: 'DELETE', path, tenantId, body: { runIds } }, Erased);
    },
    close: () => transport.close(),
  };
}

type Order = Pick<EngineCall, 'path' | 'body' | 'signal'> & { waitMs: number };

const runPath = (runId: string): string => `/runs/${encodeURIComponent(runId)}`;

async function nullIfMissing<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineUnavailableError && error.code === runNotFoundCode) return null;
    throw error;
  }
}

export interface EngineCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  tenantId?: string;
  /** Sent as JSON, or as a JPEG if it is bytes. */
  body?: unknown;
  /** How long the engine may delay the response, in addition to the ordinary limit. */
  waitMs?: number;
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Access to the tenant's own keys, if it has any. */
  modelAccess?: ModelAccess | null;
}

/** Calls to the engine. Both throw EngineUnavailableError on every failure. */
interface EngineTransport {
  /**
   * Returns the JSON response, checked against `schema`; a 404 of the engine throws with status
   * 404.
   */
  request<S extends TSchema>(call: EngineCall, schema: S): Promise<Static<S>>;
  /**
   * Returns the bytes of the response as they arrive, without limits of time or size after the
   * first.
   */
  stream(call: EngineCall): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

const connectTimeoutMs = 3_000;
/** Default limit of a response. A page of events may have many deliverables. */
const maxAnswerBytes = 64 * 1024 * 1024;

export interface EngineAddress {
  url: string;
  token: string;
  /** Limits the wait for a response, in addition to `waitMs` of the call; 15 seconds by default. */
  answerTimeoutMs?: number;
  /** Limits the response; 64 MiB by default. */
  maxAnswerBytes?: number;
  /** Removes the platform's secrets, which the engine does not know, from all that it sends. */
  redact?: Redact;
  /** Finds the access to a tenant's own keys; null for a tenant without. */
  modelAccess?(tenantId: string): Promise<ModelAccess | null>;
}

function openEngineTransport(options: EngineAddress): EngineTransport {
  const { answerTimeoutMs = 15_000, maxAnswerBytes: maxResponseSize = maxAnswerBytes } = options;
  const { redact = (text: string) => text } = options;
  const readBody = async (answer: Awaited<ReturnType<typeof send>>) =>
    redact(await explainFailure(answer.body.text()));
  const { origin, pathname } = new URL(options.url);
  const prefix = pathname.replace(/\/+$/, '');
  const calls = new Pool(origin, { connectTimeout: connectTimeoutMs, maxResponseSize });
  const streams = new Pool(origin, { connectTimeout: connectTimeoutMs });
  const validators = new WeakMap<TSchema, Validator>();
  const validatorOf = (schema: TSchema): Validator => {
    const known = validators.get(schema) ?? Compile(schema);
    validators.set(schema, known);
    return known;
  };

  const send = (pool: Pool, call: EngineCall, signal: AbortSignal | undefined) => {
    const traceparent = activeTraceparent();
    const { contentType, body } = encodeBody(call.body);
    return pool.request({
      method: call.method,
      path: `${prefix}${call.path}`,
      headers: {
        authorization: `Bearer ${options.token}`,
        ...(call.tenantId === undefined ? {} : { [tenantHeader]: call.tenantId }),
        ...(call.modelAccess
          ? { [modelAccessHeader]: `${call.modelAccess.url} ${call.modelAccess.token}` }
          : {}),
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(contentType === null ? {} : { 'content-type': contentType }),
        ...(call.lastEventId === undefined ? {} : { 'last-event-id': call.lastEventId }),
      },
      body,
      signal: signal ?? null,
      headersTimeout: answerTimeoutMs + (call.waitMs ?? 0),
      bodyTimeout: pool === streams ? 0 : answerTimeoutMs,
    });
  };

  return {
    async request(call, schema) {
      const limit = AbortSignal.timeout(answerTimeoutMs + (call.waitMs ?? 0));
      const signal = call.signal ? AbortSignal.any([limit, call.signal]) : limit;
      const answer = await explainFailure(send(calls, call, signal));
      const body = await readBody(answer);
      if (answer.statusCode !== 200) throw refusal(answer.statusCode, parse(body));
      const value = parse(body);
      if (validatorOf(schema).Check(value)) return value as never;
      throw new EngineUnavailableError('The engine sent an invalid response', null);
    },
    async stream(call) {
      const answer = await explainFailure(send(streams, call, call.signal));
      if (answer.statusCode === 200) return redactLines(answer.body, redact);
      throw refusal(answer.statusCode, parse(await readBody(answer)));
    },
    async close() {
      await Promise.all([calls.destroy(), streams.destroy()]);
    },
  };
}

/**
 * Passes on whole lines, redacted. A secret has no line break, and events of a stream are lines.
 */
async function* redactLines(
  body: AsyncIterable<Uint8Array>,
  redact: Redact,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let open = '';
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield Buffer.from(redact(open + text.slice(0, end)));
      open = '';
    }
    open += text.slice(end);
  }
  if (open !== '') yield Buffer.from(redact(open));
}

function encodeBody(body: unknown) {
  if (body === undefined) return { contentType: null, body: null };
  if (body instanceof Uint8Array) return { contentType: 'image/jpeg', body };
  return { contentType: 'application/json', body: JSON.stringify(body) };
}

const engineError = Compile(EngineError);

/**
 * A refusal in the engine's own form has a status. Any other answer, such as a proxy's, is an
 * outage.
 */
function refusal(status: number, body: unknown): EngineUnavailableError {
  if (engineError.Check(body) && (status !== 404 || body.code === runNotFoundCode))
    return new EngineUnavailableError(body.error, status, { code: body.code });
  return new EngineUnavailableError(`The engine answered with status ${status}`, null);
}

function parse(text: string): unknown {
  try {
    // Postgres cannot store U+0000, and a model may write it. Without it, such a character cannot
    // block a run forever.
    return text.includes('\\u0000') ? JSON.parse(text, withoutNul) : JSON.parse(text);
  } catch {
    return undefined; // not JSON: fails every check of a response
  }
}

const withoutNul = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

async function explainFailure<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { name, code } = error as { name?: string; code?: unknown };
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
      throw new EngineUnavailableError('The engine sent a response that is too large', null, {
        code: answerTooLarge,
        cause: error,
      });
    }
    const late = name === 'TimeoutError' || String(code).endsWith('_TIMEOUT');
    const reason = late ? 'The engine did not answer in time' : 'The engine could not be reached';
    throw new EngineUnavailableError(reason, null, { cause: error });
  }
}

const listFreshMs = 60_000;

/**
 * Caches a list for a minute, longer while `fetch` fails. Callers share one fetch. Throws if none
 * succeeded.
 */
function createListCache<Entry>(fetch: () => Promise<Entry[]>): () => Promise<Entry[]> {
  let kept: { entries: Entry[]; atMs: number } | undefined;
  let fetching: Promise<Entry[]> | undefined;

  const refresh = async (): Promise<Entry[]> => {
    try {
      const entries = await fetch();
      kept = { entries, atMs: performance.now() };
      return entries;
    } catch (error) {
      if (kept) return kept.entries;
      throw error;
    } finally {
      fetching = undefined;
    }
  };

  return async () => {
    if (kept && performance.now() - kept.atMs < listFreshMs) return kept.entries;
    fetching ??= refresh();
    return fetching;
  };
}
