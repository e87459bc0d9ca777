import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Nullable, Timestamp } from '../declaring/scalars.ts';

export const getHealth = defineEndpoint({
  tag: 'Service',
  credentials: 'none',
  engagementKeyAccess: 'open',
  method: 'GET',
  path: '/api/health',
  name: 'getHealth',
  summary: 'Check that the platform is alive',
  responses: { 200: Type.Object({ status: Type.Literal('ok'), service: Type.String(), timestamp: Timestamp }) },
});

/** An agent of the roster. The `agent` field of a task holds its slug. */
export const Agent = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  role: Type.String(),
  department: Type.String(),
  description: Type.String(),
});
export type Agent = Static<typeof Agent>;

export const AgentRoster = Type.Object({ agents: Type.Array(Agent) });

/** A model that the engine can call, for the `model` of an engagement. */
export const ModelList = Type.Object({
  models: Type.Array(
    Type.Object({
      id: Type.String(),
      provider: Type.String(),
      tier: Type.Enum(['economy', 'standard', 'premium']),
    }),
  ),
});
export type ModelList = Static<typeof ModelList>;

export const listAgents = defineEndpoint({
  tag: 'Service',
  engagementKeyAccess: 'tenant',
  method: 'GET',
  path: '/api/agents',
  name: 'listAgents',
  summary: 'List the agents that tasks may name',
  responses: { 200: AgentRoster },
  errors: ['engine_error'],
});

export const listModels = defineEndpoint({
  tag: 'Service',
  engagementKeyAccess: 'tenant',
  method: 'GET',
  path: '/api/models',
  name: 'listModels',
  summary: 'List the models that an engagement may name',
  responses: { 200: ModelList },
  errors: ['engine_error'],
});

const Part = Type.Object({
  status: Type.Enum(['healthy', 'degraded', 'down', 'not_configured']),
  latencyMs: Nullable(Type.Number()),
});

/** Health of the service. The counts cover the caller's tenant only. */
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
