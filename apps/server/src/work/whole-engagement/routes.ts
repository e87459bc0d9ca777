import * as endpoints from '@ecp/contract/work/engagements';
import { openSample as openSampleEndpoint } from '@ecp/contract/work/engagements';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import { implementVersionedRead } from '../../kernel/http/implement-versioned-read.ts';
import type { Services } from '../../kernel/services.ts';
import { openSample } from './sample.ts';
import { deleteEngagement, getEngagement, selectDetailVersion } from './whole-engagement.ts';

/** Registers the endpoints of a whole engagement (docs/requirements/engagements.md). */
export function registerWholeEngagementRoutes(app: FastifyInstance, services: Services): void {
  implementVersionedRead(app, services, endpoints.getEngagement, {
    selectVersion: ({ id = '' }) => selectDetailVersion(id),
    nameOf: ({ params, query }) => `engagement ${params.id} ${query.deliverables ?? true}`,
    async read(context, { params, query }, version) {
      const { detail, complete } = await getEngagement(context, params.id, {
        ...version,
        withDeliverables: query.deliverables ?? true,
      });
      const list = `${services.config.baseUrl}/api/engagements/${encodeURIComponent(params.id)}/deliverables`;
      return {
        json: JSON.stringify(detail),
        link: complete ? null : `<${list}>; rel="related"`,
        kept: true,
      };
    },
  });
  implementEndpoint(app, services, endpoints.deleteEngagement, (context, { params }) =>
    deleteEngagement(context, params.id),
  );
}

/** Registers the endpoint of the finished sample (docs/requirements/sample.md). */
export function registerSampleRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, openSampleEndpoint, (context) => openSample(context));
}
