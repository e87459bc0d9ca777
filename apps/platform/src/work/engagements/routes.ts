import * as endpoints from '@ecp/contract/work/engagements';
import type { FastifyInstance } from 'fastify';
import { sendEncoded } from '../../kernel/http/answers/send-encoded.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import { nextLink } from '../../kernel/paging/next-link.ts';
import type { Services } from '../../kernel/services.ts';
import { createEngagement } from './create-engagement.ts';
import { readEngagementList } from './read-engagement-list.ts';
import { updateEngagement } from './update-engagement.ts';

/** Registers the endpoints of engagements (docs/requirements/engagements.md). */
export function registerEngagementRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.listEngagements, async (context, { query, reply }) => {
    const page = await readEngagementList(context, query);
    if (page.nextCursor !== null)
      reply.header('link', nextLink(`${services.config.baseUrl}/api/engagements`, query, page.nextCursor));
    return 'text' in page ? sendEncoded(reply, page.text) : page.engagements;
  });
  implementEndpoint(app, services, endpoints.createEngagement, (context, { body }) => createEngagement(context, body));
  implementEndpoint(app, services, endpoints.updateEngagement, (context, { params, body }) =>
    updateEngagement(context, params.id, body),
  );
}
