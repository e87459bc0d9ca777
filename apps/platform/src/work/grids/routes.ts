import * as endpoints from '@ecp/contract/work/grids';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { listGridChanges, requireGrid } from './grid-rows.ts';
import {
  addColumn,
  addFiles,
  createGrid,
  deleteGrid,
  editCell,
  getGrid,
  listGrids,
  renameGrid,
  stopGrid,
} from './grids.ts';

/** Registers the endpoints of grids (docs/requirements/grids.md). */
export function registerGridRoutes(app: FastifyInstance, services: Services): void {
  const target = ({ id, gridId }: { id: string; gridId: string }) => ({ engagementId: id, gridId });
  const exists = (tenantId: string, params: { id: string; gridId: string }) =>
    requireGrid(services.database, tenantId, target(params));
  implementEndpoint(app, services, endpoints.createGrid, (context, { params, body }) =>
    createGrid(context, params.id, body),
  );
  implementEndpoint(app, services, endpoints.listGrids, (context, { params }) => listGrids(context, params.id));
  implementEndpoint(app, services, endpoints.getGrid, (context, { params }) => getGrid(context, target(params)));
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
  implementEndpoint(app, services, endpoints.deleteGrid, (context, { params }) => deleteGrid(context, target(params)));
  implementEndpoint(
    app,
    services,
    endpoints.addGridColumn,
    (context, { params, body }) => addColumn(context, target(params), body),
    exists,
  );
  implementEndpoint(
    app,
    services,
    endpoints.addGridFiles,
    (context, { params, body }) => addFiles(context, target(params), body.attachmentIds),
    exists,
  );
  implementEndpoint(
    app,
    services,
    endpoints.editGridCell,
    (context, { params, body }) => editCell(context, target(params), body),
    exists,
  );
}
