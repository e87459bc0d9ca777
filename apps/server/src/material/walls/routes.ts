import * as contract from '@ecp/contract/work/walls';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint, type ResourceScope } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import {
  createWall,
  deleteWall,
  enterWall,
  listWallEntries,
  listWalls,
  requireWall,
  updateWall,
} from './walls.ts';

/** Registers the endpoints of walls (docs/requirements/walls.md). */
export function registerWallRoutes(app: FastifyInstance, services: Services): void {
  const exists = ({ database, tenantId }: ResourceScope, { wallId }: { wallId: string }) =>
    requireWall(database, tenantId, wallId);
  implementEndpoint(app, services, contract.listWalls, async (context) => ({
    walls: await listWalls(context),
  }));
  implementEndpoint(app, services, contract.createWall, (context, { body }) =>
    createWall(context, body),
  );
  implementEndpoint(
    app,
    services,
    contract.updateWall,
    (context, { params, body }) => updateWall(context, params.wallId, body),
    exists,
  );
  implementEndpoint(app, services, contract.deleteWall, async (context, { params }) => {
    await deleteWall(context, params.wallId);
    return { success: true };
  });
  implementEndpoint(
    app,
    services,
    contract.enterWall,
    (context, { params, body }) => enterWall(context, params.wallId, body.reason),
    exists,
  );
  implementEndpoint(app, services, contract.listWallEntries, async (context, { params }) => ({
    entries: await listWallEntries(context, params.wallId),
  }));
}
