import * as endpoints from '@ecp/contract/work/storylines';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { deleteStoryline, getStoryline, updateStoryline } from './storylines.ts';
import { orderStoryline } from './writing.ts';

/** Registers the storylines of decks (docs/requirements/decks.md). */
export function registerDeckRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getStoryline, (context, { params, query }) => {
    const { filename = null, audience = 'team' } = query;
    return getStoryline(context, { engagementId: params.id, filename, audience });
  });
  implementEndpoint(app, services, endpoints.updateStoryline, (context, { params, body }) =>
    updateStoryline(context, params.id, body),
  );
  implementEndpoint(app, services, endpoints.writeStoryline, (context, { params, body }) =>
    orderStoryline(context, params.id, body.filename ?? null),
  );
  implementEndpoint(app, services, endpoints.deleteStoryline, (context, { params, query }) =>
    deleteStoryline(context, params.id, query.filename ?? null),
  );
}
