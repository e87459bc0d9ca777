import * as endpoints from '@ecp/contract/work/tables';
import type { FastifyInstance } from 'fastify';
import { sendEncoded } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { createQuery, getQuery, listQueries, verifyQuery } from './queries.ts';
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
