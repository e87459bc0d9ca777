import { createHash } from 'node:crypto';
import {
  type EngineQuery,
  type QueryAccess,
  RunQueryBody,
  runQueryPath,
} from '@ecp/contract/engine/tool-access';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { Value } from 'typebox/value';

/** The test's answer to a statement: a result, or the reason for its refusal. */
export type ScriptedAnswer = Pick<EngineQuery, 'columns' | 'rows'> | { refused: string };

/** A query that has arrived, whatever was answered. */
interface ArrivedQuery {
  id: string;
  sql: string;
  title: string | null;
  agentSlug: string;
}

/**
 * A real server with the platform's API for agents' queries; tests give the results, recorded by
 * id.
 */
export interface ScriptedPlatform {
  /** Makes the access of a run; its token opens this run's records and no other's. */
  accessOf(runId: string): QueryAccess;
  /** Every query that has arrived, oldest first. */
  readonly arrived: readonly ArrivedQuery[];
  /** The ids of queries that were run again, oldest first. */
  readonly verified: readonly string[];
  /**
   * The ids of queries that should have been run again but got the response of
   * `respondToVerifyWith`, oldest first.
   */
  readonly unverified: readonly string[];
  /** The records, by id. */
  readonly records: ReadonlyMap<string, EngineQuery>;
  /** Sets the function that answers statements. */
  answerWith(answer: (sql: string) => ScriptedAnswer): void;
  /** Sets the HTTP status and body of all further responses; null for the usual ones. */
  respondWith(response: { status: number; body: string } | null): void;
  /**
   * Sets the HTTP status and body of all further responses to running a query again; null for the
   * usual ones.
   */
  respondToVerifyWith(response: { status: number; body: string } | null): void;
  /** Lets further queries be recorded, but not answered. Returns a function that ends this. */
  holdAnswers(): () => void;
  /** Changes the result of a recorded query, as a newer file does. */
  change(id: string): void;
  /** Refuses connections until `comeBack`. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

interface State {
  runs: Map<string, string>;
  arrived: ArrivedQuery[];
  verified: string[];
  unverified: string[];
  records: Map<string, EngineQuery>;
  owners: Map<string, string>;
  changed: Set<string>;
  answer: (sql: string) => ScriptedAnswer;
  response: { status: number; body: string } | null;
  verifyResponse: { status: number; body: string } | null;
  held: Promise<void> | null;
}

/** Starts the platform on a free loopback port. */
export async function startScriptedPlatform(): Promise<ScriptedPlatform> {
  const state: State = {
    runs: new Map(),
    arrived: [],
    verified: [],
    unverified: [],
    records: new Map(),
    owners: new Map(),
    changed: new Set(),
    answer: () => ({ refused: 'The test has given no result' }),
    response: null,
    verifyResponse: null,
    held: null,
  };
  let app = build(state);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    accessOf(runId) {
      const token = `capability-of-${runId}`;
      state.runs.set(token, runId);
      return { url: `${address}${runQueryPath}`, token };
    },
    arrived: state.arrived,
    verified: state.verified,
    unverified: state.unverified,
    records: state.records,
    answerWith(answer) {
      state.answer = answer;
    },
    respondWith(response) {
      state.response = response;
    },
    respondToVerifyWith(response) {
      state.verifyResponse = response;
    },
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.held = promise;
      return () => {
        state.held = null;
        resolve();
      };
    },
    change(id) {
      state.changed.add(id);
    },
    goDown: () => stop(app),
    async comeBack() {
      app = build(state);
      await app.listen({ host: '127.0.0.1', port: Number(new URL(address).port) });
    },
    close: () => stop(app),
  };
}

async function stop(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}

function build(state: State): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    if (state.response) return reply.code(state.response.status).send(state.response.body);
    if (runOf(request.headers.authorization) === undefined)
      return reply.code(401).send({ error: 'Unauthorized' });
  });
  const runOf = (header: string | undefined) =>
    state.runs.get((header ?? '').replace(/^Bearer /, ''));
  app.post(runQueryPath, async (request, reply) => {
    if (!Value.Check(RunQueryBody, request.body))
      return reply.code(400).send({ error: 'Invalid body' });
    const { id, sql, title = null, agentSlug } = request.body;
    state.arrived.push({ id, sql, title, agentSlug });
    const run = runOf(request.headers.authorization) ?? '';
    const answer = record(state, run, { id, sql, title });
    await state.held;
    return answer;
  });
  app.post<{ Params: { id: string } }>(
    `${runQueryPath}/:id/verify`,
    async ({ params: { id }, headers }, reply) => {
      const found = state.records.get(id);
      if (!found || state.owners.get(id) !== runOf(headers.authorization))
        return reply.code(404).send({ error: 'None' });
      if (state.verifyResponse) {
        state.unverified.push(id);
        return reply.code(state.verifyResponse.status).send(state.verifyResponse.body);
      }
      state.verified.push(id);
      const same = !state.changed.has(id);
      return { same, resultHash: same ? found.resultHash : hashOf('changed') };
    },
  );
  return app;
}

/** Records a result once. The same id and statement of the same run give the same record again. */
function record(
  state: State,
  run: string,
  { id, sql, title }: Pick<EngineQuery, 'id' | 'sql' | 'title'>,
) {
  const known = state.records.get(id);
  if (known)
    return state.owners.get(id) === run && known.sql === sql
      ? { query: known }
      : { refused: 'The id is taken' };
  const answer = state.answer(sql);
  if ('refused' in answer) return answer;
  const query = {
    id,
    title,
    sql,
    ...answer,
    truncated: false,
    resultHash: hashOf(JSON.stringify(answer)),
  };
  state.records.set(id, query);
  state.owners.set(id, run);
  return { query };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
