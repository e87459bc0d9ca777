import * as endpoints from '@ecp/contract/work/deliverables';
import * as conflictEndpoints from '@ecp/contract/work/figures';
import { listFigures as listFiguresEndpoint } from '@ecp/contract/work/figures';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { listConflicts, requireConflict, settleConflict } from '../evidence/conflicts.ts';
import { listFigures } from '../evidence/figures.ts';
import {
  diffDeliverable,
  getDeliverable,
  listDeliverables,
  listDeliverableVersions,
  requireReviewable,
} from './deliverables.ts';
import { listCitations } from './reading/cited-sources.ts';
import { reviewDeliverable } from './reviewing/reviews.ts';

/** Registers the endpoints of deliverables (docs/requirements/deliverables.md). */
export function registerDeliverableRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.listDeliverables, (context, { params, query }) =>
    listDeliverables(context, params.id, query.include_internal ?? false),
  );
  implementEndpoint(app, services, endpoints.getDeliverable, (context, { params, query }) =>
    getDeliverable(context, { engagementId: params.id, filename: params.filename, version: query.version }),
  );
  implementEndpoint(app, services, endpoints.listDeliverableVersions, (context, { params }) =>
    listDeliverableVersions(context, params.id, params.filename),
  );
  implementEndpoint(app, services, endpoints.listCitations, (context, { params, query }) =>
    listCitations(context, { engagementId: params.id, filename: params.filename, version: query.version }),
  );
  implementEndpoint(app, services, listFiguresEndpoint, (context, { params }) => listFigures(context, params.id));
  implementEndpoint(app, services, conflictEndpoints.listConflicts, (context, { params }) =>
    listConflicts(context, params.id),
  );
  implementEndpoint(
    app,
    services,
    conflictEndpoints.settleConflict,
    (context, { params, body }) =>
      settleConflict(context, { engagementId: params.id, conflictId: params.conflictId, ...body }),
    (tenantId, params) => requireConflict(services.database, tenantId, params),
  );
  implementEndpoint(app, services, endpoints.diffDeliverable, (context, { params, query }) =>
    diffDeliverable(context, { engagementId: params.id, filename: params.filename, from: query.from, to: query.to }),
  );
  implementEndpoint(
    app,
    services,
    endpoints.reviewDeliverable,
    (context, { params, body }) =>
      reviewDeliverable(context, { engagementId: params.id, filename: params.filename, ...body }),
    (tenantId, params) => requireReviewable(services.database, tenantId, params),
  );
}
