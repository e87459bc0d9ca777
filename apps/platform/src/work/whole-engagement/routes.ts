import * as endpoints from '@ecp/contract/work/engagements';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { deleteEngagement } from './delete-engagement.ts';
import { getEngagement } from './get-engagement.ts';

/**
 * Registers the endpoints of an engagement with its runs, deliverables and files (docs/requirements/engagements.md).
 */
export function registerWholeEngagementRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getEngagement, async (context, { params, reply }) => {
    const { detail, complete } = await getEngagement(context, params.id);
    const list = `${services.config.baseUrl}/api/engagements/${encodeURIComponent(params.id)}/deliverables`;
    if (!complete) reply.header('link', `<${list}>; rel="related"`);
    return detail;
  });
  implementEndpoint(app, services, endpoints.deleteEngagement, (context, { params }) =>
    deleteEngagement(context, params.id),
  );
}
