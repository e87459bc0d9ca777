import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Nullable, Timestamp, Usd } from '../declaring/scalars.ts';

export const getHealth = defineEndpoint({
  tag: 'Service',
  credentials: 'none',
  engagementKeyAccess: 'open',
  method: 'GET',
  path: '/api/health',
  name: 'getHealth',
  summary: 'Check that the platform is alive',
  responses: {
    200: Type.Object({ status: Type.Literal('ok'), service: Type.String(), timestamp: Timestamp }),
  },
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

/**
 * A model that the engine can call, for the `model` of an engagement. Prices are of a million
 * tokens.
 */
export const CallableModel = Type.Object({
  id: Type.String(),
  provider: Type.String({ description: '`local` for the built-in model, which is none' }),
  tier: Type.Enum(['economy', 'standard', 'premium']),
  inputPerMillion: Usd,
  outputPerMillion: Usd,
  contextWindow: Nullable(
    Type.Integer({ description: 'Tokens; null where the catalogue says none' }),
  ),
});
export type CallableModel = Static<typeof CallableModel>;

export const ModelList = Type.Object({
  connected: Type.Boolean({
    description: 'False with the offline model alone, which judges and concludes nothing',
  }),
  models: Type.Array(CallableModel),
});
export type ModelList = Static<typeof ModelList>;

/** How a model answered a tiny call. A refusal is in the words of the engine, without secrets. */
export const ModelTest = Type.Object({
  model: Type.String(),
  ms: Type.Integer(),
  costUsd: Usd,
  refusal: Nullable(Type.String()),
});
export type ModelTest = Static<typeof ModelTest>;

const TestModelBody = Type.Object({ model: Type.String({ minLength: 1, maxLength: 200 }) });

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

export const testModel = defineEndpoint({
  tag: 'Service',
  credentials: 'session',
  level: 'admin',
  tier: 'engine',
  method: 'POST',
  path: '/api/models/test',
  name: 'testModel',
  summary: 'Make one tiny call to a model, which the operator pays, and say how it answered',
  body: TestModelBody,
  responses: { 200: ModelTest },
  errors: ['unknown_model', 'tenant_spend_limit', 'engine_error'],
});

const Part = Type.Object({
  status: Type.Enum(['healthy', 'degraded', 'down', 'not_configured']),
  latencyMs: Nullable(Type.Number()),
});

/** The settings that bound the operator's bill, as the variables are called. */
export const openLimits = [
  'MAX_BUDGET_USD',
  'MAX_TENANT_USD_PER_DAY',
  'SIGN_UPS_PER_NETWORK_PER_HOUR',
] as const;
export type OpenLimit = (typeof openLimits)[number];

/** Health of the service. The counts cover the caller's tenant only. */
export const AdminHealth = Type.Object({
  overall: Type.Enum(['Healthy', 'Degraded', 'Down']),
  database: Part,
  cache: Part,
  engine: Part,
  activeRuns: Type.Integer(),
  totalEngagements: Type.Integer(),
  errorsLast24h: Type.Integer(),
  openLimits: Type.Array(Type.Enum([...openLimits]), {
    description:
      'Settings that bound the operator’s bill and are not set, although the service has a public address',
  }),
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
