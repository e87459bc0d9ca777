import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './scalars.ts';

export const getHealth = endpoint({
  tag: 'Service',
  credentials: 'none',
  keyReach: 'open',
  method: 'GET',
  path: '/api/health',
  name: 'getHealth',
  summary: 'Liveness of the platform',
  responses: { 200: Type.Object({ status: Type.Literal('ok'), service: Type.String(), timestamp: Timestamp }) },
});

/** The roster that `agent` fields name (PLN-3). */
export const Agent = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  role: Type.String(),
  department: Type.String(),
  description: Type.String(),
});
export type Agent = Static<typeof Agent>;

export const AgentRoster = Type.Object({ agents: Type.Array(Agent) });

export const listAgents = endpoint({
  tag: 'Service',
  keyReach: 'tenant',
  method: 'GET',
  path: '/api/agents',
  name: 'listAgents',
  summary: 'The agents that tasks may name',
  responses: { 200: AgentRoster },
  errors: ['engine_error'],
});
