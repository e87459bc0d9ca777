import { acceptSuggestion as acceptSuggestionEndpoint } from '@ecp/contract/work/comments';
import * as endpoints from '@ecp/contract/work/deliverables';
import * as figureEndpoints from '@ecp/contract/work/figures';
import * as gridEndpoints from '@ecp/contract/work/grids';
import * as sourceEndpoints from '@ecp/contract/work/sources';
import * as chartEndpoints from '@ecp/contract/work/tables';
import type { FastifyInstance } from 'fastify';
import { sendDrawing, sendPdfInline } from '../../kernel/http/answers.ts';
import { implementEndpoint, type ResourceScope } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import {
  listConflicts,
  requireConflict,
  settleConflict,
} from '../../material/evidence/conflicts.ts';
import { listFigures } from '../../material/evidence/figures.ts';
import { requireComment } from '../conversations/comments/comments.ts';
import { drawTableChart, getChart, previewChart } from './charts/charts.ts';
import {
  diffDeliverable,
  getDeliverable,
  listDeliverables,
  listDeliverableVersions,
  requireReviewable,
} from './deliverables.ts';
import {
  getDeliverableSource,
  getDeliverableSourceFile,
  listCitations,
} from './reading/cited-sources.ts';
import { getGridCellSource, getGridCellSourceFile } from './reading/grid-cell-sources.ts';
import { reviewDeliverable } from './reviewing/reviews.ts';
import { deleteDraft, getDraft, saveDraft } from './writing/drafts.ts';
import {
  acceptSuggestion,
  editDeliverable,
  lockSection,
  restoreDeliverable,
} from './writing/edits.ts';

/** Registers the endpoints of deliverables (docs/requirements/deliverables.md). */
export function registerDeliverableRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.listDeliverables, (context, { params, query }) =>
    listDeliverables(context, params.id, query.include_internal ?? false),
  );
  implementEndpoint(app, services, endpoints.getDeliverable, (context, { params, query }) =>
    getDeliverable(context, {
      engagementId: params.id,
      filename: params.filename,
      version: query.version,
      footnotes: query.footnotes,
    }),
  );
  implementEndpoint(app, services, endpoints.listDeliverableVersions, (context, { params }) =>
    listDeliverableVersions(context, params.id, params.filename),
  );
  implementEndpoint(app, services, endpoints.listCitations, (context, { params, query }) =>
    listCitations(context, {
      engagementId: params.id,
      filename: params.filename,
      version: query.version,
    }),
  );
  implementEndpoint(app, services, figureEndpoints.listFigures, (context, { params }) =>
    listFigures(context, params.id),
  );
  implementEndpoint(app, services, figureEndpoints.listConflicts, (context, { params }) =>
    listConflicts(context, params.id),
  );
  implementEndpoint(
    app,
    services,
    figureEndpoints.settleConflict,
    (context, { params, body }) =>
      settleConflict(context, { engagementId: params.id, conflictId: params.conflictId, ...body }),
    ({ database, tenantId }, params) => requireConflict(database, tenantId, params),
  );
  implementEndpoint(app, services, endpoints.diffDeliverable, (context, { params, query }) =>
    diffDeliverable(context, {
      engagementId: params.id,
      filename: params.filename,
      from: query.from,
      to: query.to,
    }),
  );
  implementEndpoint(
    app,
    services,
    endpoints.reviewDeliverable,
    (context, { params, body }) =>
      reviewDeliverable(context, { engagementId: params.id, filename: params.filename, ...body }),
    ({ database, tenantId }, params) => requireReviewable(database, tenantId, params),
  );
}

/** Registers the endpoints of writing (docs/requirements/writing.md). */
export function registerWritingRoutes(app: FastifyInstance, services: Services): void {
  const requireFile = (
    { database, tenantId }: ResourceScope,
    params: { id: string; filename: string },
  ) => requireReviewable(database, tenantId, params);
  implementEndpoint(
    app,
    services,
    endpoints.editDeliverable,
    (context, { params, body }) => editDeliverable(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(
    app,
    services,
    endpoints.restoreDeliverable,
    (context, { params, body }) => restoreDeliverable(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(
    app,
    services,
    endpoints.lockSection,
    (context, { params, body }) => lockSection(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(app, services, endpoints.getDraft, (context, { params }) =>
    getDraft(context, fileOf(params)),
  );
  implementEndpoint(
    app,
    services,
    endpoints.saveDraft,
    (context, { params, body }) => saveDraft(context, { ...fileOf(params), ...body }),
    requireFile,
  );
  implementEndpoint(
    app,
    services,
    endpoints.deleteDraft,
    (context, { params }) => deleteDraft(context, fileOf(params)),
    requireFile,
  );
}

const fileOf = ({ id, filename }: { id: string; filename: string }) => ({
  engagementId: id,
  filename,
});

/** Registers the endpoint of suggestions (docs/requirements/comments.md). */
export function registerSuggestionRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    acceptSuggestionEndpoint,
    (context, { params }) =>
      acceptSuggestion(context, { engagementId: params.id, commentId: params.commentId }),
    ({ database, tenantId }, { id, commentId }) =>
      requireComment(database, tenantId, { engagementId: id, commentId }),
  );
}

export function registerSourceRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    sourceEndpoints.getDeliverableSource,
    (context, { params, query }) =>
      getDeliverableSource(context, { ...params, engagementId: params.id, version: query.version }),
  );
  implementEndpoint(
    app,
    services,
    sourceEndpoints.getDeliverableSourceFile,
    async (context, { params, query, reply }) => {
      const cited = { ...params, engagementId: params.id, version: query.version };
      return sendPdfInline(reply, await getDeliverableSourceFile(context, cited));
    },
  );
  implementEndpoint(app, services, gridEndpoints.getGridCellSource, (context, { params }) =>
    getGridCellSource(context, { ...params, engagementId: params.id }),
  );
  implementEndpoint(
    app,
    services,
    gridEndpoints.getGridCellSourceFile,
    async (context, { params, reply }) =>
      sendPdfInline(
        reply,
        await getGridCellSourceFile(context, { ...params, engagementId: params.id }),
      ),
  );
}

/** Registers the endpoints of charts (docs/requirements/charts.md). */
export function registerChartRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    chartEndpoints.getChart,
    async (context, { params, query, request, reply }) => {
      const { id: engagementId, filename, number } = params;
      const { version, theme = 'auto' } = query;
      const input = { engagementId, filename, version, number, theme };
      return sendDrawing(reply, await getChart(context, input, request.signal));
    },
  );
  implementEndpoint(
    app,
    services,
    chartEndpoints.previewChart,
    async (context, { params, body, request, reply }) => {
      const input = { engagementId: params.id, queryId: params.queryId, body };
      return sendDrawing(reply, await previewChart(context, input, request.signal));
    },
  );
  implementEndpoint(
    app,
    services,
    chartEndpoints.drawTableChart,
    async (context, { params, body, request, reply }) => {
      const input = { engagementId: params.id, tableId: params.tableId, body };
      return sendDrawing(reply, await drawTableChart(context, input, request.signal));
    },
  );
}
