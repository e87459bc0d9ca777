import * as endpoints from '@ecp/contract/work/recurring';
import type { FastifyInstance } from 'fastify';
import { sendEncoded } from '../../kernel/http/answers.ts';
import { implementEndpoint, type ResourceScope } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { deleteSchedule, getSchedule, setSchedule } from './schedules.ts';
import { acceptUpdate, dismissUpdate, listUpdates, requireUpdate } from './updates.ts';

/** Registers the endpoints of recurring engagements (docs/requirements/recurring.md). */
export function registerRecurringRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.setSchedule, (context, { params, body }) =>
    setSchedule(context, params.id, body),
  );
  implementEndpoint(app, services, endpoints.getSchedule, (context, { params }) =>
    getSchedule(context, params.id),
  );
  implementEndpoint(app, services, endpoints.deleteSchedule, (context, { params }) =>
    deleteSchedule(context, params.id),
  );
  implementEndpoint(app, services, endpoints.listUpdates, async (context, { params, reply }) =>
    sendEncoded(reply, (await listUpdates(context, params.id)).text),
  );
  const target = ({ id, updateId }: { id: string; updateId: string }) => ({
    engagementId: id,
    updateId,
  });
  const exists = (
    { database, tenantId }: ResourceScope,
    params: { id: string; updateId: string },
  ) => requireUpdate(database, tenantId, params);
  implementEndpoint(
    app,
    services,
    endpoints.acceptUpdate,
    (context, { params }) => acceptUpdate(context, target(params)),
    exists,
  );
  implementEndpoint(
    app,
    services,
    endpoints.dismissUpdate,
    (context, { params }) => dismissUpdate(context, target(params)),
    exists,
  );
}
