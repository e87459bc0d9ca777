import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';

/** A tenant's policies for its members, and for approval and release of documents (contract 9, 19). */
export const Policies = Type.Object({
  requireSecondFactor: Type.Boolean(),
  requireStepUp: Type.Boolean(),
  requireVerifiedCitations: Type.Boolean(),
  /** A dossier holds the sources themselves instead of their hashes only. */
  includeSourcesInDossier: Type.Boolean(),
  /** A release needs an attestation (contract 19). */
  requireAttestation: Type.Boolean(),
});
export type Policies = Static<typeof Policies>;

export const UpdatePoliciesBody = Type.Object(
  {
    requireSecondFactor: Type.Optional(Type.Boolean()),
    requireStepUp: Type.Optional(Type.Boolean()),
    requireVerifiedCitations: Type.Optional(Type.Boolean()),
    includeSourcesInDossier: Type.Optional(Type.Boolean()),
    requireAttestation: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
);
export type UpdatePoliciesBody = Static<typeof UpdatePoliciesBody>;

const policies = { tag: 'Policies', credentials: 'session', path: '/api/account/policies' } as const;

export const getPolicies = defineEndpoint({
  ...policies,
  method: 'GET',
  name: 'getPolicies',
  summary: 'Read what the tenant asks of its members',
  responses: { 200: Policies },
});

export const updatePolicies = defineEndpoint({
  ...policies,
  method: 'PATCH',
  name: 'updatePolicies',
  summary: 'Change what the tenant asks of its members',
  level: 'admin',
  stepUp: true,
  body: UpdatePoliciesBody,
  responses: { 200: Policies },
});
