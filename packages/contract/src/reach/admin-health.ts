import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Nullable } from '../declaring/scalars.ts';

const Part = Type.Object({
  status: Type.Enum(['healthy', 'degraded', 'down', 'not_configured']),
  latencyMs: Nullable(Type.Number()),
});

/** Health of the service (HEA-3). The counts cover the caller's tenant only. */
export const AdminHealth = Type.Object({
  overall: Type.Enum(['Healthy', 'Degraded', 'Down']),
  database: Part,
  cache: Part,
  engine: Part,
  activeRuns: Type.Integer(),
  totalEngagements: Type.Integer(),
  errorsLast24h: Type.Integer(),
});
export type AdminHealth = Static<typeof AdminHealth>;

export const getAdminHealth = defineEndpoint({
  method: 'GET',
  path: '/api/admin/health',
  name: 'getAdminHealth',
  summary: 'Read the health of the service and the tenant’s counts',
  tag: 'Service',
  level: 'admin',
  responses: { 200: AdminHealth },
});
