import * as endpoints from '@ecp/contract/reach/search';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { search } from './search.ts';

/** Registers the search over everything (docs/requirements/search.md). */
export function registerSearchRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.search, (context, { query }) =>
    search(context, query),
  );
}
