import * as endpoints from '@ecp/contract/work/queue';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { countQueue, listQueue } from './queue.ts';
import { listSummaries } from './summaries.ts';

/**
 * Registers the endpoints of the queue and of the list of engagements (docs/requirements/queue.md).
 */
export function registerQueueRoutes(app: FastifyInstance, services: Services): void {
  const { baseUrl } = services.config;
  implementEndpoint(app, services, endpoints.listQueue, async (context, { query, reply }) => {
    const { items, nextCursor } = await listQueue(context, query);
    setNextLink(reply, `${baseUrl}/api/queue`, query, nextCursor);
    return { items };
  });
  implementEndpoint(app, services, endpoints.countQueue, (context, { query }) =>
    countQueue(context, query),
  );
  implementEndpoint(
    app,
    services,
    endpoints.listEngagementSummaries,
    async (context, { query, reply }) => {
      const { summaries, nextCursor } = await listSummaries(context, query);
      setNextLink(reply, `${baseUrl}/api/engagement-summaries`, query, nextCursor);
      return { summaries };
    },
  );
}
