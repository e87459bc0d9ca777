import * as endpoints from '@ecp/contract/work/sources';
import type { FastifyInstance } from 'fastify';
import { sendPdfInline } from '../../../kernel/http/answers.ts';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../../kernel/services.ts';
import { getDeliverableSource, getDeliverableSourceFile } from './cited-sources.ts';

/** Registers the passages that deliverables cite. */
export function registerSourceRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getDeliverableSource, (context, { params, query }) =>
    getDeliverableSource(context, { ...params, engagementId: params.id, version: query.version }),
  );
  implementEndpoint(app, services, endpoints.getDeliverableSourceFile, async (context, { params, query, reply }) => {
    const cited = { ...params, engagementId: params.id, version: query.version };
    return sendPdfInline(reply, await getDeliverableSourceFile(context, cited));
  });
}
