import * as endpoints from '@ecp/contract/work/grids';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../kernel/context.ts';
import { implementEndpoint, type ResourceScope } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import type { GridFeeds } from './grid-feed.ts';
import { listGridChanges, readGrid, requireGrid } from './grid-rows.ts';
import {
  addColumn,
  addFiles,
  createGrid,
  deleteGrid,
  editCell,
  listGrids,
  renameGrid,
  stopGrid,
} from './grids.ts';

/** Registers the endpoints of grids (docs/requirements/grids.md). */
export function registerGridRoutes(
  app: FastifyInstance,
  services: Services,
  feeds: GridFeeds,
): void {
  const target = ({ id, gridId }: { id: string; gridId: string }) => ({ engagementId: id, gridId });
  const exists = ({ database, tenantId }: ResourceScope, params: { id: string; gridId: string }) =>
    requireGrid(database, tenantId, target(params));
  // Open streams of the engagement would keep the server from closing.
  app.addHook('preClose', async () => feeds.close());
  /** Does what may set a grid to work, then lets the streams of the engagement look at once. */
  const thenWake = async <Answer>(
    { tenantId }: RequestContext,
    engagementId: string,
    work: Promise<Answer>,
  ) => {
    const answer = await work;
    feeds.wake(tenantId, engagementId);
    return answer;
  };
  implementEndpoint(app, services, endpoints.createGrid, (context, { params, body }) =>
    thenWake(context, params.id, createGrid(context, params.id, body)),
  );
  implementEndpoint(app, services, endpoints.listGrids, (context, { params }) =>
    listGrids(context, params.id),
  );
  implementEndpoint(
    app,
    services,
    endpoints.getGrid,
    ({ services: { database }, tenantId }, { params }) =>
      readGrid(database, tenantId, target(params)),
  );
  implementEndpoint(app, services, endpoints.listGridChanges, (context, { params, query }) =>
    listGridChanges(context, target(params), query.since),
  );
  implementEndpoint(
    app,
    services,
    endpoints.renameGrid,
    (context, { params, body }) => renameGrid(context, target(params), body.title),
    exists,
  );
  implementEndpoint(
    app,
    services,
    endpoints.stopGrid,
    (context, { params }) => stopGrid(context, target(params)),
    exists,
  );
  implementEndpoint(app, services, endpoints.deleteGrid, (context, { params }) =>
    deleteGrid(context, target(params)),
  );
  implementEndpoint(
    app,
    services,
    endpoints.addGridColumn,
    (context, { params, body }) =>
      thenWake(context, params.id, addColumn(context, target(params), body)),
    exists,
  );
  implementEndpoint(
    app,
    services,
    endpoints.addGridFiles,
    (context, { params, body }) =>
      thenWake(context, params.id, addFiles(context, target(params), body.attachmentIds)),
    exists,
  );
  implementEndpoint(
    app,
    services,
    endpoints.editGridCell,
    (context, { params, body }) =>
      thenWake(context, params.id, editCell(context, target(params), body)),
    exists,
  );
}
