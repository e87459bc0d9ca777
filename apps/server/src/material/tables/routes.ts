import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import { Nullable } from '@ecp/contract/declaring/scalars';
import { RunQueryAnswer, RunQueryBody, runQueryPath } from '@ecp/contract/engine/tool-access';
import * as endpoints from '@ecp/contract/work/tables';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { forAgents } from '../../kernel/as-agents.ts';
import { sendEncoded } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { declareRunRoute, runTargetOf } from '../run-records/run-access.ts';
import { createQuery, getQuery, listQueries, runAgentQuery, verifyQuery } from './queries.ts';
import { summarizeTable } from './table-summary.ts';
import { listTables, readTable } from './tables.ts';

/** Registers the endpoints of tables and queries (docs/requirements/tables.md). */
export function registerTableRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.listTables, async (context, { params, reply }) =>
    sendEncoded(reply, (await listTables(context, params.id)).text),
  );
  implementEndpoint(
    app,
    services,
    endpoints.readTable,
    async (context, { params, query, reply }) => {
      const { offset = 0, limit = 100 } = query;
      const page = await readTable(context, {
        engagementId: params.id,
        tableId: params.tableId,
        offset,
        limit,
      });
      return sendEncoded(reply, page.text);
    },
  );
  implementEndpoint(app, services, endpoints.summarizeTable, (context, { params }) =>
    summarizeTable(context, { engagementId: params.id, tableId: params.tableId }),
  );
  implementEndpoint(
    app,
    services,
    endpoints.createQuery,
    async (context, { params, body, reply }) =>
      sendEncoded(reply.code(201), (await createQuery(context, params.id, body)).text),
  );
  implementEndpoint(app, services, endpoints.listQueries, async (context, { params, reply }) =>
    sendEncoded(reply, (await listQueries(context, params.id)).text),
  );
  implementEndpoint(app, services, endpoints.getQuery, async (context, { params, reply }) =>
    sendEncoded(
      reply,
      (await getQuery(context, { engagementId: params.id, queryId: params.queryId })).text,
    ),
  );
  implementEndpoint(app, services, endpoints.verifyQuery, (context, { params }) =>
    verifyQuery(context.services, context.tenantId, {
      engagementId: params.id,
      queryId: params.queryId,
      isAwaited: true,
    }),
  );
}

const purpose = 'query access';

/** Registers the two routes with which the engine queries tables. They are not part of the API. */
export function registerAgentQueryRoutes(app: FastifyInstance, services: Services): void {
  app.route({
    ...declareRunRoute(services, purpose, runQuery),
    handler: async (request, reply) => {
      const target = runTargetOf(request);
      const answer = await runAgentQuery(
        forAgents(services, target.engagementId),
        target,
        request.body as RunQueryBody,
      );
      return sendEncoded(reply, answer.text);
    },
  });
  app.route({
    ...declareRunRoute(services, purpose, verifyRunQuery),
    handler: async (request) => {
      const { tenantId, engagementId } = runTargetOf(request);
      const { queryId } = request.params as { queryId: string };
      return verifyQuery(forAgents(services, engagementId), tenantId, {
        engagementId,
        queryId,
        isAwaited: false,
      });
    },
  });
}

/** Enough for the longest statement in which every character is escaped. */
const maxBodyBytes = 256 * 1_024;
// They serve the engine only, so neither the API's description nor its list of endpoints has them.
const internal = { tag: 'Internal', credentials: 'none', maxBodyBytes } as const;

const runQuery = defineEndpoint({
  ...internal,
  method: 'POST',
  path: runQueryPath,
  name: 'runQuery',
  summary: 'Run a query of an agent and record it',
  body: RunQueryBody,
  responses: { 200: RunQueryAnswer },
  errors: ['authentication_required', 'query_id_taken', 'not_found'],
});

const verifyRunQuery = defineEndpoint({
  ...internal,
  method: 'POST',
  path: `${runQueryPath}/:queryId/verify`,
  name: 'verifyRunQuery',
  summary: 'Run a recorded query again and compare the results',
  params: Type.Object({ queryId: Type.String({ maxLength: 100 }) }),
  responses: { 200: Type.Object({ same: Type.Boolean(), resultHash: Nullable(Type.String()) }) },
  errors: ['authentication_required', 'not_found', 'query_failed'],
});
