import * as endpoints from '@ecp/contract/engagements';
import type { FastifyInstance } from 'fastify';
import { implement } from '../http/implement.ts';
import type { Services } from '../services.ts';
import { createEngagement } from './create-engagement.ts';
import { deleteEngagement } from './delete-engagement.ts';
import { getEngagement } from './get-engagement.ts';
import { listEngagements } from './list-engagements.ts';
import { updateEngagement } from './update-engagement.ts';

/** Engagements (specification, Endpoints). */
export function registerEngagementRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, endpoints.listEngagements, async (context, { query, reply }) => {
    const { engagements, nextCursor } = await listEngagements(context, query);
    if (nextCursor !== null) reply.header('link', nextLink(services.config.baseUrl, query, nextCursor));
    return engagements;
  });
  implement(app, services, endpoints.createEngagement, (context, { body }) => createEngagement(context, body));
  implement(app, services, endpoints.getEngagement, (context, { params }) => getEngagement(context, params.id));
  implement(app, services, endpoints.updateEngagement, (context, { params, body }) =>
    updateEngagement(context, params.id, body),
  );
  implement(app, services, endpoints.deleteEngagement, (context, { params }) => deleteEngagement(context, params.id));
}

/** The same query from the next row on (contract, 4). */
function nextLink(baseUrl: string, query: endpoints.ListEngagementsQuery, cursor: string): string {
  const next = new URL(`${baseUrl}/api/engagements`);
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.searchParams.set(name, String(value));
  }
  return `<${next}>; rel="next"`;
}
