import * as endpoints from '@ecp/contract/work/engagements';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import { implementVersionedRead } from '../../kernel/http/implement-versioned-read.ts';
import { nextLink } from '../../kernel/lists.ts';
import type { Services } from '../../kernel/services.ts';
import { isKept, listEngagements, nameOfList, selectListVersion } from './engagement-list.ts';
import { createEngagement, updateEngagement } from './engagements.ts';

/** Registers the endpoints of engagements (docs/requirements/engagements.md). */
export function registerEngagementRoutes(app: FastifyInstance, services: Services): void {
  implementVersionedRead(app, services, endpoints.listEngagements, {
    selectVersion: () => selectListVersion,
    nameOf: ({ query }) => nameOfList(query),
    async read(context, { query }) {
      const { json, nextCursor } = await listEngagements(context, query);
      const address = `${services.config.baseUrl}/api/engagements`;
      return {
        json,
        link: nextCursor === null ? null : nextLink(address, query, nextCursor),
        kept: isKept(query),
      };
    },
  });
  implementEndpoint(app, services, endpoints.createEngagement, (context, { body }) =>
    createEngagement(context, body),
  );
  implementEndpoint(app, services, endpoints.updateEngagement, (context, { params, body }) =>
    updateEngagement(context, params.id, body),
  );
}
