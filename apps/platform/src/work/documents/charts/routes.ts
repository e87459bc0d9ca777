import * as endpoints from '@ecp/contract/work/tables';
import type { FastifyInstance } from 'fastify';
import { sendDrawing } from '../../../kernel/http/answers.ts';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../../kernel/services.ts';
import { getChart, previewChart } from './charts.ts';

/** Registers the endpoints of charts (docs/requirements/charts.md). */
export function registerChartRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getChart, async (context, { params, query, request, reply }) => {
    const { id: engagementId, filename, number } = params;
    const { version, theme = 'auto' } = query;
    const input = { engagementId, filename, version, number, theme };
    return sendDrawing(reply, await getChart(context, input, request.signal));
  });
  implementEndpoint(app, services, endpoints.previewChart, async (context, { params, body, request, reply }) => {
    const input = { engagementId: params.id, queryId: params.queryId, body };
    return sendDrawing(reply, await previewChart(context, input, request.signal));
  });
}
