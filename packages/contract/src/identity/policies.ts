import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';

/** The roles from which on a tenant lets its people release documents. */
const releaseRoles = ['member', 'admin', 'owner'] as const;
export type ReleaseRole = (typeof releaseRoles)[number];

/**
 * The policies of sign-off: how many approve a version, whether its author may, and who releases.
 */
const signOff = {
  approvalsNeeded: Type.Integer({
    minimum: 1,
    maximum: 3,
    description: 'Members who approve a version before it is approved',
  }),
  authorMayApprove: Type.Boolean({
    description: 'Who wrote a version, or ordered its run, may approve it',
  }),
  releaseRole: Type.Enum([...releaseRoles], {
    description: 'The lowest role that may release documents to clients',
  }),
};

/** A tenant's policies for its members, and for approval and release of documents. */
export const Policies = Type.Object({
  requireSecondFactor: Type.Boolean(),
  requireStepUp: Type.Boolean(),
  requireVerifiedCitations: Type.Boolean(),
  /** A dossier holds the sources themselves instead of their hashes only. */
  includeSourcesInDossier: Type.Boolean(),
  /** A release needs an attestation. */
  requireAttestation: Type.Boolean(),
  ...signOff,
});
export type Policies = Static<typeof Policies>;

export const UpdatePoliciesBody = Type.Object(
  {
    requireSecondFactor: Type.Optional(Type.Boolean()),
    requireStepUp: Type.Optional(Type.Boolean()),
    requireVerifiedCitations: Type.Optional(Type.Boolean()),
    includeSourcesInDossier: Type.Optional(Type.Boolean()),
    requireAttestation: Type.Optional(Type.Boolean()),
    approvalsNeeded: Type.Optional(signOff.approvalsNeeded),
    authorMayApprove: Type.Optional(signOff.authorMayApprove),
    releaseRole: Type.Optional(signOff.releaseRole),
  },
  { minProperties: 1 },
);
export type UpdatePoliciesBody = Static<typeof UpdatePoliciesBody>;

const policies = {
  tag: 'Policies',
  credentials: 'session',
  path: '/api/account/policies',
} as const;

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
