import * as endpoints from '@ecp/contract/work/tables';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { draftQuery } from './query-drafts.ts';

/** Registers the endpoint that drafts a query from a question (docs/requirements/tables.md). */
export function registerQueryDraftRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.draftQuery, (context, { params, body }) =>
    draftQuery(context, params.id, body),
  );
}
